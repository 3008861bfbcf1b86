// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/DeadLetterFile.h"

#include "app/storage/config/ConfigObject.h"
#include "app/storage/config/JsonWriting.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <utility>

namespace holdwatch::storage {

namespace {

constexpr int newestSchema = 1;
constexpr Millis longestKept = std::chrono::hours(24 * 90);

using Verdict = FailureClass::Verdict;
using State = FailureClass::State;

constexpr std::array verdicts{std::pair{Verdict::Transient, "transient"}, std::pair{Verdict::Permanent, "permanent"}, std::pair{Verdict::Unknown, "unknown"}};
constexpr std::array states{std::pair{State::New, "new"}, std::pair{State::Diagnosing, "diagnosing"}, std::pair{State::Fixed, "fixed"},
                            std::pair{State::WontFix, "wont-fix"}};

template<typename Words, typename Value>
QString wordOf(const Words &words, Value value)
{
    const auto found = std::find_if(words.begin(), words.end(), [&](const auto &each) { return each.first == value; });
    return QString::fromLatin1(found->second);
}

template<typename Words, typename Value>
void readWord(ConfigObject &object, const QString &key, const Words &words, Value &value)
{
    QString word = wordOf(words, value);
    object.read(key, word);
    QStringList known;
    for (const auto &[each, text] : words) {
        known << QString::fromLatin1(text);
        if (word == known.last()) {
            value = each;
            return;
        }
    }
    object.refuse(key, QStringLiteral("%1 must be one of: %2").arg(key, known.join(QStringLiteral(", "))));
}

bool isWebAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    return url.isValid() && !url.host().isEmpty() && url.scheme() == QLatin1String("https");
}

FailureClass *classOf(QVector<FailureClass> &classes, const QString &id)
{
    const auto found = std::find_if(classes.begin(), classes.end(), [&](const FailureClass &each) { return each.id == id; });
    return found == classes.end() ? nullptr : &*found;
}

void readClass(ConfigObject &object, QVector<FailureClass> &classes, QStringList &seen)
{
    QString id;
    object.read(QStringLiteral("id"), id);
    object.setEntry(id);
    object.require(QStringLiteral("id"));
    if (seen.contains(id))
        object.refuse(QStringLiteral("id"), QStringLiteral("this class is described already, further up"));
    seen << id;
    const FailureClass *builtIn = classOf(classes, id);
    FailureClass each = builtIn ? *builtIn : FailureClass();
    each.id = id;
    object.read(QStringLiteral("title"), each.title);
    readWord(object, QStringLiteral("verdict"), verdicts, each.verdict);
    readWord(object, QStringLiteral("state"), states, each.state);
    object.read(QStringLiteral("owner"), each.owner);
    object.read(QStringLiteral("note"), each.note);
    object.read(QStringLiteral("runbook"), each.runbook);
    object.read(QStringLiteral("fixed_in"), each.fixReference);
    object.read(QStringLiteral("claimed_by"), each.claimedBy);
    object.read(QStringLiteral("useful_for"), each.usefulFor);
    if (!each.runbook.isEmpty() && !isWebAddress(each.runbook))
        object.refuse(QStringLiteral("runbook"), QStringLiteral("runbook must be a link that begins with https://"));
    if (each.title.isEmpty())
        each.title = id;
    object.finish();
    if (!object.isGood() || id.isEmpty())
        return;
    if (FailureClass *known = classOf(classes, id))
        *known = each;
    else
        classes.append(each);
}

void readStatus(ConfigObject &object, const QString &key, std::optional<int> &status)
{
    qint64 number = status.value_or(0);
    object.read(key, number);
    if (number != 0 && (number < 100 || number > 599))
        object.refuse(key, QStringLiteral("%1 must be an HTTP status from 100 to 599").arg(key));
    else if (number != 0)
        status = int(number);
}

void readRule(ConfigObject &object, QVector<ClassRule> &rules)
{
    ClassRule rule;
    object.read(QStringLiteral("class"), rule.classId);
    object.setEntry(rule.classId);
    object.require(QStringLiteral("class"));
    object.read(QStringLiteral("provider"), rule.provider);
    object.read(QStringLiteral("error_class"), rule.errorClassPattern);
    object.read(QStringLiteral("error_text"), rule.errorTextPattern);
    object.read(QStringLiteral("queue"), rule.queuePattern);
    object.read(QStringLiteral("where"), rule.filter);
    readStatus(object, QStringLiteral("http_from"), rule.httpFrom);
    readStatus(object, QStringLiteral("http_to"), rule.httpTo);
    if (rule.httpFrom.has_value() != rule.httpTo.has_value())
        object.refuse(QStringLiteral("http_from"), QStringLiteral("http_from and http_to come together"));
    object.finish();
    if (object.isGood())
        rules.append(rule);
}

void readPayloads(ConfigObject &object, PayloadPolicy &policy)
{
    object.read(QStringLiteral("on_disk"), policy.isKept);
    object.read(QStringLiteral("keep_for"), policy.keepFor);
    if (policy.keepFor <= Millis(0) || policy.keepFor > longestKept)
        object.refuse(QStringLiteral("keep_for"), QStringLiteral("keep_for must be longer than zero and at most 90d"));
    object.finish();
}

DeadLetterSettingsRead readDocument(const ConfigDocument &document)
{
    DeadLetterSettingsRead result;
    result.settings.rules = builtInRules();
    ClassRules &rules = result.settings.rules;
    ConfigObject root(document, document.root(), {}, result.problems);
    if (!root.readSchema(newestSchema)) {
        result.settings.payloads.isKept = false;
        return result;
    }
    QVector<ClassRule> own;
    QStringList seen;
    bool policyIsClear = true;
    PayloadPolicy policy;
    root.readObject(QStringLiteral("payloads"), [&](ConfigObject &each) {
        readPayloads(each, policy);
        policyIsClear = each.isGood();
    });
    root.read(QStringLiteral("sensitive"), rules.sensitiveNames);
    root.readObject(QStringLiteral("places"), [&](ConfigObject &each) {
        each.read(QStringLiteral("idempotency_key"), rules.places.key);
        each.read(QStringLiteral("schema_version"), rules.places.version);
        each.read(QStringLiteral("handler_version"), rules.places.handlerVersion);
        each.finish();
    });
    root.readObjects(QStringLiteral("classes"), [&](ConfigObject &each) { readClass(each, rules.classes, seen); });
    root.readObjects(QStringLiteral("rules"), [&](ConfigObject &each) { readRule(each, own); });
    root.finish();
    rules.rules = own + rules.rules;
    // A policy nobody can read may have said "never on this disk".
    policy.isKept = policy.isKept && policyIsClear;
    result.settings.payloads = policy;
    return result;
}

OrderedJson entryFor(const OrderedJson &list, const std::string &id)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const OrderedJson &each) { return each.is_object() && each.value("id", std::string()) == id; });
    return found == list.end() ? OrderedJson::object() : *found;
}

