// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QStringList>

namespace holdwatch::payload {

/// Which field names are sensitive: a list a person may edit. A pattern is a name with * and ?; case, `_`, `-`, `.` and
/// spaces do not count, so "card*number" covers cardNumber, CARD_NUMBER and card-holder-number. Not thread-safe
/// (it remembers names it has judged): one for each thread.
class SensitiveNames
{
public:
    SensitiveNames();                              ///< the default patterns
    explicit SensitiveNames(QStringList patterns);

    static QStringList defaultPatterns();
    const QStringList &patterns() const { return m_patterns; } ///< as they were written

    bool matches(QByteArrayView name) const; ///< escapes already resolved

private:
    QStringList m_patterns;
    QStringList m_folded;
    mutable QHash<QByteArray, bool> m_judged;
};

} // namespace holdwatch::payload
