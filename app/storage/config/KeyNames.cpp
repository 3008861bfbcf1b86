// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/KeyNames.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace holdwatch::storage {

namespace {

QString lettersOf(const QString &key)
{
    QString letters;
    std::copy_if(key.begin(), key.end(), std::back_inserter(letters), [](QChar c) { return c.isLetterOrNumber(); });
    return letters.toLower();
}

// How many letters must be typed, dropped or changed to turn one into the other.
int distance(const QString &a, const QString &b)
{
    std::vector<int> row(size_t(b.size()) + 1);
    std::iota(row.begin(), row.end(), 0);
    for (qsizetype i = 0; i < a.size(); ++i) {
        int diagonal = std::exchange(row[0], int(i) + 1);
        for (size_t j = 1; j < row.size(); ++j) {
            const int change = diagonal + (a[i] == b[qsizetype(j) - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back();
}

} // namespace

bool looksSecret(const QString &key)
{
    static const QStringList inside{QStringLiteral("password"), QStringLiteral("passwd"), QStringLiteral("passphrase"), QStringLiteral("secret"),
                                    QStringLiteral("token"), QStringLiteral("apikey"), QStringLiteral("privatekey"), QStringLiteral("accesskey"),
                                    QStringLiteral("credential"), QStringLiteral("bearer"), QStringLiteral("authorization")};
    static const QStringList whole{QStringLiteral("key"), QStringLiteral("pass"), QStringLiteral("pwd"), QStringLiteral("auth")};
    const QString letters = lettersOf(key);
    return whole.contains(letters)
        || std::any_of(inside.begin(), inside.end(), [&letters](const QString &word) { return letters.contains(word); });
}

QString unknownKeySentence(const QString &key, const QStringList &known)
{
    const QString shown = printable(key);
    QString sentence = QStringLiteral("\"%1\" is not known here and was ignored").arg(shown);
    const auto closer = [&shown](const QString &a, const QString &b) { return distance(shown, a) < distance(shown, b); };
    const auto nearest = std::min_element(known.begin(), known.end(), closer);
    if (nearest != known.end() && distance(shown, *nearest) <= std::max<qsizetype>(2, nearest->size() / 3))
        sentence += QStringLiteral("; perhaps \"%1\" was meant").arg(*nearest);
    return sentence;
}

QString printable(const QString &text)
{
    QString shown;
    for (const QChar c : text.left(80))
        shown += c.isPrint() ? c : QChar(QChar::ReplacementCharacter);
    return shown;
}

} // namespace holdwatch::storage