OrderedJson classList(const OrderedJson &before, const QVector<FailureClass> &classes)
{
    QVector<FailureClass> builtIn = builtInRules().classes;
    auto list = OrderedJson::array();
    for (const FailureClass &each : classes) {
        OrderedJson entry = entryFor(before, each.id.toStdString());
        const FailureClass *known = classOf(builtIn, each.id);
        if (known && *known == each && entry.empty())
            continue;
        put(entry, "id", each.id);
        put(entry, "title", known && known->title == each.title ? QString() : each.title);
        put(entry, "verdict", known && known->verdict == each.verdict ? QString() : wordOf(verdicts, each.verdict));
        put(entry, "state", each.state == State::New ? QString() : wordOf(states, each.state));
        put(entry, "owner", each.owner);
        put(entry, "note", each.note);
        put(entry, "runbook", each.runbook);
        put(entry, "fixed_in", each.fixReference);
        put(entry, "claimed_by", each.claimedBy);
        put(entry, "useful_for", each.usefulFor);
        list.push_back(std::move(entry));
    }
    return list;
}

void putStatus(OrderedJson &entry, const char *key, const std::optional<int> &status)
{
    if (status)
        entry[key] = *status;
    else
        entry.erase(key);
}

void writeRule(OrderedJson &entry, const ClassRule &rule)
{
    put(entry, "class", rule.classId);
    put(entry, "provider", rule.provider);
    put(entry, "error_class", rule.errorClassPattern);
    put(entry, "error_text", rule.errorTextPattern);
    put(entry, "queue", rule.queuePattern);
    put(entry, "where", rule.filter);
    putStatus(entry, "http_from", rule.httpFrom);
    putStatus(entry, "http_to", rule.httpTo);
}

/// An entry that already says all this keeps what else it says; there may be several of one class.
OrderedJson ruleList(const OrderedJson &before, const QVector<ClassRule> &rules)
{
    auto list = OrderedJson::array();
    for (const ClassRule &rule : rules) {
        if (rule.isBuiltIn)
            continue;
        OrderedJson entry = OrderedJson::object();
        for (const OrderedJson &each : before) {
            OrderedJson same = each;
            if (same.is_object())
                writeRule(same, rule);
            if (same == each)
                entry = each;
        }
        writeRule(entry, rule);
        list.push_back(std::move(entry));
    }
    return list;
}

OrderedJson placesOf(OrderedJson places, const FieldPlaces &wanted)
{
    if (!places.is_object())
        places = OrderedJson::object();
    put(places, "idempotency_key", wanted.key);
    put(places, "schema_version", wanted.version);
    put(places, "handler_version", wanted.handlerVersion);
    return places;
}

} // namespace

DeadLetterSettingsRead DeadLetterFile::read() const
{
    const auto document = ConfigDocument::load(m_path);
    if (document)
        return readDocument(*document);
    DeadLetterSettingsRead result;
    result.settings.rules = builtInRules();
    result.settings.payloads.isKept = false;
    result.problems = {{ConfigProblem::Weight::Refused, {}, document.error()}};
    return result;
}

Result<void> DeadLetterFile::write(const ClassRules &rules) const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return failure(refusedToOverwrite(document.error()));
    if (const auto fault = firstRefusal(readDocument(*document).problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = reread(document->text());
    root["schema"] = newestSchema;
    put(root, "sensitive", rules.sensitiveNames == builtInRules().sensitiveNames ? QStringList() : rules.sensitiveNames);
    putUnlessEmpty(root, "places", placesOf(root.value("places", OrderedJson::object()), rules.places));
    putUnlessEmpty(root, "classes", classList(listIn(root, "classes"), rules.classes));
    putUnlessEmpty(root, "rules", ruleList(listIn(root, "rules"), rules.rules));
    return writeAtomically(m_path, toText(root));
}

Result<void> DeadLetterFile::write(const PayloadPolicy &policy) const
{
    const auto document = ConfigDocument::load(m_path);
    if (!document)
        return failure(refusedToOverwrite(document.error()));
    if (const auto fault = firstRefusal(readDocument(*document).problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = reread(document->text());
    root["schema"] = newestSchema;
    OrderedJson payloads = root.value("payloads", OrderedJson::object());
    payloads["on_disk"] = policy.isKept;
    put(payloads, "keep_for", std::optional(policy.keepFor));
    root["payloads"] = std::move(payloads);
    return writeAtomically(m_path, toText(root));
}

} // namespace holdwatch::storage
