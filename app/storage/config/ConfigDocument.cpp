// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConfigDocument.h"

#include "app/json/Parse.h"
#include "app/storage/config/KeyNames.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>

#include <algorithm>

namespace holdwatch::storage {

namespace {

constexpr json::Limits limits{1024 * 1024, 64};

Error configurationError(const QString &where, const QString &what, const QString &kept)
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.where = where;
    error.what = what;
    error.kept = kept;
    return error;
}

Error notReadable(const QString &name, const QByteArray &text, const Error &why)
{
    const QString kept = QStringLiteral("The file is untouched; nothing in it is used.");
    if (why.kind == Error::Kind::TooLarge)
        return configurationError(name, QStringLiteral("The file is too large or nested too deeply to be a configuration."), kept);
    // The parser says "byte 17": it could not go on after reading the 17th; one past the end is the end itself.
    static const QRegularExpression byte(QStringLiteral("^byte (\\d+)$"));
    const qsizetype at = byte.match(why.where).captured(1).toLongLong();
    const bool brokenOff = at > text.size();
    const TextPosition position = positionOf(text, std::clamp<qsizetype>(at - 1, 0, text.size()));
    const QString what = brokenOff ? QStringLiteral("The file breaks off here: it is not complete JSON.")
                                   : QStringLiteral("This is not valid JSON: something is missing or too much right here.");
    return configurationError(QStringLiteral("%1:%2:%3").arg(name).arg(position.line).arg(position.column), what, kept);
}

} // namespace

QString toSentence(const ConfigProblem &problem)
{
    return problem.error.where.isEmpty() ? toSentence(problem.error) : problem.error.where + QStringLiteral(": ") + toSentence(problem.error);
}

ConfigDocument::ConfigDocument(QString name, QByteArray text, json::Value root)
    : m_name(std::move(name)), m_text(std::move(text)), m_root(std::move(root)), m_positions(jsonPositions(m_text))
{
}

Result<ConfigDocument> ConfigDocument::load(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!file.exists())
        return ConfigDocument(name, {}, *json::parse("{}"));
    if (!file.open(QIODevice::ReadOnly))
        return failure(configurationError(name, QStringLiteral("The file can't be read: %1.").arg(file.errorString()), {}));
    const QByteArray text = file.read(limits.bytes + 1);
    const auto root = json::parse(text, limits);
    if (!root)
        return failure(notReadable(name, text, root.error()));
    if (!root->isObject())
        return failure(configurationError(name, QStringLiteral("The file must hold one object, \"{ … }\"."), QStringLiteral("The file is untouched; nothing in it is used.")));
    return ConfigDocument(name, text, *root);
}

QString ConfigDocument::whereIs(const json::Value &value) const
{
    const TextPosition position = m_positions.value(value.path());
    return QStringLiteral("%1:%2:%3").arg(m_name).arg(position.line).arg(position.column);
}

ConfigObject::ConfigObject(const ConfigDocument &document, json::Value object, QString entry, ConfigProblems &problems)
    : m_document(document), m_object(std::move(object)), m_entry(std::move(entry)), m_problems(problems)
{
    if (!m_object.isObject())
        say(ConfigProblem::Weight::Refused, m_object, QStringLiteral("here an object, \"{ … }\", is expected"));
}

std::optional<json::Value> ConfigObject::find(const QString &key)
{
    m_known << key;
    return m_object.find(key);
}

void ConfigObject::read(const QString &key, QString &value)
{
    if (const auto found = find(key)) {
        if (const auto text = found->text())
            value = *text;
        else
            mustBe(key, *found, QStringLiteral("a text in quotes"));
    }
}

void ConfigObject::read(const QString &key, bool &value)
{
    if (const auto found = find(key)) {
        if (const auto flag = found->boolean())
            value = *flag;
        else
            mustBe(key, *found, QStringLiteral("true or false"));
    }
}

void ConfigObject::read(const QString &key, qint64 &value)
{
    if (const auto found = find(key)) {
        if (const auto number = found->integer())
            value = *number;
        else
            mustBe(key, *found, QStringLiteral("a whole number"));
    }
}

void ConfigObject::read(const QString &key, Millis &value)
{
    std::optional<Millis> given;
    read(key, given);
    value = given.value_or(value);
}

