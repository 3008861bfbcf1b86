// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/RedriveWords.h"

#include "app/storage/Profile.h"
#include "models/redrive/PlanCheck.h"

#include <QCommandLineParser>

namespace holdwatch::bootstrap {

namespace {

struct Verb
{
    const char *word;
    int names;
    QStringList flags;
    QStringList values;
};

const QVector<Verb> &verbs()
{
    const auto list = [](const char *words) { return QString::fromLatin1(words).split(QLatin1Char(' '), Qt::SkipEmptyParts); };
    static const QVector<Verb> all{
        {"plan", 1, list("yes dry-run json"),
         list("connection where limit to kind reference reason diagnosis max rate workers per-worker arrivals retries reserve steps proof canary-watch step-watch after-watch deadline "
              "stale-after break-glass ground asked-at asked out")},
        {"adopt", 1, list("dry-run json"), list("reference reason diagnosis rate workers per-worker arrivals retries reserve steps proof canary-watch step-watch after-watch deadline stale-after out")},
        {"list", 0, list("json"), {}},
        {"show", 1, list("json"), {}},
        {"open", 1, list("json"), {}},
        {"export", 1, {}, list("out")},
        {"approve", 1, list("compare yes"), list("phrase out")},
        {"refuse", 1, {}, list("reason out")},
        {"withdraw", 1, {}, list("reason out")},
        {"review", 1, {}, list("reason out")},
        {"run", 1, list("unlock json"), {}},
        {"close", 1, {}, {}},
        {"reconcile", 1, list("moved not-moved"), list("item note moved-count")},
        {"report", 1, {}, list("format out")},
    };
    return all;
}

tl::unexpected<Error> wrongUse(const QString &what)
{
    return failure(Error::Kind::Configuration, what, QStringLiteral("See “holdwatch --help”."));
}

/// Reads options one after the other; the first that is wrong is told, the rest is left alone.
class Reader
{
public:
    explicit Reader(const RedriveWords &words) : m_words(words) {}

