// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/VersionOrder.h"

#include <algorithm>

namespace holdwatch::filter {

namespace {

bool isDigit(QChar c)
{
    return c >= QLatin1Char('0') && c <= QLatin1Char('9');
}

bool isNumber(QStringView part)
{
    return std::all_of(part.begin(), part.end(), isDigit); // a missing part is 0
}

QStringView core(QStringView version)
{
    if (version.size() > 1 && (version[0] == QLatin1Char('v') || version[0] == QLatin1Char('V')) && isDigit(version[1]))
        version = version.sliced(1);
    const qsizetype build = version.indexOf(QLatin1Char('+'));
    return build < 0 ? version : version.first(build);
}

QStringView takePart(QStringView &rest)
{
    const auto isBorder = [](QChar c) { return c == QLatin1Char('.') || c == QLatin1Char('-') || c == QLatin1Char('_'); };
    const auto *end = std::find_if(rest.begin(), rest.end(), isBorder);
    const qsizetype length = end - rest.begin();
    const QStringView part = rest.first(length);
    rest = rest.sliced(std::min(length + 1, rest.size()));
    return part;
}

QStringView withoutZeros(QStringView digits)
{
    while (digits.startsWith(QLatin1Char('0')))
        digits = digits.sliced(1);
    return digits;
}

int compareNumbers(QStringView left, QStringView right)
{
    left = withoutZeros(left);
    right = withoutZeros(right);
    if (left.size() != right.size())
        return left.size() < right.size() ? -1 : 1;
    return left.compare(right);
}

int compareParts(QStringView left, QStringView right)
{
    const bool leftIsNumber = isNumber(left);
    const bool rightIsNumber = isNumber(right);
    if (leftIsNumber != rightIsNumber)
        return leftIsNumber ? 1 : -1;
    return leftIsNumber ? compareNumbers(left, right) : left.compare(right, Qt::CaseInsensitive);
}

} // namespace

int compareVersions(QStringView left, QStringView right)
{
    left = core(left);
    right = core(right);
    while (!left.isEmpty() || !right.isEmpty()) {
        const QStringView leftPart = takePart(left);
        if (const int order = compareParts(leftPart, takePart(right)); order != 0)
            return order;
    }
    return 0;
}

bool beginsWithNumber(QStringView version)
{
    const QStringView text = core(version);
    return !text.isEmpty() && isDigit(text.front());
}

} // namespace holdwatch::filter
