// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/core/Time.h"

#include <QStringList>

#include <nlohmann/json.hpp>

#include <optional>

namespace holdwatch::practice {

using Json = nlohmann::ordered_json;

/// A Configuration error about the place `where` of a scenario file.
Error wrongScenario(const QString &where, const QString &what);

/// Walks the JSON of a scenario file. The first thing that is wrong is kept; reading goes on with defaults, so that
/// the code below stays a description of the format.
class ScenarioJson
{
public:
    explicit ScenarioJson(QString file) : m_file(std::move(file)) {}

    const std::optional<Error> &problem() const { return m_problem; }
    void reject(const QString &key, const QString &what)
    {
        if (!m_problem)
            m_problem = wrongScenario(QStringLiteral("%1: %2").arg(m_file, key), what);
    }

    void allowOnly(const Json &object, const QString &key, const QStringList &known)
    {
        if (!object.is_object()) {
            reject(key, QStringLiteral("an object is expected here"));
            return;
        }
        for (const auto &[name, value] : object.items()) {
            if (!known.contains(QString::fromStdString(name)))
                reject(join(key, name), QStringLiteral("this key is not known"));
        }
    }
    QString text(const Json &object, const QString &key, const char *name)
    {
        const Json *value = find(object, name);
        if (value && value->is_string())
            return QString::fromStdString(value->get<std::string>());
        reject(join(key, name), QStringLiteral("a text is expected"));
        return {};
    }
    Millis duration(const Json &object, const QString &key, const char *name)
    {
        const auto parsed = parseDuration(text(object, key, name));
        if (parsed && parsed->count() > 0)
            return *parsed;
        reject(join(key, name), QStringLiteral("a duration such as \"90s\" is expected"));
        return Seconds(1);
    }
    std::optional<Millis> durationIfThere(const Json &object, const QString &key, const char *name)
    {
        return find(object, name) ? std::optional(duration(object, key, name)) : std::nullopt;
    }
    QString textIfThere(const Json &object, const QString &key, const char *name)
    {
        return find(object, name) ? text(object, key, name) : QString();
    }
    double number(const Json &object, const QString &key, const char *name, double most)
    {
        const Json *value = find(object, name);
        if (value && value->is_number() && value->get<double>() >= 0 && value->get<double>() <= most)
            return value->get<double>();
        reject(join(key, name), QStringLiteral("a number from 0 to %1 is expected").arg(most));
        return 0;
    }
    int count(const Json &object, const QString &key, const char *name, int most)
    {
        const double value = number(object, key, name, most);
        if (value != static_cast<int>(value))
            reject(join(key, name), QStringLiteral("a whole number is expected"));
        return static_cast<int>(value);
    }
    QStringList textsIfThere(const Json &object, const QString &key, const char *name)
    {
        QStringList texts;
        if (!find(object, name))
            return texts;
        for (const Json &item : list(object, key, name)) {
            if (item.is_string())
                texts.append(QString::fromStdString(item.get<std::string>()));
            else
                reject(join(key, name), QStringLiteral("a list of texts is expected"));
        }
        return texts;
    }
    const Json &list(const Json &object, const QString &key, const char *name)
    {
        static const Json none = Json::array();
        const Json *value = find(object, name);
        if (value && value->is_array())
            return *value;
        reject(join(key, name), QStringLiteral("a list is expected"));
        return none;
    }
    static const Json *find(const Json &object, const char *name)
    {
        if (!object.is_object())
            return nullptr;
        const auto found = object.find(name);
        return found == object.end() ? nullptr : &*found;
    }
    static QString join(const QString &key, const std::string &name)
    {
        return key.isEmpty() ? QString::fromStdString(name) : QStringLiteral("%1.%2").arg(key, QString::fromStdString(name));
    }

private:
    QString m_file;
    std::optional<Error> m_problem;
};

} // namespace holdwatch::practice