    void text(const char *option, QString &into)
    {
        if (m_words.has(QLatin1String(option)))
            into = m_words.value(QLatin1String(option));
    }
    void duration(const char *option, Millis &into)
    {
        if (!m_words.has(QLatin1String(option)))
            return;
        if (const auto read = parseDuration(m_words.value(QLatin1String(option))))
            into = *read;
        else
            fail(option, QStringLiteral("takes a duration like 90s or 15m."));
    }
    void term(const char *option, CapacityTerm &into, const QString &by)
    {
        if (const auto read = number(option))
            into = {*read, QStringLiteral("typed by ") + by};
    }
    std::optional<double> number(const char *option)
    {
        if (!m_words.has(QLatin1String(option)))
            return std::nullopt;
        bool isNumber = false;
        const double read = m_words.value(QLatin1String(option)).toDouble(&isNumber);
        if (isNumber && read >= 0)
            return read;
        fail(option, QStringLiteral("takes a number from 0 on."));
        return std::nullopt;
    }
    void fail(const char *option, const QString &why)
    {
        if (!m_error)
            m_error = wrongUse(QStringLiteral("--%1 %2").arg(QLatin1String(option), why)).value();
    }
    Result<void> end() const { return m_error ? Result<void>(failure(*m_error)) : Result<void>(); }

private:
    const RedriveWords &m_words;
    std::optional<Error> m_error;
};

void readSteps(const RedriveWords &words, Reader &reader, QVector<int> &steps)
{
    if (!words.has(QStringLiteral("steps")))
        return;
    steps.clear();
    for (const QString &each : words.value(QStringLiteral("steps")).split(QLatin1Char(','))) {
        steps.append(each.trimmed().toInt());
        if (steps.constLast() < 1)
            reader.fail("steps", QStringLiteral("takes numbers like 1,2,5,20."));
    }
}

void readProof(const RedriveWords &words, Reader &reader, RedriveBounds &bounds)
{
    using Proof = RedriveBounds::CanaryProof;
    const QString proof = words.value(QStringLiteral("proof"));
    if (proof.isEmpty())
        return;
    if (proof == QLatin1String("ledger"))
        bounds.proof = Proof::Ledger;
    else if (proof == QLatin1String("not-seen-back"))
        bounds.proof = Proof::NotSeenBack;
    else if (proof.startsWith(QLatin1String("unproven:")) && proof.size() > 9) {
        bounds.proof = Proof::AcceptedUnproven;
        bounds.acceptedBy = proof.mid(9);
    } else {
        reader.fail("proof", QStringLiteral("takes ledger, not-seen-back or unproven:NAME."));
    }
}

/// "class=malformed; version=2; cause=…; fix=PR 41; consumer=2.3; seen" or "…; asserted"; class=* stands for all.
void readDiagnosis(const QString &text, Reader &reader, RedrivePlan &plan, const QString &by)
{
    QHash<QString, QString> parts;
    for (const QString &each : text.split(QLatin1Char(';'), Qt::SkipEmptyParts))
        parts.insert(each.section(QLatin1Char('='), 0, 0).trimmed(), each.section(QLatin1Char('='), 1).trimmed());
    const QString about = parts.value(QStringLiteral("class"));
    bool isKnown = false;
    for (Diagnosis &diagnosis : plan.diagnoses) {
        const bool isMeant = about == QLatin1String("*") || (diagnosis.failureClass == about && (!parts.contains(QStringLiteral("version")) || diagnosis.version == parts.value(QStringLiteral("version"))));
        if (!isMeant)
            continue;
        isKnown = true;
        diagnosis.cause = parts.value(QStringLiteral("cause"), diagnosis.cause);
        diagnosis.fixReference = parts.value(QStringLiteral("fix"), diagnosis.fixReference);
        diagnosis.consumerVersion = parts.value(QStringLiteral("consumer"), diagnosis.consumerVersion);
        diagnosis.isFixed = !parts.contains(QStringLiteral("not-fixed"));
        if (parts.contains(QStringLiteral("seen")))
            diagnosis.evidence = Diagnosis::Evidence::Seen;
        if (parts.contains(QStringLiteral("asserted"))) {
            diagnosis.evidence = Diagnosis::Evidence::Asserted;
            diagnosis.assertedBy = by;
        }
    }
    if (!isKnown)
        reader.fail("diagnosis", QStringLiteral("names a class that no chosen message is of: “%1”.").arg(about));
}

void readBreakGlass(const RedriveWords &words, Reader &reader, RedrivePlan &plan)
{
    if (!words.has(QStringLiteral("break-glass")))
        return;
    BreakGlass glass;
    glass.incident = words.value(QStringLiteral("break-glass"));
    glass.asked = words.value(QStringLiteral("asked")).split(QLatin1Char(','), Qt::SkipEmptyParts);
    if (words.value(QStringLiteral("ground")) == QLatin1String("retention"))
        glass.ground = BreakGlass::Ground::RetentionFirst;
    const QDateTime asked = QDateTime::fromString(words.value(QStringLiteral("asked-at")), Qt::ISODate);
    if (asked.isValid())
        glass.askedAt = fromQDateTime(asked);
    else if (glass.ground == BreakGlass::Ground::ApproversSilent)
        reader.fail("asked-at", QStringLiteral("takes the moment the approvers were asked, like 2026-11-30T14:03:00Z."));
    plan.breakGlass = glass;
}

} // namespace

Result<RedriveWords> parseRedriveWords(const QStringList &arguments)
{
    RedriveWords words;
    words.verb = arguments.value(0);
    const auto verb = std::find_if(verbs().cbegin(), verbs().cend(), [&](const Verb &each) { return words.verb == QLatin1String(each.word); });
    if (verb == verbs().cend())
        return wrongUse(words.verb.isEmpty() ? QStringLiteral("redrive takes a word: plan, list, show, open, export, approve, refuse, withdraw, review, run, close, reconcile, adopt or report.")
                                             : QStringLiteral("“%1” is nothing redrive does.").arg(words.verb));
    QCommandLineParser parser;
    for (const QString &each : verb->flags)
        parser.addOption({each, QString()});
    for (const QString &each : verb->values + QStringList(QStringLiteral("profile")))
        parser.addOption({each, QString(), QStringLiteral("value")});
    if (!parser.parse(QStringList(QStringLiteral("redrive")) + arguments.mid(1)))
        return wrongUse(parser.errorText());
    words.names = parser.positionalArguments();
    if (words.names.size() != verb->names)
        return wrongUse(verb->names == 0 ? QStringLiteral("redrive %1 takes no name.").arg(words.verb) : QStringLiteral("redrive %1 takes one name.").arg(words.verb));
    for (const QString &each : parser.optionNames()) {
        if (verb->flags.contains(each))
            words.flags.insert(each);
        else
            words.values.insert(each, parser.values(each));
    }
    words.profile = parser.isSet(QStringLiteral("profile")) ? parser.value(QStringLiteral("profile")) : storage::Profile::defaultDirectory();
    return words;
}

Result<void> applyWords(const RedriveWords &words, RedrivePlan &plan, const QString &by)
{
    Reader reader(words);
    reader.text("reference", plan.reference);
    reader.text("reason", plan.reason);
    for (const QString &each : words.values.value(QStringLiteral("diagnosis")))
        readDiagnosis(each, reader, plan, by);
    reader.term("workers", plan.capacity.workers, by);
    reader.term("per-worker", plan.capacity.perWorker, by);
    reader.term("arrivals", plan.capacity.arrivals, by);
    reader.term("retries", plan.capacity.retries, by);
    reader.term("reserve", plan.capacity.reserve, by);
    if (const auto rate = reader.number("rate"))
        plan.bounds.milliPerSecond = qint64(*rate * 1000.0);
    if (const auto most = reader.number("max"))
        plan.bounds.maxMessages = int(*most);
    readSteps(words, reader, plan.bounds.steps);
    readProof(words, reader, plan.bounds);
    reader.duration("canary-watch", plan.bounds.canaryWatch);
    reader.duration("step-watch", plan.bounds.stepWatch);
    reader.duration("after-watch", plan.bounds.afterWatch);
    reader.duration("deadline", plan.bounds.deadline);
    reader.duration("stale-after", plan.bounds.stop.staleAfter);
    readBreakGlass(words, reader, plan);
    plan.latestStart = latestSafeStart(plan);
    return reader.end();
}

} // namespace holdwatch::bootstrap
