// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RedriveRun.h"

#include "app/bootstrap/RedriveText.h"
#include "app/bootstrap/Waiting.h"
#include "models/deadletters/LetterFields.h"
#include "models/filter/Matcher.h"
#include "models/filter/Parser.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTimer>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

constexpr Millis longestForTarget = Seconds(60);

void tell(const QString &sentence)
{
    std::fprintf(stderr, "holdwatch: %s\n", sentence.toUtf8().constData());
}

void print(const QByteArray &text)
{
    std::fwrite(text.constData(), 1, static_cast<size_t>(text.size()), stdout);
    std::fflush(stdout);
}

tl::unexpected<Error> wrongUse(const QString &what, const QString &next = {})
{
    return failure(Error::Kind::Configuration, what, next);
}

} // namespace

int RedriveRun::execute()
{
    RedrivePort &port = m_session.redrive();
    const bool isReady = waitUntil([&] { return m_session.redrive().isReady(); }, [&](QObject *context, auto news) { connect(&m_session.redrive(), &operations::RedriveService::ready, context, news); });
    if (!isReady)
        return Trouble;
    connect(&port, &RedrivePort::auditProblem, this, [](const QString &problem) {
        if (!problem.isEmpty())
            tell(problem);
    });
    const QHash<QString, Result<int> (RedriveRun::*)()> verbs{
        {QStringLiteral("plan"), &RedriveRun::makePlan},       {QStringLiteral("adopt"), &RedriveRun::adopt},   {QStringLiteral("list"), &RedriveRun::list},
        {QStringLiteral("show"), &RedriveRun::show},           {QStringLiteral("open"), &RedriveRun::open},     {QStringLiteral("export"), &RedriveRun::exportPlan},
        {QStringLiteral("approve"), &RedriveRun::say},         {QStringLiteral("refuse"), &RedriveRun::say},    {QStringLiteral("withdraw"), &RedriveRun::say},
        {QStringLiteral("review"), &RedriveRun::say},          {QStringLiteral("run"), &RedriveRun::run},       {QStringLiteral("close"), &RedriveRun::close},
        {QStringLiteral("reconcile"), &RedriveRun::reconcile}, {QStringLiteral("report"), &RedriveRun::report},
    };
    const Result<int> code = (this->*verbs.value(m_words.verb))();
    if (code)
        return *code;
    tell(toSentence(code.error()));
    return Trouble;
}

Result<ConnectionConfig> RedriveRun::connection() const
{
    const QString wanted = m_words.value(QStringLiteral("connection"));
    const QVector<ConnectionConfig> all = m_session.watched();
    if (wanted.isEmpty() && all.size() == 1)
        return all.constFirst();
    for (const ConnectionConfig &each : all) {
        if (each.name == wanted || each.id.text() == wanted)
            return each;
    }
    return wrongUse(wanted.isEmpty() ? QStringLiteral("There are several connections.") : QStringLiteral("There is no connection “%1”.").arg(wanted), QStringLiteral("Name one with --connection."));
}

Result<QVector<LetterNumber>> RedriveRun::readLetters(const QueueId &deadSet)
{
    DeadLetterPort &port = m_session.deadLetters();
    const auto where = filter::parse(m_words.value(QStringLiteral("where")), letterCatalogue());
    if (!where)
        return wrongUse(QStringLiteral("The filter is not understood: %1").arg(where.error().sentence));
    std::optional<LookTerms> terms;
    waitUntil([&] { return terms.has_value(); }, [&](QObject *context, auto news) {
        connect(&port, &DeadLetterPort::termsChanged, context, [&terms, news](const QueueId &, const LookTerms &told) {
            terms = told;
            news();
        });
        port.requestTerms(deadSet);
    });
    if (!terms)
        return failure(Error::Kind::Cancelled, QStringLiteral("Interrupted."));
    if (terms->effect != LookTerms::Effect::None)
        tell(terms->sentence);
    if (terms->effect == LookTerms::Effect::Refused || terms->effect == LookTerms::Effect::Risky)
        return failure(Error::Kind::Unsupported, QStringLiteral("Nothing was read: a plan adds more looks than these messages can take."));
    if (terms->effect == LookTerms::Effect::Declared && !m_words.has(QStringLiteral("yes")))
        return failure(Error::Kind::Forbidden, QStringLiteral("Nothing was read. Say --yes to look all the same."));

    QVector<DeadLetterRow> rows;
    ReadingState state;
    waitUntil([&] { return state.stage != ReadingState::Stage::Nothing && state.stage != ReadingState::Stage::Reading; }, [&](QObject *context, auto news) {
        connect(&port, &DeadLetterPort::lettersRead, context, [&rows](const QueueId &, const QVector<DeadLetterRow> &read) { rows += read; });
        connect(&port, &DeadLetterPort::readingChanged, context, [&state, news](const QueueId &, const ReadingState &told) {
            state = told;
            news();
        });
        ReadOrder order;
        order.hasConsented = m_words.has(QStringLiteral("yes"));
        order.atMost = m_words.has(QStringLiteral("limit")) ? m_words.value(QStringLiteral("limit")).toLongLong() : 5000;
        port.read(deadSet, order);
    });
    if (state.error)
        return failure(*state.error);
    tell(toSentence(state));

    const UtcTime now = m_session.clock().now();
    const filter::Matcher matcher(*where, filter::Moment{now});
    const bool looksInside = !filter::pathsIn(*where).isEmpty() || filter::searchesText(*where);
    const ClassRules rules = port.rules();
    QVector<LetterNumber> chosen;
    for (const DeadLetterRow &row : std::as_const(rows)) {
        QByteArray payload;
        if (looksInside) {
            const auto letter = waitFor<DeadLetter>([&](QObject *context, auto done) { port.fetchLetter(deadSet, row.number, context, done); });
            if (!letter)
                return failure(letter.error());
            payload = letter->payload;
        }
        if (matcher.matches(LetterSource(row, payload, rules.classes, now)))
            chosen.append(row.number);
    }
    if (chosen.isEmpty())
        return failure(Error::Kind::NotFound, QStringLiteral("No dead letter is chosen by that."));
    return chosen;
}

