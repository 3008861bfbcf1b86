// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/diagnostics/HostNames.h"

#include <QRegularExpression>

#include <algorithm>

namespace holdwatch::operations {

namespace {

bool isOurOwn(const QString &host)
{
    static const QStringList endings{QStringLiteral("json"), QStringLiteral("log"), QStringLiteral("sqlite"), QStringLiteral("pem"), QStringLiteral("crt"),
                                     QStringLiteral("key"), QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("txt"), QStringLiteral("so"),
                                     QStringLiteral("conf"), QStringLiteral("cpp"), QStringLiteral("h")};
    return host == QLatin1String("localhost") || host.startsWith(QLatin1String("127.")) || host == QLatin1String("::1") || host == QLatin1String("[::1]")
        || host.startsWith(QLatin1String("holdwatch.")) || host.startsWith(QLatin1String("qt.")) || host.startsWith(QLatin1String("io.github.holdwatch"))
        || endings.contains(host.section(QLatin1Char('.'), -1));
}

/// Possessive throughout: a text of dots or hyphens alone must not be tried in every way.
QString anyHost()
{
    const QString afterScheme = QStringLiteral(R"((?<=://)(?:\[[0-9A-Fa-f:.]++\]|[A-Za-z0-9._-]++))");
    const QString dotted = QStringLiteral(R"((?<![A-Za-z0-9._/-])(?:[A-Za-z0-9_-]++\.)++[A-Za-z][A-Za-z0-9-]++)");
    const QString address = QStringLiteral(R"((?<![A-Za-z0-9.])\d{1,3}+(?:\.\d{1,3}+){3}(?![\d.]))");
    const QString bracketed = QStringLiteral(R"(\[[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:[0-9A-Fa-f:.]*+\])");
    return QStringList{afterScheme, dotted, address, bracketed}.join(QLatin1Char('|'));
}

QString patternOf(const QStringList &known)
{
    QStringList choices;
    for (const QString &host : known)
        choices << QStringLiteral("(?<![A-Za-z0-9_])%1(?![A-Za-z0-9_])").arg(QRegularExpression::escape(host));
    return (choices << anyHost()).join(QLatin1Char('|'));
}

} // namespace

HostNames::HostNames(const QStringList &known)
{
    for (const QString &host : known) {
        if (!host.isEmpty() && !isOurOwn(host.toLower()) && !m_known.contains(host, Qt::CaseInsensitive))
            m_known << host;
    }
    // "db.example" must not be taken out of "db.example.org" first.
    std::stable_sort(m_known.begin(), m_known.end(), [](const QString &a, const QString &b) { return a.size() > b.size(); });
}

QString HostNames::numberOf(const QString &host)
{
    QString &number = m_numbers[host.toLower()];
    if (number.isEmpty())
        number = QStringLiteral("host-%1").arg(m_numbers.size());
    return number;
}

QString HostNames::hide(const QString &text)
{
    const QRegularExpression hosts(patternOf(m_known), QRegularExpression::CaseInsensitiveOption);
    QString hidden;
    qsizetype written = 0;
    for (auto match = hosts.globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch host = match.next();
        if (isOurOwn(host.captured().toLower()))
            continue;
        hidden += QStringView(text).mid(written, host.capturedStart() - written);
        hidden += numberOf(host.captured());
        written = host.capturedEnd();
    }
    return hidden + text.mid(written);
}

} // namespace holdwatch::operations
