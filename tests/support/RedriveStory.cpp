// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/RedriveStory.h"

#include "tests/support/DemoStory.h"

#include <QCryptographicHash>

namespace holdwatch::test {

namespace {

using Hours = std::chrono::hours;
using Stage = RunState::Stage;
using Stop = RunState::StopCause;

QString q(const char *text)
{
    return QString::fromUtf8(text);
}

QByteArray hash(const QString &of)
{
    return QCryptographicHash::hash(of.toUtf8(), QCryptographicHash::Sha256);
}

Operator person(const char *name)
{
    return {q(name), hash(q(name))};
}

PlanItem itemAt(int i, UtcTime now)
{
    const bool isVersion = i % 3 != 2;
    PlanItem item;
    item.ordinal = i;
    item.id = MessageId(QStringLiteral("msg-%1").arg(1000 + i));
    item.key = QStringLiteral("expire-reservation:%1:3").arg(4000 + i);
    item.digest = hash(item.key);
    item.size = 312 + i;
    item.failureClass = isVersion ? q("unsupported-version") : q("transient-dependency");
    item.version = isVersion ? q("4") : q("3");
    item.originQueue = q("reservation-expiry");
    item.deliveries = 6;
    item.publishedAt = now - Minutes(190) + Seconds(40) * i;
    item.diedAt = *item.publishedAt + Minutes(4);
    item.expiresAt = *item.publishedAt + Hours(14 * 24);
    return item;
}

QVector<Diagnosis> diagnosesOf(const RedrivePlan &plan)
{
    Diagnosis version;
    version.failureClass = q("unsupported-version");
    version.version = q("4");
    version.verdict = FailureClass::Verdict::Permanent;
    version.cause = q("The consumer knew schema versions 1 to 3 when checkout began to send 4.");
    version.fixReference = q("CHG-2291");
    version.consumerVersion = q("2.14.0");
    version.evidence = Diagnosis::Evidence::Seen;
    version.isFixed = true;
    Diagnosis timeout = version;
    timeout.failureClass = q("transient-dependency");
    timeout.version = q("3");
    timeout.verdict = FailureClass::Verdict::Transient;
    timeout.cause = q("Inventory was restarted from 11:52 to 11:58.");
    timeout.fixReference = q("INC-4711");
    timeout.evidence = Diagnosis::Evidence::Asserted;
    timeout.assertedBy = q("Ada Okafor");
    for (const PlanItem &item : plan.items)
        ++(item.version == version.version ? version : timeout).count;
    return {version, timeout};
}

CapacitySum capacity()
{
    CapacitySum sum;
    sum.workers = {4.0, q("live: consumers attached")};
    sum.perWorker = {2.5, q("typed by Ada Okafor")};
    sum.arrivals = {6.0, q("live: 360 a minute")};
    sum.retries = {0.5, q("live: 30 a minute")};
    sum.reserve = {1.0, q("typed by Ada Okafor")};
    return sum;
}

Statement statementBy(const Operator &who, Statement::Kind kind, const RedriveRecord &record, UtcTime at)
{
    Statement statement;
    statement.kind = kind;
    statement.id = QString::fromLatin1(hash(who.name + record.plan.id.text()).toHex().left(32));
    statement.plan = record.plan.id;
    statement.planDigest = record.digest;
    statement.installation = record.plan.installation;
    statement.by = who;
    statement.at = at;
    statement.expiresAt = at + Hours(4);
    statement.evidence = {q("read the diagnosis and its fix"), q("compared 12 of 12 with the queue: equal")};
    return statement;
}

void approve(RedriveRecord &record, UtcTime at)
{
    record.statements << StatementRow{statementBy(grace(), Statement::Kind::Approve, record, at), {}};
}

/// The first `moved` are confirmed, and so on in the plan's order; what is over waits.
QVector<ItemResult> outcomes(const RedrivePlan &plan, std::initializer_list<std::pair<ItemOutcome, int>> runs, UtcTime now)
{
    QVector<ItemResult> results;
    for (const PlanItem &item : plan.items)
        results << ItemResult{item.ordinal, ItemOutcome::Waiting, {}, {}, {}};
    int next = 0;
    for (const auto &[outcome, count] : runs) {
        for (int i = 0; i < count && next < results.size(); ++i, ++next) {
            ItemResult &result = results[next];
            result.outcome = outcome;
            result.at = now - Seconds(90) + Seconds(2) * next;
            switch (outcome) {
            case ItemOutcome::Moved: result.detail = q("confirmed by the broker"); break;
            case ItemOutcome::Returned: result.detail = q("dead again after 38 s, recognised by key and digest"); break;
            case ItemOutcome::Unknown: result.detail = q("The server closed the connection after the request was sent."); break;
            case ItemOutcome::Skipped: result.detail = q("was not there any more"); break;
            case ItemOutcome::Failed: result.detail = q("refused: 409, the message is locked by another reader"); break;
            default: break;
            }
        }
    }
    return results;
}

void run(RedriveScene &scene, Stage stage, const QString &text, std::initializer_list<std::pair<ItemOutcome, int>> runs, UtcTime now)
{
    RunState &state = scene.record.run;
    scene.record.isSpent = true;
    scene.results = outcomes(scene.record.plan, runs, now);
    state.plan = scene.record.plan.id;
    state.stage = stage;
    state.text = text;
    state.counts = countsOf(scene.results);
    state.startedAt = now - Minutes(4);
    state.perMinute = state.isOpen() ? 28.4 : 0;
    RunSignals seen;
    seen.target = Verdict::Healthy;
    seen.targetAge = Seconds(14);
    seen.targetSampledAt = now - Seconds(3);
    seen.deadDepth = *scene.record.plan.deadDepth - state.counts.confirmed;
    seen.consumers = 4;
    seen.now = now;
    state.lastSignals = seen;
    if (!state.isOpen())
        state.endedAt = now - Minutes(1);
}

void stop(RedriveScene &scene, Stop cause)
{
    scene.record.run.cause = cause;
    scene.record.whyNotStart.clear();
}

} // namespace

Operator ada() { return person("Ada Okafor"); }
Operator grace() { return person("Grace Lindqvist"); }

OperatorState redrivePeople(UtcTime now)
{
    OperatorState state;
    state.keychain = OperatorState::Keychain::Available;
    state.installation = InstallationId(q("a41c-90d2"));
    state.self = ada();
    Roster roster;
    roster.number = 7;
    roster.issuedAt = now - Hours(24 * 12);
    roster.expiresAt = now + Hours(24 * 78);
    roster.entries = {{ada(), true}, {grace(), true}, {person("Tomás Araya"), true}, {person("Linus Berg"), false}};
    state.roster = roster;
    state.maintainerKey = hash(q("maintainer"));
    state.pinnedBy = q("this person's keychain");
    state.rosterDigest = QString::fromLatin1(hash(q("roster")).toHex());
    return state;
}

RedrivePlan redrivePlan(UtcTime now, int items)
{
    RedrivePlan plan;
    plan.id = PlanId(q("rd-20261130-140312-7f3a"));
    plan.installation = InstallationId(q("a41c-90d2"));
    plan.requester = ada();
    plan.createdAt = now - Minutes(22);
    plan.expiresAt = now + Hours(8);
    plan.connection = ConnectionId(q("infrai-eu"));
    plan.connectionName = q("infrai-eu");
    plan.provider = q("infrai");
    plan.origin = q("https://queues.example.com:443");
    plan.environment = Environment::Production;
    plan.deadSet = q("reservation-expiry.dlq");
    plan.target = q("reservation-expiry");
    plan.rule = q("class:unsupported-version or class:transient-dependency");
    plan.snapshotAt = now - Minutes(26);
    plan.deadDepth = items + 3;
    for (int i = 0; i < items; ++i)
        plan.items << itemAt(i, now);
    plan.left = {{q("class malformed is not fixed"), 2}, {q("past useful until"), 1}};
    plan.latestStart = *plan.items.first().expiresAt - Minutes(8);
    plan.reference = q("INC-4711");
    plan.reason = q("Reservations of this morning were not expired; stock is held back. The consumer is fixed since 13:20.");
    plan.diagnoses = diagnosesOf(plan);
    plan.capacity = capacity();
    plan.bounds.maxMessages = items;
    plan.bounds.milliPerSecond = 500;
    plan.changes = {q("A new message id is given; the old one is kept in the header x-original-id."), q("The delivery count starts again at 0.")};
    plan.notKept = {q("The order among other messages of the queue.")};
    plan.requests = {q("POST /v1/queues/reservation-expiry.dlq/redrive  {\"message_ids\":[\"msg-1000\"],\"max\":1}  Idempotency-Key: rd-20261130-140312-7f3a-0"),
                     q("POST /v1/queues/reservation-expiry.dlq/redrive  {\"message_ids\":[\"msg-1002\"],\"max\":1}  Idempotency-Key: rd-20261130-140312-7f3a-2")};
    plan.lookCost = q("Each look marks what it shows as redelivered; nothing is lost by it.");
    return plan;
}

PlanFacts redriveFacts(const RedrivePlan &plan, UtcTime now)
{
    PlanFacts facts;
    facts.now = now;
    facts.canSelect = true;
    facts.canBound = true;
    facts.changes = plan.changes;
    facts.notKept = plan.notKept;
    facts.requests = plan.requests;
    facts.lookEffect = q("Each message that is read is marked as redelivered; its place in the queue stays.");
    facts.targetExists = true;
    facts.targetConsumers = 4;
    facts.deadDepth = plan.deadDepth;
    QueueStatus target = demoQueue(q("reservation-expiry"), Verdict::Healthy, Seconds(14), now);
    target.sample.arrivalsPerMinute = Metric<double>::reported(360);
    target.sample.retriesPerMinute = Metric<double>::reported(30);
    facts.target = target;
    facts.ledgerHorizon = Hours(24 * 30);
    facts.people = redrivePeople(now);
    return facts;
}

PlanDraft redriveDraft(UtcTime now, bool isFlawed)
{
    PlanDraft draft;
    draft.plan = redrivePlan(now);
    RedrivePlan &plan = draft.plan;
    plan.id = {};
    plan.createdAt = now;
    plan.snapshotAt = now - Minutes(2);
    plan.reference.clear();
    plan.reason.clear();
    plan.capacity.perWorker = {};
    plan.capacity.reserve = {};
    for (Diagnosis &each : plan.diagnoses) {
        each.cause.clear();
        each.evidence = Diagnosis::Evidence::None;
        each.assertedBy.clear();
        each.isFixed = false;
    }
    if (isFlawed) {
        plan.items[3].key.clear();
        plan.items[5].key = plan.items[4].key;
    }
    draft.facts = redriveFacts(plan, now);
    return draft;
}

QStringList redriveStates()
{
    return {q("waiting"),  q("asked"),      q("approved"),  q("refused"), q("expired"),    q("forged"),   q("canary"), q("stepping"), q("paused"),   q("stopping"), q("returned"),
            q("unknown"),  q("stale"),      q("afterwatch"), q("closed"), q("breakglass"), q("bounded"), q("countlost"), q("corrected"), q("restarted"), q("foreign"), q("large")};
}

RedriveScene redriveScene(const QString &state, UtcTime now)
{
    using O = ItemOutcome;
    RedriveScene scene;
    RedriveRecord &record = scene.record;
    record.plan = redrivePlan(now, state == q("large") ? 1000 : 12);
    record.plan.id = PlanId(QStringLiteral("rd-20261130-140312-%1").arg(QString::fromLatin1(hash(state).toHex().left(4))));
    record.digest = hash(record.plan.id.text());
    record.isOwn = true;
    const auto is = [&state](const char *name) { return state == QLatin1String(name); };
    if (is("waiting")) {
        record.whyNotStart = q("It waits for the approval of a second person.");
        return scene;
    }
    if (is("asked") || is("foreign") || is("forged")) {
        record.isOwn = false;
        record.plan.requester = grace();
        record.plan.installation = InstallationId(q("77e0-1b2c"));
        record.whyNotStart = q("It can run only where it was asked for.");
        if (is("foreign"))
            record.statements << StatementRow{statementBy(ada(), Statement::Kind::Approve, record, now - Minutes(5)), {}};
        if (is("forged"))
            record.signatureProblem = q("The signature of Grace Lindqvist does not hold: something in this file was changed after it was signed.");
        return scene;
    }
    if (is("refused")) {
        Statement refusal = statementBy(grace(), Statement::Kind::Refuse, record, now - Minutes(3));
        refusal.reason = q("2.14.0 is only on half of the workers. Ask me again when it is on all of them.");
        record.statements << StatementRow{refusal, {}};
        record.whyNotStart = q("Grace Lindqvist has refused it.");
        return scene;
    }
    if (is("countlost")) {
        record.plan.kind = RedrivePlan::Kind::Bounded;
        record.plan.notKept = {q("Which messages: the system takes the first ones.")};
        run(scene, Stage::Stopped, q("The answer to a step was lost: it may have moved up to 5."), {}, now);
        record.run.counts = {12, 4, 0, 3, 0, 5, 0, 0, 0};
        record.run.movedByCount = 3;
        stop(scene, Stop::ProviderFailed);
        record.whyNotStart = q("How many the last step moved is unknown: clear that up first.");
        return scene;
    }
    if (is("bounded")) {
        record.plan.kind = RedrivePlan::Kind::Bounded;
        record.plan.notKept = {q("Which messages: the system takes the first ones."), q("The bound may be overshot by one page of 10.")};
        record.whyNotStart = q("It waits for the approval of a second person.");
        return scene;
    }
    if (is("corrected")) {
        record.plan.kind = RedrivePlan::Kind::Corrected;
        record.plan.items.resize(1);
        record.plan.bounds.maxMessages = 1;
        record.plan.correction = Correction{R"({"schema_version":4,"order":{"id":"A-4000","total":1.10,}})", R"({"schema_version":4,"order":{"id":"A-4000","total":1.10}})",
                                            q("The trailing comma came from checkout 5.2; mended in 5.2.1.")};
        record.whyNotStart = q("It waits for the approval of a second person.");
        return scene;
    }
    approve(record, now - Minutes(6));
    if (is("expired")) {
        record.statements.first().problem = q("expired at 12:00 UTC");
        record.whyNotStart = q("The approval has expired. A new one is needed.");
    } else if (is("canary")) {
        run(scene, Stage::Canary, q("Watching 2 canaries: one of each class went, none is back."), {{O::Moved, 2}}, now);
        record.run.waitsUntil = now + Seconds(96);
    } else if (is("stepping") || is("large")) {
        if (is("large"))
            run(scene, Stage::Stepping, q("Step 5 of 22: 20 messages, then a look whether any is back."), {{O::Moved, 431}, {O::Skipped, 12}, {O::Failed, 3}, {O::Intended, 1}}, now);
        else
            run(scene, Stage::Stepping, q("Step 2: sees whether any message is back before the next 5."), {{O::Moved, 5}, {O::Skipped, 1}}, now);
        record.run.step = is("large") ? 5 : 2;
        record.run.waitsUntil = now + Seconds(13);
    } else if (is("paused")) {
        run(scene, Stage::Paused, q("Paused by Ada Okafor. Nothing is sent until it is resumed."), {{O::Moved, 5}, {O::Skipped, 1}}, now);
        record.run.step = 2;
    } else if (is("stopping")) {
        run(scene, Stage::Stopping, q("Finishes the message in hand, then stops."), {{O::Moved, 5}, {O::Intended, 1}}, now);
        record.run.step = 2;
    } else if (is("returned")) {
        run(scene, Stage::Stopped, q("A redriven message came back to reservation-expiry.dlq after 38 s, with the same error. The fix does not hold for class unsupported-version."),
            {{O::Moved, 4}, {O::Returned, 1}, {O::Skipped, 1}, {O::Left, 6}}, now);
        stop(scene, Stop::Returned);
        record.run.step = 2;
    } else if (is("unknown")) {
        run(scene, Stage::Stopped, q("The server closed the connection after the request was sent. The message may have moved. Holdwatch has not sent it again."),
            {{O::Moved, 5}, {O::Unknown, 2}, {O::Failed, 1}, {O::Left, 4}}, now);
        stop(scene, Stop::ProviderFailed);
        record.run.step = 3;
        record.whyNotStart = q("2 outcomes are unknown. Clear them up first.");
    } else if (is("stale")) {
        run(scene, Stage::Stopped, q("The last figure of reservation-expiry is 2:24 old. Without fresh signals a run stops."), {{O::Moved, 3}, {O::Left, 9}}, now);
        stop(scene, Stop::StaleSignal);
        record.run.lastSignals->target = Verdict::Stale;
        record.run.lastSignals->targetSampledAt = now - Seconds(144);
    } else if (is("restarted")) {
        run(scene, Stage::Stopped, q("Holdwatch ended while it ran. One message was under way; whether it moved is unknown."), {{O::Moved, 6}, {O::Unknown, 1}, {O::Waiting, 5}}, now);
        stop(scene, Stop::Restarted);
    } else if (is("afterwatch")) {
        run(scene, Stage::AfterWatch, q("All were attempted. Watching what comes back."), {{O::Moved, 11}, {O::Skipped, 1}}, now);
        record.run.waitsUntil = now + Seconds(412);
    } else if (is("closed")) {
        run(scene, Stage::Finished, {}, {{O::Moved, 11}, {O::Skipped, 1}}, now);
        record.run.verdict = q("Held: none of 11 came back within 10:00; the target stayed healthy, its age at most 0:48.");
    } else if (is("breakglass")) {
        record.statements.clear();
        record.plan.breakGlass = BreakGlass{q("INC-4711"), BreakGlass::Ground::ApproversSilent, now - Minutes(50), {q("Grace Lindqvist"), q("Tomás Araya")}};
        run(scene, Stage::Finished, {}, {{O::Moved, 12}}, now);
        record.run.isReviewDue = true;
        record.run.verdict = q("Held: none of 12 came back within 10:00.");
    }
    return scene;
}

void layOut(FakeRedrive &port, const QStringList &states, UtcTime now)
{
    port.state = redrivePeople(now);
    port.facts = redriveFacts(redrivePlan(now), now);
    for (auto state = states.crbegin(); state != states.crend(); ++state) {
        const RedriveScene scene = redriveScene(*state, now);
        port.results[scene.record.plan.id] = scene.results;
        port.put(scene.record);
        port.facts = redriveFacts(scene.record.plan, now);
    }
}

} // namespace holdwatch::test