void ConfigObject::read(const QString &key, std::optional<Millis> &value)
{
    const auto found = find(key);
    if (!found)
        return;
    const auto text = found->type() == json::Value::Type::Number ? found->numberText() : found->text();
    const auto duration = text ? parseDuration(*text) : std::nullopt;
    if (duration)
        value = *duration;
    else
        mustBe(key, *found, QStringLiteral("a duration such as \"15s\" or \"8m30s\""));
}

void ConfigObject::read(const QString &key, QStringList &value)
{
    const auto found = find(key);
    if (!found)
        return;
    const auto items = found->items();
    QStringList texts;
    for (const json::Value &item : items.value_or(QVector<json::Value>())) {
        const auto text = item.text();
        if (!text)
            return mustBe(key, item, QStringLiteral("a list of texts"));
        texts << *text;
    }
    if (!items)
        return mustBe(key, *found, QStringLiteral("a list of texts"));
    value = texts;
}

void ConfigObject::readObject(const QString &key, const std::function<void(ConfigObject &)> &visit)
{
    const auto found = find(key);
    if (!found)
        return;
    ConfigObject object(m_document, *found, m_entry, m_problems);
    if (object.isGood())
        visit(object);
    m_refused = m_refused || !object.isGood();
}

void ConfigObject::readObjects(const QString &key, const std::function<void(ConfigObject &)> &visit)
{
    const auto found = find(key);
    if (!found)
        return;
    const auto items = found->items();
    if (!items)
        return mustBe(key, *found, QStringLiteral("a list, \"[ … ]\""));
    for (const json::Value &item : *items) {
        ConfigObject object(m_document, item, m_entry, m_problems);
        if (object.isGood())
            visit(object);
        m_refused = m_refused || !object.isGood();
    }
}

void ConfigObject::require(const QString &key)
{
    if (!m_object.find(key))
        say(ConfigProblem::Weight::Refused, m_object, QStringLiteral("\"%1\" is missing").arg(key));
}

void ConfigObject::refuse(const QString &key, const QString &sentence)
{
    say(ConfigProblem::Weight::Refused, m_object.find(key).value_or(m_object), sentence);
}

void ConfigObject::finish()
{
    QStringList seen;
    for (const QString &key : m_object.keys()) {
        const json::Value value = *m_object.find(key);
        if (seen.contains(key))
            say(ConfigProblem::Weight::Refused, value, QStringLiteral("\"%1\" is given twice; keep one").arg(printable(key)));
        else if (!m_known.contains(key) && looksSecret(key))
            say(ConfigProblem::Weight::Refused, value, QStringLiteral("\"%1\" looks like a secret, and no secret is read from a file; name an environment "
                                                                      "variable with \"key_env\", or enter it in the window").arg(printable(key)));
        else if (!m_known.contains(key))
            say(ConfigProblem::Weight::Warning, value, unknownKeySentence(key, m_known));
        seen << key;
    }
}

void ConfigObject::mustBe(const QString &key, const json::Value &value, const QString &what)
{
    say(ConfigProblem::Weight::Refused, value, QStringLiteral("%1 must be %2").arg(key, what));
}

void ConfigObject::say(ConfigProblem::Weight weight, const json::Value &at, const QString &sentence)
{
    const bool refused = weight == ConfigProblem::Weight::Refused;
    m_refused = m_refused || refused;
    const QString subject = m_entry.isEmpty() ? QString() : QStringLiteral(" (in \"%1\")").arg(printable(m_entry));
    const QString kept = refused ? QStringLiteral("The file is untouched; this entry is not used.") : QString();
    m_problems.append({weight, m_entry, configurationError(m_document.whereIs(at), sentence + subject + QLatin1Char('.'), kept)});
}

Result<void> writeAtomically(const QString &path, const QByteArray &text)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        return {};
    Error error;
    error.kind = Error::Kind::Storage;
    error.where = path;
    error.what = QStringLiteral("%1 could not be written: %2.").arg(QFileInfo(path).fileName(), file.errorString());
    error.kept = QStringLiteral("The file is as it was before.");
    error.next = QStringLiteral("Make room or allow writing in %1, then save again.").arg(QFileInfo(path).path());
    return failure(error);
}

} // namespace holdwatch::storage
