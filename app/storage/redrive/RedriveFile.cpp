// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/redrive/RedriveFile.h"

#include "app/json/Canonical.h"
#include "app/storage/DurableFile.h"

namespace holdwatch::storage {

namespace {

std::optional<Error> take(RedriveFile &file, const signing::Envelope &envelope)
{
    if (envelope.payloadType == SignedPlan::payloadType && !file.plan && file.statements.isEmpty()) {
        auto plan = SignedPlan::open(envelope);
        if (plan)
            file.plan = std::move(*plan);
        return plan ? std::nullopt : std::optional(plan.error());
    }
    auto statement = SignedStatement::open(envelope);
    if (!statement)
        return statement.error();
    file.statements.append(std::move(*statement));
    return std::nullopt;
}

bool isAboutOnePlan(const RedriveFile &file)
{
    const PlanId &id = file.plan ? file.plan->plan().id : file.statements.constFirst().statement().plan;
    return std::all_of(file.statements.cbegin(), file.statements.cend(), [&id](const SignedStatement &each) { return each.statement().plan == id; });
}

Result<RedriveFile> opened(const QVector<signing::Envelope> &envelopes)
{
    RedriveFile file;
    for (const signing::Envelope &envelope : envelopes) {
        if (const auto fault = take(file, envelope))
            return failure(*fault);
    }
    if (!file.plan && file.statements.isEmpty())
        return failure(Error::Kind::Malformed, QStringLiteral("The file holds neither a plan nor a statement."));
    if (!isAboutOnePlan(file))
        return failure(Error::Kind::Conflict, QStringLiteral("The file holds statements about different plans."));
    return file;
}

QByteArray jsonOf(const QVector<signing::Envelope> &envelopes)
{
    json::CanonicalWriter writer;
    qsizetype size = 64;
    for (const signing::Envelope &envelope : envelopes)
        size += envelope.payload.size() / 3 * 4 + 512;
    writer.reserve(size);
    writer.beginObject();
    writer.key("documents");
    writer.beginList();
    for (const signing::Envelope &envelope : envelopes)
        envelope.write(writer);
    writer.endList();
    writer.key("schema");
    writer.integer(1);
    writer.endObject();
    return writer.written();
}

} // namespace

QByteArray RedriveFile::toJson() const
{
    QVector<signing::Envelope> envelopes;
    if (plan)
        envelopes.append(plan->envelope());
    for (const SignedStatement &each : statements)
        envelopes.append(each.envelope());
    return jsonOf(envelopes);
}

Result<RedriveFile> RedriveFile::parse(const QByteArray &json)
{
    if (json.size() > mostBytes)
        return failure(Error::Kind::TooLarge, QStringLiteral("The file is too large to be a redrive's."));
    QVector<signing::Envelope> envelopes;
    json::CanonicalReader reader(json);
    reader.beginObject();
    reader.key("documents");
    reader.beginList();
    while (reader.hasMore() && envelopes.size() <= mostStatements)
        envelopes.append(signing::Envelope::read(reader));
    reader.endList();
    reader.key("schema");
    if (reader.integer() != 1)
        reader.fail(QStringLiteral("It was written for a newer Holdwatch."));
    reader.endObject();
    reader.finish();
    if (!reader.isGood())
        return failure(*reader.error());
    return opened(envelopes);
}

Result<RedriveFile> RedriveFile::read(const QString &path)
{
    const auto bytes = readBounded(path, mostBytes);
    return bytes ? parse(*bytes) : Result<RedriveFile>(failure(bytes.error()));
}

Result<void> RedriveFile::write(const QString &path) const
{
    return writeDurably(path, toJson());
}

} // namespace holdwatch::storage
