// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/ServerIdentity.h"

namespace holdwatch {

QString toSentence(const NameLookup &lookup)
{
    if (lookup.byProxy)
        return QStringLiteral("%1 is looked up by the %2.").arg(lookup.host, lookup.route);
    constexpr qsizetype shown = 4;
    QString list = QStringList(lookup.addresses.mid(0, shown)).join(QStringLiteral(", "));
    if (lookup.addresses.size() > shown)
        list += QStringLiteral(" and %1 more").arg(lookup.addresses.size() - shown);
    if (lookup.addresses == QStringList{lookup.host})
        return QStringLiteral("%1 is an address; there is no name to look up.").arg(lookup.host);
    return QStringLiteral("%1 is %2.").arg(lookup.host, list);
}

QString toSentence(const TlsFindings &findings)
{
    if (findings.state == TlsFindings::State::NotUsed)
        return QStringLiteral("No TLS, allowed for this machine.");
    if (findings.state == TlsFindings::State::Untrusted && findings.refusal)
        return toSentence(*findings.refusal);
    QString text = QStringLiteral("%1 with %2").arg(findings.protocol, findings.cipher);
    if (!findings.chain.isEmpty()) {
        const PeerCertificate &own = findings.chain.first();
        text += QStringLiteral("; certificate \u201c%1\u201d, issued by \u201c%2\u201d, valid until %3")
                    .arg(own.subject, own.issuer, toQDateTime(own.validUntil).toString(QStringLiteral("yyyy-MM-dd")));
    }
    return text + QLatin1Char('.');
}

} // namespace holdwatch
