// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/LogLevels.h"

#include <QStringList>

namespace holdwatch::bootstrap {

namespace {

const QStringList &levelWords()
{
    static const QStringList words{QStringLiteral("debug"), QStringLiteral("info"), QStringLiteral("warning"), QStringLiteral("error")};
    return words;
}

QString rulesFor(const QString &pattern, LogLevels::Level least)
{
    static const QStringList types{QStringLiteral("debug"), QStringLiteral("info"), QStringLiteral("warning")};
    QString rules;
    for (int type = 0; type < types.size(); ++type)
        rules += QStringLiteral("%1.%2=%3\n").arg(pattern, types[type], type >= int(least) ? QStringLiteral("true") : QStringLiteral("false"));
    return rules;
}

tl::unexpected<Error> unknown(const QString &what, const QStringList &known)
{
    return failure(Error::Kind::Configuration, QStringLiteral("“%1” is not understood as a log level.").arg(what),
                   QStringLiteral("There are: %1.").arg(known.join(QStringLiteral(", "))));
}

} // namespace

const QStringList &LogLevels::categories()
{
    static const QStringList names{QStringLiteral("connecting"), QStringLiteral("connections"), QStringLiteral("deadletters"), QStringLiteral("engine"), QStringLiteral("history"), QStringLiteral("monitor"), QStringLiteral("net"),
                                   QStringLiteral("session"), QStringLiteral("qt")};
    return names;
}

Result<LogLevels> LogLevels::parse(const QString &text)
{
    LogLevels levels;
    for (const QString &part : text.toLower().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString category = part.contains(QLatin1Char('=')) ? part.section(QLatin1Char('='), 0, 0).trimmed() : QString();
        const auto level = levelWords().indexOf(part.section(QLatin1Char('='), -1).trimmed());
        if (level < 0)
            return unknown(part.trimmed(), levelWords());
        if (category.isEmpty())
            levels.m_all = Level(level);
        else if (categories().contains(category))
            levels.m_special.insert(category, Level(level));
        else
            return unknown(part.trimmed(), categories());
    }
    return levels;
}

QString LogLevels::filterRules() const
{
    QString rules = rulesFor(QStringLiteral("holdwatch.*"), m_all);
    for (auto special = m_special.cbegin(); special != m_special.cend(); ++special) {
        const bool isQt = special.key() == QLatin1String("qt");
        rules += rulesFor(isQt ? QStringLiteral("qt.*") : QStringLiteral("holdwatch.") + special.key(), special.value());
    }
    return rules;
}

Result<std::optional<LogLevels>> takeLogLevels(QStringList &words)
{
    QString text = qEnvironmentVariable("HOLDWATCH_LOG");
    const QString option = QStringLiteral("--log");
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (words[i] == option && (i + 1 == words.size() || words[i + 1].isEmpty()))
            return failure(Error::Kind::Configuration, QStringLiteral("--log needs a value."), QStringLiteral("Write it like debug or net=debug,history=warning."));
        if (words[i] == option) {
            text = words.takeAt(i + 1);
            words.removeAt(i--);
        } else if (words[i].startsWith(option + QLatin1Char('='))) {
            text = words.takeAt(i--).mid(option.size() + 1);
        }
    }
    if (text.isEmpty())
        return std::optional<LogLevels>();
    return LogLevels::parse(text).map([](const LogLevels &levels) { return std::optional(levels); });
}

} // namespace holdwatch::bootstrap