/// What is judged by live figures waits for the first of them.
Result<void> RedriveRun::waitForTarget(const RedrivePlan &plan)
{
    QTimer limit;
    limit.setSingleShot(true);
    limit.start(longestForTarget);
    const auto isThere = [&] { return m_session.redrive().seesTarget(plan) || !limit.isActive(); };
    waitUntil(isThere, [&](QObject *context, auto news) {
        connect(&m_session.monitor(), &MonitorPort::statusesChanged, context, news);
        connect(&limit, &QTimer::timeout, context, news);
        m_session.monitor().requestRefresh();
    });
    return {};
}

Result<int> RedriveRun::makePlan()
{
    const Result<ConnectionConfig> on = connection();
    if (!on)
        return failure(on.error());
    const auto kind = m_words.has(QStringLiteral("kind")) ? planKindFromWord(m_words.value(QStringLiteral("kind"))) : RedrivePlan::Kind::Selected;
    if (!kind || *kind == RedrivePlan::Kind::Corrected)
        return wrongUse(QStringLiteral("--kind takes selected, bounded or whole-queue."));
    PlanRequest request;
    request.deadSet = {on->id, m_words.names.constFirst()};
    request.rule = m_words.value(QStringLiteral("where"));
    request.target = m_words.value(QStringLiteral("to"));
    request.kind = *kind;
    const Result<QVector<LetterNumber>> letters = readLetters(request.deadSet);
    if (!letters)
        return failure(letters.error());
    request.letters = *letters;
    return planFrom(waitFor<PlanDraft>([&](QObject *context, auto done) { m_session.redrive().draft(request, context, done); }));
}

Result<int> RedriveRun::adopt()
{
    const QString path = m_words.names.constFirst();
    return planFrom(waitFor<PlanDraft>([&](QObject *context, auto done) { m_session.redrive().draftAdoption(path, context, done); }));
}

Result<int> RedriveRun::planFrom(Result<PlanDraft> drafted)
{
    if (!drafted)
        return failure(drafted.error());
    RedrivePlan plan = drafted->plan;
    if (drafted->facts.targetExists)
        waitForTarget(plan);
    if (const auto applied = applyWords(m_words, plan, plan.requester.name); !applied)
        return failure(applied.error());
    const auto facts = waitFor<PlanFacts>([&](QObject *context, auto done) { m_session.redrive().refreshFacts(plan, context, done); });
    if (!facts)
        return failure(facts.error());
    const QVector<PlanRemark> remarks = checkPlan(plan, *facts);
    if (m_words.has(QStringLiteral("dry-run"))) {
        print(m_words.has(QStringLiteral("json")) ? planJson(plan, remarks) : planText(plan, remarks));
        return canBeSigned(remarks) ? Done : Trouble;
    }
    for (const PlanRemark &each : remarks) {
        if (each.state != PlanRemark::State::Fine)
            tell(remarkText(each));
    }
    if (!canBeSigned(remarks))
        return failure(Error::Kind::Invalid, QStringLiteral("Nothing was signed."));
    const auto signedPlan = waitFor<PlanId>([&](QObject *context, auto done) { m_session.redrive().sign(plan, context, done); });
    if (!signedPlan)
        return failure(signedPlan.error());
    if (const auto written = writeOut(*signedPlan); !written)
        return failure(written.error());
    print(signedPlan->text().toUtf8() + '\n');
    const auto kept = m_session.redrive().redrive(*signedPlan);
    if (kept && needsPhrase(kept->plan))
        tell(QStringLiteral("To approve it: “%1”.").arg(approvalPhrase(kept->plan)));
    return Done;
}

