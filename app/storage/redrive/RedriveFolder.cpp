// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/RedriveFolder.h"

#include "app/storage/DurableFile.h"

#include <QDir>

#include <algorithm>

namespace holdwatch::storage {

namespace {

const QString planName = QStringLiteral("plan.json");
const QString statementPrefix = QStringLiteral("statement-");

Error at(const QString &path, const Error &fault)
{
    Error error = fault;
    error.where = path;
    error.kept = QStringLiteral("The file %1 is untouched.").arg(path);
    return error;
}

Result<signing::Envelope> envelopeIn(const QString &path, qint64 most)
{
    const auto bytes = readBounded(path, most);
    const auto envelope = bytes ? signing::Envelope::parse(*bytes, most) : Result<signing::Envelope>(failure(bytes.error()));
    return envelope ? envelope : Result<signing::Envelope>(failure(at(path, envelope.error())));
}

Result<SignedPlan> planIn(const QString &folder, const PlanId &id)
{
    const QString path = folder + QLatin1Char('/') + planName;
    const auto envelope = envelopeIn(path, signing::Envelope::mostBytes);
    auto plan = envelope ? SignedPlan::open(*envelope) : Result<SignedPlan>(failure(envelope.error()));
    if (!plan)
        return failure(at(path, plan.error()));
    if (!(plan->plan().id == id))
        return failure(at(path, failure(Error::Kind::Malformed, QStringLiteral("The plan in %1 belongs to another folder.").arg(path)).value()));
    return plan;
}

Result<SignedStatement> statementIn(const QString &path, const PlanId &id)
{
    const auto envelope = envelopeIn(path, SignedStatement::mostBytes * 2);
    auto statement = envelope ? SignedStatement::open(*envelope) : Result<SignedStatement>(failure(envelope.error()));
    if (!statement)
        return failure(at(path, statement.error()));
    if (!(statement->statement().plan == id))
        return failure(at(path, failure(Error::Kind::Malformed, QStringLiteral("The statement in %1 is about another plan.").arg(path)).value()));
    return statement;
}

Error noPlanId()
{
    return failure(Error::Kind::Invalid, QStringLiteral("This is no redrive's id.")).value();
}

/// Adds a file, or finds that it is there already.
Result<void> add(const QString &path, const QByteArray &bytes, const QString &otherIsHere)
{
    const auto present = readBounded(path, signing::Envelope::mostBytes);
    if (present && *present == bytes)
        return {};
    if (present || present.error().kind != Error::Kind::NotFound)
        return failure(at(path, failure(Error::Kind::Conflict, otherIsHere).value()));
    return writeDurably(path, bytes);
}

} // namespace

QString RedriveFolder::folderOf(const PlanId &id) const
{
    return m_directory + QLatin1Char('/') + id.text();
}

RedriveFolder::Listing RedriveFolder::list() const
{
    Listing listing;
    for (const QString &name : QDir(m_directory).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (!isPlanId(name))
            continue;
        auto loaded = load(PlanId(name));
        if (loaded)
            listing.redrives.append(std::move(*loaded));
        else
            listing.problems.append(loaded.error());
    }
    return listing;
}

Result<RedriveFolder::Loaded> RedriveFolder::load(const PlanId &id) const
{
    if (!isPlanId(id.text()))
        return failure(noPlanId());
    const QString folder = folderOf(id);
    auto plan = planIn(folder, id);
    if (!plan)
        return failure(plan.error());
    Loaded loaded{std::move(*plan), {}, {}};
    for (const QString &name : QDir(folder).entryList({statementPrefix + QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        auto statement = statementIn(folder + QLatin1Char('/') + name, id);
        if (statement)
            loaded.statements.append(std::move(*statement));
        else
            loaded.problems.append(statement.error());
    }
    std::stable_sort(loaded.statements.begin(), loaded.statements.end(),
                     [](const SignedStatement &a, const SignedStatement &b) { return a.statement().at < b.statement().at; });
    return loaded;
}

Result<void> RedriveFolder::keep(const SignedPlan &plan)
{
    const PlanId &id = plan.plan().id;
    if (!isPlanId(id.text()))
        return failure(noPlanId());
    if (const auto made = makePrivateFolder(folderOf(id)); !made)
        return made;
    return add(folderOf(id) + QLatin1Char('/') + planName, plan.envelope().toJson(), QStringLiteral("Another plan called %1 is kept here already.").arg(id.text()));
}

Result<void> RedriveFolder::keep(const SignedStatement &statement)
{
    const PlanId &id = statement.statement().plan;
    if (!isPlanId(id.text()) || !isStatementId(statement.statement().id))
        return failure(noPlanId());
    if (!QFileInfo::exists(folderOf(id) + QLatin1Char('/') + planName))
        return failure(Error::Kind::NotFound, QStringLiteral("The plan %1 is not kept here.").arg(id.text()));
    const QString path = folderOf(id) + QLatin1Char('/') + statementPrefix + statement.statement().id + QStringLiteral(".json");
    return add(path, statement.envelope().toJson(), QStringLiteral("Another statement of that id is kept here already."));
}

Result<void> RedriveFolder::forget(const PlanId &id)
{
    const auto loaded = load(id);
    if (!loaded)
        return failure(loaded.error());
    if (!loaded->problems.isEmpty())
        return failure(Error::Kind::Conflict, QStringLiteral("The folder of %1 holds a file that can't be read, so nothing in it is removed.").arg(id.text()));
    if (QDir(folderOf(id)).removeRecursively())
        return {};
    return failure(Error::Kind::Storage, QStringLiteral("The folder of %1 could not be removed.").arg(id.text()));
}

} // namespace holdwatch::storage
