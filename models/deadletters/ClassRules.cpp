// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/ClassRules.h"

#include "models/payload/SensitiveNames.h"

namespace holdwatch {

namespace {

constexpr const char *transient = "transient-dependency";
constexpr const char *rateLimit = "rate-limit";
constexpr const char *malformed = "malformed";
constexpr const char *unsupported = "unsupported-version";
constexpr const char *rejection = "permanent-rejection";
constexpr const char *unknown = "unknown";

struct Pattern
{
    const char *classId;
    const char *pattern;
};

/// Looked for in the error text and in the source's own class word alike, as exception names stand in either. The
/// first that matches wins, so what names the cause most exactly comes first.
constexpr Pattern patterns[] = {
    // What the practice queue's workers write
    {malformed, "malformed payload*"}, {unsupported, "unsupported schema version*"}, {transient, "transient failure*"}, {rejection, "permanent rejection*"},
    {rateLimit, "rate limit:*"},

    {unsupported, "*unsupported schema*"}, {unsupported, "*unsupported version*"}, {unsupported, "*unsupported message version*"}, {unsupported, "*unsupported event version*"},
    {unsupported, "*unsupported payload version*"}, {unsupported, "*unsupportedversion*"}, {unsupported, "*unsupportedschema*"}, {unsupported, "*unknown schema*"},
    {unsupported, "*unknown version*"}, {unsupported, "*unknown message version*"}, {unsupported, "*unknown event version*"}, {unsupported, "*schema version*not supported*"},
    {unsupported, "*version*is not supported*"}, {unsupported, "*unrecognized schema*"}, {unsupported, "*unrecognised schema*"}, {unsupported, "*schema version mismatch*"},
    {unsupported, "*incompatible schema*"}, {unsupported, "*schema not found*"}, {unsupported, "*no handler for version*"},

    {rateLimit, "*rate limit*"}, {rateLimit, "*ratelimit*"}, {rateLimit, "*rate_limit*"}, {rateLimit, "*throttl*"}, {rateLimit, "*too many requests*"}, {rateLimit, "*toomanyrequests*"},
    {rateLimit, "*quota exceeded*"}, {rateLimit, "*slow down*"}, {rateLimit, "*throughputexceeded*"}, {rateLimit, "*status 429*"}, {rateLimit, "*status code 429*"},
    {rateLimit, "*status code: 429*"}, {rateLimit, "*http 429*"}, {rateLimit, "*429 *too many*"},

    {malformed, "*malformed*"}, {malformed, "*deserializ*"}, {malformed, "*deserialis*"}, {malformed, "*unmarshal*"}, {malformed, "*jsondecodeerror*"}, {malformed, "*jsonparse*"},
    {malformed, "*jsonmapping*"}, {malformed, "*json*parse*error*"}, {malformed, "*parse error*"}, {malformed, "*parseerror*"}, {malformed, "*parseexception*"}, {malformed, "*parsererror*"},
    {malformed, "*parsing error*"}, {malformed, "*failed to parse*"}, {malformed, "*could not parse*"}, {malformed, "*cannot parse*"}, {malformed, "*invalid json*"},
    {malformed, "*not valid json*"}, {malformed, "*not json*"}, {malformed, "*json.exception*"}, {malformed, "*unexpected token*"}, {malformed, "*unexpected end of*"},
    {malformed, "*unexpected character*"}, {malformed, "*invalid character*looking for*"}, {malformed, "*syntaxerror*"}, {malformed, "*syntax error*"},
    {malformed, "*messageconversion*"}, {malformed, "*messagenotreadable*"}, {malformed, "*unicodedecodeerror*"}, {malformed, "*invalid utf*"}, {malformed, "*invalid wire type*"},
    {malformed, "*invalidprotocolbuffer*"}, {malformed, "*avroruntimeexception*"}, {malformed, "*cannot decode*"}, {malformed, "*failed to decode*"}, {malformed, "*decodeerror*"},

    {transient, "*timeout*"}, {transient, "*timed out*"}, {transient, "*time out*"}, {transient, "*deadline exceeded*"}, {transient, "*connection refused*"},
    {transient, "*connection reset*"}, {transient, "*connection closed*"}, {transient, "*connection lost*"}, {transient, "*connection aborted*"}, {transient, "*connectexception*"},
    {transient, "*connectionerror*"}, {transient, "*econnrefused*"}, {transient, "*econnreset*"}, {transient, "*etimedout*"}, {transient, "*ehostunreach*"}, {transient, "*eai_again*"},
    {transient, "*enotfound*"}, {transient, "*broken pipe*"}, {transient, "*no route to host*"}, {transient, "*unknownhost*"}, {transient, "*name resolution*"},
    {transient, "*unavailable*"}, {transient, "*bad gateway*"}, {transient, "*temporar*"}, {transient, "*try again*"}, {transient, "*deadlock*"}, {transient, "*lock wait*"},
    {transient, "*could not serialize access*"}, {transient, "*serialization failure*"}, {transient, "*optimisticlock*"}, {transient, "*database is locked*"},
    {transient, "*too many connections*"}, {transient, "*pool exhausted*"}, {transient, "*circuit*open*"}, {transient, "*internal server error*"}, {transient, "*overloaded*"},

    {rejection, "*validation*"}, {rejection, "*validationerror*"}, {rejection, "*forbidden*"}, {rejection, "*unauthorized*"}, {rejection, "*unauthorised*"},
    {rejection, "*access denied*"}, {rejection, "*accessdenied*"}, {rejection, "*permission denied*"}, {rejection, "*not allowed*"}, {rejection, "*not found*"},
    {rejection, "*notfound*"}, {rejection, "*does not exist*"}, {rejection, "*no such*"}, {rejection, "*constraint*"}, {rejection, "*duplicate key*"}, {rejection, "*integrityerror*"},
    {rejection, "*illegalargument*"}, {rejection, "*invalid argument*"}, {rejection, "*unprocessable*"}, {rejection, "*bad request*"}, {rejection, "*precondition failed*"},
};

struct StatusRange
{
    const char *classId;
    int from;
    int to;
};
constexpr StatusRange laterStatuses[] = {{transient, 408, 408}, {transient, 425, 425}, {malformed, 415, 415}, {rejection, 400, 499},
                                         {rejection, 501, 501}, {rejection, 505, 505}, {transient, 500, 599}};

/// What RabbitMQ gives as the reason of a death (https://www.rabbitmq.com/docs/dlx). *rejected* and *delivery_limit* say
/// who gave up, not why: no better than unknown.
constexpr Pattern deathReasons[] = {{transient, "expired"}, {transient, "maxlen"}, {unknown, "rejected"}, {unknown, "delivery_limit"}};

FailureClass made(const char *id, const char *title, FailureClass::Verdict verdict)
{
    FailureClass each;
    each.id = QString::fromLatin1(id);
    each.title = QString::fromLatin1(title);
    each.verdict = verdict;
    return each;
}

ClassRule builtIn(const char *classId)
{
    ClassRule rule;
    rule.classId = QString::fromLatin1(classId);
    rule.isBuiltIn = true;
    return rule;
}

ClassRule byStatus(const StatusRange &range)
{
    ClassRule rule = builtIn(range.classId);
    rule.httpFrom = range.from;
    rule.httpTo = range.to;
    return rule;
}

QVector<ClassRule> builtInClassRules()
{
    QVector<ClassRule> rules{byStatus({rateLimit, 429, 429})};
    for (const Pattern &pattern : patterns) {
        rules.append(builtIn(pattern.classId));
        rules.last().errorTextPattern = QString::fromLatin1(pattern.pattern);
        rules.append(builtIn(pattern.classId));
        rules.last().errorClassPattern = QString::fromLatin1(pattern.pattern);
    }
    for (const StatusRange &range : laterStatuses)
        rules.append(byStatus(range));
    for (const Pattern &reason : deathReasons) {
        rules.append(builtIn(reason.classId));
        rules.last().provider = QStringLiteral("rabbitmq");
        rules.last().errorClassPattern = QString::fromLatin1(reason.pattern);
    }
    return rules;
}

} // namespace

ClassRules builtInRules()
{
    using Verdict = FailureClass::Verdict;
    ClassRules rules;
    rules.classes = {made(transient, "Transient dependency", Verdict::Transient), made(rateLimit, "Rate limit", Verdict::Transient),
                     made(malformed, "Malformed payload", Verdict::Permanent),    made(unsupported, "Unsupported schema version", Verdict::Permanent),
                     made(rejection, "Permanent rejection", Verdict::Permanent),  made(unknown, "Unknown", Verdict::Unknown)};
    rules.rules = builtInClassRules();
    rules.sensitiveNames = payload::SensitiveNames::defaultPatterns();
    return rules;
}

} // namespace holdwatch