Result<void> RedriveRun::writeOut(const PlanId &plan)
{
    const QString path = m_words.value(QStringLiteral("out"));
    return path.isEmpty() ? Result<void>() : m_session.redrive().exportTo(plan, path);
}

Result<RedriveRecord> RedriveRun::record() const
{
    const QString name = m_words.names.constFirst();
    PlanId id(name);
    if (QFileInfo::exists(name)) {
        const Result<PlanId> opened = m_session.redrive().open(name);
        if (!opened)
            return failure(opened.error());
        id = *opened;
    }
    if (const auto found = m_session.redrive().redrive(id))
        return *found;
    return failure(Error::Kind::NotFound, QStringLiteral("No redrive “%1” is known here.").arg(name), QStringLiteral("See “holdwatch redrive list”, or name a plan's file."));
}

Result<int> RedriveRun::list()
{
    const QVector<RedriveRecord> all = m_session.redrive().redrives();
    print(m_words.has(QStringLiteral("json")) ? recordsJson(all) : recordsText(all));
    return Done;
}

Result<int> RedriveRun::show()
{
    return record().map([this](const RedriveRecord &found) -> int {
        const QVector<ItemResult> items = m_session.redrive().items(found.plan.id);
        print(m_words.has(QStringLiteral("json")) ? recordJson(found, items) : recordText(found, items));
        return Done;
    });
}

Result<int> RedriveRun::open()
{
    return show();
}

Result<int> RedriveRun::exportPlan()
{
    return record().and_then([this](const RedriveRecord &found) { return writeOut(found.plan.id); }).map([]() -> int { return Done; });
}

Result<int> RedriveRun::say()
{
    const Result<RedriveRecord> about = record();
    if (!about)
        return failure(about.error());
    RedrivePort &port = m_session.redrive();
    const PlanId id = about->plan.id;
    QStringList evidence{QStringLiteral("the signed list")};
    if (m_words.has(QStringLiteral("compare"))) {
        if (!about->plan.lookCost.isEmpty() && !m_words.has(QStringLiteral("yes")))
            return failure(Error::Kind::Forbidden, about->plan.lookCost, QStringLiteral("Say --yes to compare all the same."));
        const auto rows = waitFor<QVector<EvidenceRow>>([&](QObject *context, auto done) { port.compareWithQueue(id, context, done); });
        if (!rows)
            return failure(rows.error());
        evidence << evidenceText(*rows);
        tell(evidence.constLast());
    }
    const QString reason = m_words.value(QStringLiteral("reason"));
    const auto said = waitFor<void>([&](QObject *context, auto done) {
        if (m_words.verb == QLatin1String("approve"))
            port.approve(id, about->digest, m_words.value(QStringLiteral("phrase")), evidence, context, done);
        else if (m_words.verb == QLatin1String("refuse"))
            port.refuse(id, reason, context, done);
        else if (m_words.verb == QLatin1String("withdraw"))
            port.withdraw(id, reason, context, done);
        else
            port.review(id, reason, context, done);
    });
    if (!said)
        return failure(said.error());
    return writeOut(id).map([]() -> int { return Done; });
}

void RedriveRun::follow(const PlanId &plan)
{
    const bool isJson = m_words.has(QStringLiteral("json"));
    connect(&m_session.redrive(), &RedrivePort::runChanged, this, [plan, isJson, last = std::make_shared<QString>()](const PlanId &id, const RunState &state) {
        if (!(id == plan))
            return;
        const QString line = stateText(state);
        if (std::exchange(*last, line) != line)
            isJson ? print(stateJson(state)) : tell(line);
    });
    connect(&m_session.redrive(), &RedrivePort::itemsChanged, this, [plan, isJson](const PlanId &id, const QVector<ItemResult> &changed) {
        for (const ItemResult &each : changed) {
            if (id == plan && each.outcome != ItemOutcome::Waiting)
                print(isJson ? itemJson(each) : itemText(each));
        }
    });
}

