// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/DeadLettersRun.h"

#include "app/bootstrap/DeadLettersReport.h"
#include "app/bootstrap/StatusRun.h"
#include "app/bootstrap/StopSignals.h"
#include "app/storage/config/ConnectionFile.h"
#include "models/deadletters/LetterFields.h"
#include "models/deadletters/LetterRowMaker.h"
#include "models/filter/Matcher.h"

#include <QCoreApplication>

#include <cstdio>
#include <utility>

namespace holdwatch::bootstrap {

namespace {

void complain(const QString &sentence)
{
    std::fprintf(stderr, "holdwatch: %s\n", sentence.toUtf8().constData());
}

QString userName()
{
    const QString name = qEnvironmentVariable("USER");
    return name.isEmpty() ? QStringLiteral("operator") : name;
}

bool looksInside(const filter::Expression &where)
{
    return !filter::pathsIn(where).isEmpty() || filter::searchesText(where);
}

} // namespace

DeadLettersRun::DeadLettersRun(DeadLettersOptions options) : m_options(std::move(options)), m_logging(QString(), m_redactor), m_practice(m_runtime.keys())
{
    m_runtime.keys().setObserver([this](const Secret &key) { m_redactor.know(key); });
    connect(&m_practice, &PracticeSession::failed, this, &DeadLettersRun::giveUp);
    connect(&m_practice, &PracticeSession::ready, this, &DeadLettersRun::begin);
}

DeadLettersRun::~DeadLettersRun() = default;

int DeadLettersRun::execute()
{
    const StopSignals stopSignals([] { QCoreApplication::quit(); });
    const auto chosen = chooseConnection();
    if (!chosen) {
        complain(toSentence(chosen.error()));
        return exitTrouble;
    }
    m_keeper = secrets::KeyKeeper::overKeychain(storage::Profile::keysFileIn(m_options.profile), m_runtime.clock());
    if (*chosen && !isBuiltInPractice(**chosen)) {
        const ConnectionConfig connection = **chosen;
        QMetaObject::invokeMethod(this, [this, connection] { begin(connection); }, Qt::QueuedConnection);
    } else {
        m_practice.takeFrom(*chosen ? QVector<ConnectionConfig>{**chosen} : QVector<ConnectionConfig>());
        m_practice.start(m_practicePlace.take(m_options.profile, complain));
    }
    QCoreApplication::exec();
    m_service.reset(); // releases what is held there
    return m_exitCode;
}

Result<std::optional<ConnectionConfig>> DeadLettersRun::chooseConnection() const
{
    const storage::ConnectionsRead read = storage::ConnectionFile(storage::Profile::connectionsFileIn(m_options.profile)).read();
    for (const storage::ConfigProblem &problem : read.problems)
        complain(storage::toSentence(problem));
    if (read.connections.isEmpty() && !read.problems.isEmpty())
        return failure(Error::Kind::Configuration, QStringLiteral("No connection of connections.json can be used."));
    const auto picked = pickConnections(read.connections, m_options.connection);
    if (!picked)
        return failure(picked.error());
    if (picked->size() > 1)
        return failure(Error::Kind::Configuration, QStringLiteral("There are several connections."), QStringLiteral("Name one with --connection."));
    return picked->isEmpty() ? std::nullopt : std::optional(picked->constFirst());
}

void DeadLettersRun::begin(const ConnectionConfig &connection)
{
    if (m_service)
        return;
    m_connection = connection;
    m_deadSet = {connection.id, m_options.queue};
    const auto find = [connection](const ConnectionId &) { return std::optional(connection); };
    m_service = std::make_unique<operations::DeadLetterService>(
        operations::DeadLetterService::Parts{*m_keeper, m_runtime.keys(), m_runtime.clock(), m_runtime.testerParts().make, find},
        operations::DeadLetterService::Files{storage::Profile::deadLettersFileIn(m_options.profile), storage::Profile::vaultFileIn(m_options.profile)}, true);
    for (const storage::ConfigProblem &problem : m_service->problems())
        complain(storage::toSentence(problem));
    connect(m_service.get(), &DeadLetterPort::termsChanged, this, [this](const QueueId &, const LookTerms &terms) { takeTerms(terms); });
    connect(m_service.get(), &DeadLetterPort::lettersRead, this, [this](const QueueId &, const QVector<DeadLetterRow> &rows) { m_read += rows; });
    connect(m_service.get(), &DeadLetterPort::readingChanged, this, [this](const QueueId &, const ReadingState &state) { takeState(state); });
    m_service->requestTerms(m_deadSet);
}

void DeadLettersRun::takeTerms(const LookTerms &terms)
{
    using Effect = LookTerms::Effect;
    m_terms = terms;
    if (std::exchange(m_isReading, true))
        return;
    if (terms.effect != Effect::None)
        complain(terms.sentence);
    const bool mayLook = terms.effect == Effect::None || (terms.effect == Effect::Declared && m_options.yes)
        || (terms.effect == Effect::Risky && m_options.yes && !m_options.reason.isEmpty());
    if (!mayLook) {
        if (terms.effect != Effect::Refused)
            complain(terms.effect == Effect::Risky ? QStringLiteral("Nothing was read. If it has to be, say --yes and --reason TEXT; both are recorded.")
                                                   : QStringLiteral("Nothing was read. Say --yes to look all the same."));
        return quit(exitTrouble);
    }
    ReadOrder order;
    order.atMost = m_options.limit;
    order.hasConsented = m_options.yes;
    order.overrideReason = m_options.reason;
    m_service->read(m_deadSet, order);
}

void DeadLettersRun::takeState(const ReadingState &state)
{
    m_state = state;
    if (state.stage == ReadingState::Stage::Reading)
        return;
    if (state.error)
        complain(toSentence(*state.error));
    tellOfLooks(state);
    complain(toSentence(state) + (state.note.isEmpty() ? QString() : QLatin1Char(' ') + state.note));
    m_names = sensitiveNamesOf(m_service->rules());
    for (const QString &place : secretPlacesIn(m_options.where, m_names)) {
        complain(QStringLiteral("%1 is masked: what this filter finds tells of its value. That is recorded.").arg(place));
        m_service->recordReveal(m_deadSet, everyLetter, QStringLiteral("filter on %1").arg(place), userName());
    }
    filterFrom(0);
}

/// Nothing read here is kept for the next call: whoever calls in a loop looks in a loop.
void DeadLettersRun::tellOfLooks(const ReadingState &state)
{
    if (state.looks > 0)
        complain(QStringLiteral("%1 made and counted in the record; each call of this command looks anew.")
                     .arg(state.looks == 1 ? QStringLiteral("One look was") : QStringLiteral("%1 looks were").arg(state.looks)));
}

/// One letter after the other, since a filter may look into the message.
void DeadLettersRun::filterFrom(qsizetype first)
{
    const UtcTime now = m_runtime.clock().now();
    const ClassRules rules = m_service->rules();
    const filter::Matcher matcher(m_options.where, filter::Moment{now});
    const auto isWanted = [&](const DeadLetterRow &row, const QByteArray &payload) { return matcher.matches(LetterSource(row, payload, rules.classes, now, &m_names)); };
    const bool needsPayload = looksInside(m_options.where);
    for (qsizetype row = first; row < m_read.size(); ++row) {
        if (needsPayload) {
            return m_service->fetchLetter(m_deadSet, m_read[row].number, this, [this, row, now, rules](const Result<DeadLetter> &letter) {
                const filter::Matcher again(m_options.where, filter::Moment{now});
                if (again.matches(LetterSource(m_read[row], letter ? letter->payload : QByteArray(), rules.classes, now, &m_names)))
                    m_chosen.append(m_read[row]);
                filterFrom(row + 1);
            });
        }
        if (isWanted(m_read[row], QByteArray()))
            m_chosen.append(m_read[row]);
    }
    print();
}

void DeadLettersRun::print()
{
    DeadLettersReport report;
    report.rules = m_service->rules();
    report.source = {m_connection.name, m_deadSet.name, m_state.capturedAt, m_state.stage == ReadingState::Stage::Whole, QStringLiteral("Holdwatch " HOLDWATCH_VERSION)};
    report.state = m_state;
    report.terms = m_terms;
    report.letters = m_chosen;
    report.sensitiveNames = report.rules.sensitiveNames;
    report.groups = m_options.groups;
    const QByteArray text = m_options.json ? deadLettersJson(report) : deadLettersTable(report);
    std::fwrite(text.constData(), 1, static_cast<size_t>(text.size()), stdout);
    std::fflush(stdout);
    if (m_state.stage == ReadingState::Stage::Failed)
        return quit(exitTrouble);
    if (!m_options.exports)
        return quit(0);
    writeExport();
}

void DeadLettersRun::writeExport()
{
    ExportOrder order = *m_options.exports;
    for (const DeadLetterRow &row : std::as_const(m_chosen))
        order.letters << row.number;
    m_service->exportLetters(m_deadSet, order, this, [this](const Result<QString> &written) {
        complain(written ? *written : toSentence(written.error()));
        quit(written ? 0 : exitTrouble);
    });
}

void DeadLettersRun::giveUp(const Error &error)
{
    complain(toSentence(error));
    quit(exitTrouble);
}

void DeadLettersRun::quit(int code)
{
    m_exitCode = code;
    QCoreApplication::quit();
}

} // namespace holdwatch::bootstrap
