// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/SensitiveNames.h"

#include "models/core/Glob.h"

#include <algorithm>

namespace holdwatch::payload {

namespace {

constexpr qsizetype mostRemembered = 4096;
constexpr qsizetype longestName = 256; // a "name" of a megabyte is no name, and its hash and fold would cost

QString folded(QString name)
{
    name.removeIf([](QChar c) { return c == QLatin1Char('_') || c == QLatin1Char('-') || c == QLatin1Char('.') || c.isSpace(); });
    return name.toLower();
}

} // namespace

SensitiveNames::SensitiveNames() : SensitiveNames(defaultPatterns()) {}

SensitiveNames::SensitiveNames(QStringList patterns) : m_patterns(std::move(patterns))
{
    for (const QString &pattern : std::as_const(m_patterns)) {
        const QString plain = folded(pattern);
        if (!plain.isEmpty())
            m_folded << plain;
    }
}

QStringList SensitiveNames::defaultPatterns()
{
    return QStringLiteral("*password* *passwd* *passphrase* *passcode* pwd *pwd *secret* *token *credential* *api_key *access_key *private_key "
                          "*authorization *cookie *signature card pan card_no *card*number *card*holder* cvv* cvc* *cvv *cvc iban *iban *account_number "
                          "*routing_number bic ssn *social_security* *tax_id *passport* *national_id *mail *mail_address "
                          "phone *phone *phone_number mobile *mobile_number fax birthday birth_date *date_of_birth dob pin otp")
        .split(QLatin1Char(' '));
}

bool SensitiveNames::matches(QByteArrayView name) const
{
    name = name.last(std::min(name.size(), longestName));
    const auto known = m_judged.constFind(QByteArray::fromRawData(name.data(), name.size()));
    if (known != m_judged.constEnd())
        return *known;
    const QByteArray key = name.toByteArray();
    if (m_judged.size() >= mostRemembered)
        m_judged.clear();
    const QString plain = folded(QString::fromUtf8(key));
    const bool isSensitive = std::any_of(m_folded.begin(), m_folded.end(), [&plain](const QString &pattern) { return matchesGlob(pattern, plain); });
    m_judged.insert(key, isSensitive);
    return isSensitive;
}

} // namespace holdwatch::payload