Result<int> RedriveRun::run()
{
    const Result<RedriveRecord> about = record();
    if (!about)
        return failure(about.error());
    const PlanId id = about->plan.id;
    if (!m_words.has(QStringLiteral("unlock")))
        return failure(Error::Kind::Forbidden, QStringLiteral("%1 is read-only.").arg(about->plan.connectionName), QStringLiteral("Say --unlock to unlock it for this run."));
    m_session.access().unlock(about->plan.connection);
    // A refusal that is certain is not waited for; of a file that was opened just now the gate has not been asked yet.
    const QString refusal = m_session.redrive().redrive(id)->whyNotStart;
    if (!refusal.isEmpty() && !QFileInfo::exists(m_words.names.constFirst()))
        return failure(Error::Kind::Forbidden, refusal, QStringLiteral("Nothing was sent."));
    waitForTarget(about->plan);
    tell(QStringLiteral("%1%2 is unlocked for this run. %3").arg(about->plan.environment == Environment::Production ? QStringLiteral("PRODUCTION: ") : QString(), about->plan.connectionName,
                                                                QStringLiteral("At most %1 messages move.").arg(mostMoved(about->plan))));
    follow(id);
    const auto begun = waitFor<void>([&](QObject *context, auto done) { m_session.redrive().start(id, context, done); });
    if (!begun)
        return failure(begun.error());
    const auto isOver = [&] {
        const auto now = m_session.redrive().redrive(id);
        return !m_session.redrive().isRunning(id) && now && !now->run.isOpen();
    };
    m_running = id;
    waitUntil(isOver, [&](QObject *context, auto news) { connect(&m_session.redrive(), &RedrivePort::redriveChanged, context, news); });
    m_running = {};
    const RunState state = m_session.redrive().redrive(id)->run;
    tell(stateText(state));
    return state.counts.unknown > 0 ? UnknownOutcomes : state.stage == RunState::Stage::Finished ? Done : Stopped;
}

void RedriveRun::interrupt()
{
    if (m_running.isEmpty())
        QCoreApplication::quit();
    else
        m_session.redrive().stop(m_running); // what is left is exact, and the record says so
}

Result<int> RedriveRun::close()
{
    return record().and_then([this](const RedriveRecord &about) {
        return waitFor<void>([&](QObject *context, auto done) { m_session.redrive().close(about.plan.id, context, done); });
    }).map([]() -> int { return Done; });
}

Result<int> RedriveRun::reconcile()
{
    const Result<RedriveRecord> about = record();
    if (!about)
        return failure(about.error());
    const PlanId id = about->plan.id;
    if (m_words.has(QStringLiteral("moved-count"))) {
        bool isNumber = false;
        const qint64 moved = m_words.value(QStringLiteral("moved-count")).toLongLong(&isNumber);
        if (!isNumber)
            return wrongUse(QStringLiteral("--moved-count takes how many the step moved."));
        const QString note = m_words.value(QStringLiteral("note"));
        return waitFor<void>([&](QObject *context, auto done) { m_session.redrive().reconcileCount(id, moved, note, context, done); }).map([]() -> int { return Done; });
    }
    if (m_words.has(QStringLiteral("item"))) {
        Reconciliation word;
        word.ordinal = m_words.value(QStringLiteral("item")).toInt() - 1;
        if (m_words.has(QStringLiteral("moved")) == m_words.has(QStringLiteral("not-moved")))
            return wrongUse(QStringLiteral("Say either --moved or --not-moved."));
        word.found = m_words.has(QStringLiteral("moved")) ? ItemOutcome::Moved : ItemOutcome::Skipped;
        word.source = Reconciliation::Source::Word;
        word.by = m_session.redrive().whoActs();
        word.note = m_words.value(QStringLiteral("note"));
        return waitFor<void>([&](QObject *context, auto done) { m_session.redrive().reconcileByWord(id, word, context, done); }).map([]() -> int { return Done; });
    }
    const auto cleared = waitFor<int>([&](QObject *context, auto done) { m_session.redrive().reconcile(id, context, done); });
    if (!cleared)
        return failure(cleared.error());
    tell(QStringLiteral("%1 cleared up, %2 still unknown.").arg(*cleared).arg(about->run.counts.unknown - *cleared));
    return about->run.counts.unknown > *cleared ? UnknownOutcomes : Done;
}

Result<int> RedriveRun::report()
{
    const Result<RedriveRecord> about = record();
    if (!about)
        return failure(about.error());
    const QString word = m_words.value(QStringLiteral("format"));
    const QHash<QString, ReportFormat> formats{{QStringLiteral("html"), ReportFormat::Html}, {QStringLiteral("pdf"), ReportFormat::Pdf}, {QStringLiteral("json"), ReportFormat::Json}};
    const QString path = m_words.value(QStringLiteral("out"));
    if (!formats.contains(word) || path.isEmpty())
        return wrongUse(QStringLiteral("report takes --format html, pdf or json and --out PATH."));
    return waitFor<void>([&](QObject *context, auto done) { m_session.redrive().report(about->plan.id, formats.value(word), path, context, done); }).map([]() -> int { return Done; });
}

} // namespace holdwatch::bootstrap
