// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ConfigObject.h"

#include "app/storage/config/KeyNames.h"

namespace holdwatch::storage {

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

bool ConfigObject::readSchema(int newest)
{
    const QString key = QStringLiteral("schema");
    qint64 schema = newest;
    read(key, schema);
    if (schema > newest)
        refuse(key, QStringLiteral("the file was written for a newer Holdwatch (schema %1, this one knows up to %2)").arg(schema).arg(newest));
    else if (schema < 1)
        refuse(key, QStringLiteral("schema must be a number from 1 to %1").arg(newest));
    return isGood();
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

void ConfigObject::warn(const QString &key, const QString &sentence)
{
    say(ConfigProblem::Weight::Warning, m_object.find(key).value_or(m_object), sentence);
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
    Error error;
    error.kind = Error::Kind::Configuration;
    error.where = m_document.whereIs(at);
    error.what = sentence + subject + QLatin1Char('.');
    error.kept = kept;
    m_problems.append({weight, m_entry, error});
}

} // namespace holdwatch::storage
