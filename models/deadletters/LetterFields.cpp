// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterFields.h"

#include "models/deadletters/FoldedError.h"
#include "models/deadletters/LetterTable.h"

#include <algorithm>

namespace holdwatch {

namespace {

using filter::FieldInfo;
using filter::FieldType;
using filter::FieldValue;

constexpr qsizetype mostOffered = 50;

FieldInfo info(LetterField field, const char *name, FieldType type, const char *description, std::initializer_list<const char *> aliases = {},
               std::initializer_list<const char *> samples = {})
{
    FieldInfo made;
    made.id = filter::FieldId(field);
    made.name = QString::fromLatin1(name);
    made.type = type;
    made.description = QString::fromLatin1(description);
    for (const char *alias : aliases)
        made.aliases.append(QString::fromLatin1(alias));
    for (const char *sample : samples)
        made.samples.append(QString::fromLatin1(sample));
    return made;
}

const QVector<FieldInfo> &fieldInfos()
{
    static const QVector<FieldInfo> infos{
        info(LetterField::Class, "class", FieldType::Text, "Failure class", {"failure-class"}, {"malformed", "unsupported-version", "transient-dependency", "rate-limit", "permanent-rejection", "unknown"}),
        info(LetterField::Version, "version", FieldType::Version, "Schema version of the message", {"schema", "schema-version", "v"}),
        info(LetterField::Handler, "handler", FieldType::Version, "Version of the handler that gave up", {"handler-version"}),
        info(LetterField::Queue, "queue", FieldType::Text, "Queue the message came from", {"origin", "source"}),
        info(LetterField::Error, "error", FieldType::Text, "Last error text; *word* finds a word in it", {"reason"}),
        info(LetterField::Age, "age", FieldType::Duration, "How long ago it died", {}, {">1h", ">1d", "<10m"}),
        info(LetterField::Died, "died", FieldType::Time, "When it died", {"dead"}, {"today", ">-1h"}),
        info(LetterField::Published, "published", FieldType::Time, "When it was published", {"enqueued", "sent"}, {"today", "<-1d"}),
        info(LetterField::Expires, "expires", FieldType::Time, "When retention deletes it", {"deadline"}, {"<+1h", "<+1d"}),
        info(LetterField::FirstSeen, "seen", FieldType::Time, "When Holdwatch first saw it", {"first-seen"}, {"today", ">-1h"}),
        info(LetterField::Size, "size", FieldType::Number, "Bytes of the message", {"bytes"}, {">1000", ">100000"}),
        info(LetterField::Deliveries, "deliveries", FieldType::Number, "How often it was delivered", {"attempts", "tries"}, {">1", "1"}),
        info(LetterField::Status, "status", FieldType::Number, "HTTP status of the last failure", {"http", "http-status"}, {"429", ">=500", "400..499"}),
        info(LetterField::Key, "key", FieldType::Text, "Idempotency key", {"idempotency-key"}),
        info(LetterField::Id, "id", FieldType::Text, "The system's own message id", {"message-id"}),
        info(LetterField::ContentType, "content-type", FieldType::Text, "Content type of the message", {"type"}),
        info(LetterField::Redrives, "redrives", FieldType::Number, "Earlier redrives of this message that are known here", {"redriven"}, {"0", ">0"}),
        info(LetterField::Folded, "folded", FieldType::Text, "Error text with numbers and ids taken out, as groups show it"),
        info(LetterField::Owner, "owner", FieldType::Text, "Owner of the failure class"),
        info(LetterField::State, "state", FieldType::Text, "State of the failure class", {}, {"new", "diagnosing", "fixed", "wont-fix"}),
        info(LetterField::Verdict, "verdict", FieldType::Text, "Whether trying again could help", {}, {"transient", "permanent", "unknown"}),
    };
    return infos;
}

std::optional<LetterText> offeredText(LetterField field)
{
    switch (field) {
    case LetterField::Class: return LetterText::Class;
    case LetterField::Version: return LetterText::Version;
    case LetterField::Handler: return LetterText::Handler;
    case LetterField::Queue: return LetterText::Queue;
    case LetterField::ContentType: return LetterText::ContentType;
    default: return std::nullopt;
    }
}

QStringList ownersIn(const LetterTable &table, const QString &typed)
{
    QStringList owners;
    for (const FailureClass &each : table.classes()) {
        if (!each.owner.isEmpty() && each.owner.contains(typed, Qt::CaseInsensitive) && !owners.contains(each.owner))
            owners.append(each.owner);
    }
    return owners;
}

/// A value with ●●● for what is masked in it.
QString maskedValue(const payload::JsonTree &body, const payload::ByteRange &range, const payload::MaskList &masks)
{
    std::vector<payload::Mask> inside;
    for (const payload::Mask &mask : masks.masks()) {
        const payload::ByteRange part{std::max(mask.range.from, range.from) - range.from, std::min(mask.range.until, range.until) - range.from};
        if (!part.isEmpty())
            inside.push_back({part, {}, false, false});
    }
    return QString::fromUtf8(payload::unescaped(payload::maskedBytes(range.of(body.text()), payload::MaskList(std::move(inside)))));
}

bool testAt(const payload::JsonTree &body, payload::JsonTree::Node node, const filter::ValueTest &test, const payload::MaskList &masks)
{
    using Type = payload::JsonTree::Type;
    if (!body.isContainer(node) && masks.hidesAnyOf(body.range(node)))
        return test(FieldValue::text(maskedValue(body, body.range(node), masks)));
    switch (body.type(node)) {
    case Type::Object:
    case Type::Array: return test(FieldValue::structure());
    case Type::Number: return test(FieldValue::number(QString::fromLatin1(body.value(node))));
    default: return test(FieldValue::text(QString::fromUtf8(body.value(node))));
    }
}

bool anyBelow(const payload::JsonTree &body, payload::JsonTree::Node node, const QStringList &segments, qsizetype at, const filter::ValueTest &test, const payload::MaskList &masks)
{
    using Tree = payload::JsonTree;
    if (at == segments.size())
        return testAt(body, node, test, masks);
    if (!body.isContainer(node))
        return false;
    const bool isArray = body.type(node) == Tree::Type::Array;
    const QByteArray name = segments.at(at).toUtf8();
    qsizetype index = 0;
    for (Tree::Node child = body.firstChild(node); child != Tree::none; child = body.nextSibling(child, node), ++index) {
        const bool isMeant = isArray ? name == QByteArray::number(index) : body.key(child) == name;
        if (isMeant && anyBelow(body, child, segments, at + 1, test, masks))
            return true;
    }
    return false;
}

} // namespace

const filter::FieldCatalogue &letterCatalogue()
{
    static const filter::FieldCatalogue catalogue = [] {
        filter::FieldCatalogue made;
        for (const FieldInfo &each : fieldInfos())
            made.add(each);
        return made;
    }();
    return catalogue;
}

filter::FieldCatalogue letterCatalogue(const LetterTable &table)
{
    filter::FieldCatalogue catalogue;
    for (FieldInfo each : fieldInfos()) {
        if (const auto text = offeredText(LetterField(each.id)))
            each.values = [&table, text](const QString &typed) { return table.valuesOf(*text, typed, mostOffered); };
        else if (LetterField(each.id) == LetterField::Owner)
            each.values = [&table](const QString &typed) { return ownersIn(table, typed); };
        catalogue.add(std::move(each));
    }
    return catalogue;
}

bool asksForAge(const filter::Expression &expression)
{
    if (expression.kind == filter::Expression::Kind::Field && expression.field.id == filter::FieldId(LetterField::Age))
        return true;
    return std::any_of(expression.children.begin(), expression.children.end(), asksForAge);
}

QString toWord(FailureClass::State state)
{
    switch (state) {
    case FailureClass::State::New: return QStringLiteral("new");
    case FailureClass::State::Diagnosing: return QStringLiteral("diagnosing");
    case FailureClass::State::Fixed: return QStringLiteral("fixed");
    case FailureClass::State::WontFix: return QStringLiteral("wont-fix");
    }
    return {};
}

QString toWord(FailureClass::Verdict verdict)
{
    switch (verdict) {
    case FailureClass::Verdict::Transient: return QStringLiteral("transient");
    case FailureClass::Verdict::Permanent: return QStringLiteral("permanent");
    case FailureClass::Verdict::Unknown: return QStringLiteral("unknown");
    }
    return {};
}

bool anyValueIn(const payload::JsonTree &body, const filter::FieldPath &path, const filter::ValueTest &test, const payload::MaskList &masks)
{
    return !body.isEmpty() && anyBelow(body, body.root(), path.segments, 0, test, masks);
}

bool namesASecret(const filter::FieldPath &path, const payload::SensitiveNames &names)
{
    return std::any_of(path.segments.begin(), path.segments.end(), [&names](const QString &segment) { return names.matches(segment.toUtf8()); });
}

QStringList secretPlacesIn(const filter::Expression &expression, const payload::SensitiveNames &names)
{
    QStringList places;
    for (const filter::FieldPath &path : filter::pathsIn(expression)) {
        if (namesASecret(path, names))
            places << path.segments.join(QLatin1Char('.'));
    }
    return places;
}

const payload::MaskList &FilteredBody::masks()
{
    if (!m_masks)
        m_masks = m_names ? payload::masksOf(m_payload, *m_names) : payload::MaskList();
    return *m_masks;
}

bool FilteredBody::anyValueAt(const filter::FieldPath &path, const filter::ValueTest &test)
{
    if (!m_body)
        m_body.emplace(m_payload);
    return anyValueIn(*m_body, path, test, m_names && !namesASecret(path, *m_names) ? masks() : payload::MaskList());
}

bool FilteredBody::contains(const filter::TextPattern &pattern)
{
    return pattern.foundInUtf8(m_payload) && (masks().isEmpty() || pattern.foundInUtf8(payload::maskedBytes(m_payload, masks())));
}

LetterSource::LetterSource(const DeadLetterRow &row, const QByteArray &payload, const QVector<FailureClass> &classes, UtcTime now, const payload::SensitiveNames *names)
    : m_row(row), m_now(now), m_body(payload, names)
{
    const auto at = std::find_if(classes.begin(), classes.end(), [&row](const FailureClass &each) { return each.id == row.failureClass; });
    if (at != classes.end())
        m_class = &*at;
}

QString LetterSource::textOf(LetterField field) const
{
    switch (field) {
    case LetterField::Class: return m_row.failureClass;
    case LetterField::Version: return m_row.version;
    case LetterField::Handler: return m_row.handlerVersion;
    case LetterField::Queue: return m_row.originQueue;
    case LetterField::Error: return m_row.error;
    case LetterField::ContentType: return m_row.contentType;
    case LetterField::Key: return m_row.key;
    case LetterField::Id: return m_row.id.text();
    case LetterField::Folded: return foldedError(m_row.error);
    case LetterField::Owner: return m_class ? m_class->owner : QString();
    case LetterField::State: return m_class ? toWord(m_class->state) : QString();
    case LetterField::Verdict: return m_class ? toWord(m_class->verdict) : QString();
    default: return {};
    }
}

bool LetterSource::anyValue(filter::FieldId field, const filter::ValueTest &test) const
{
    const auto time = [&test](const std::optional<UtcTime> &at) { return at && test(FieldValue::time(*at)); };
    switch (LetterField(field)) {
    case LetterField::Age: return m_row.diedAt && test(FieldValue::duration(m_now - *m_row.diedAt));
    case LetterField::Died: return time(m_row.diedAt);
    case LetterField::Published: return time(m_row.publishedAt);
    case LetterField::Expires: return time(m_row.expiresAt);
    case LetterField::FirstSeen: return time(m_row.firstSeenAt);
    case LetterField::Size: return test(FieldValue::whole(m_row.size));
    case LetterField::Deliveries: return m_row.deliveries >= 0 && test(FieldValue::whole(m_row.deliveries));
    case LetterField::Status: return m_row.httpStatus > 0 && test(FieldValue::whole(m_row.httpStatus));
    case LetterField::Redrives: return test(FieldValue::whole(m_row.redrives));
    default: break;
    }
    const QString text = textOf(LetterField(field));
    return !text.isEmpty() && test(FieldValue::text(text));
}

bool LetterSource::anyValueAt(const filter::FieldPath &path, const filter::ValueTest &test) const
{
    return m_body.anyValueAt(path, test);
}

bool LetterSource::anyTextContains(const filter::TextPattern &pattern) const
{
    for (int field = 0; field <= int(LetterField::Verdict); ++field) {
        if (pattern.foundIn(textOf(LetterField(field))))
            return true;
    }
    return m_body.contains(pattern);
}

} // namespace holdwatch
