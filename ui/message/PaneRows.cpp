// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/PaneRows.h"

#include <algorithm>
#include <cmath>

namespace holdwatch::ui {

namespace {

constexpr int farthestBreak = 40; ///< units given up at most for a row that ends at a good place

bool breaksBehind(char16_t c) { return c == ',' || c == ' ' || c == '}' || c == ';' || c == '&'; }

} // namespace

void PaneRows::push(int from, int until, int line)
{
    m_from.push_back(from);
    m_until.push_back(until);
    m_line.push_back(line);
}

qreal PaneRows::advanceOf(char32_t c, const QFontMetricsF &metrics)
{
    auto known = m_advances.find(c);
    if (known == m_advances.end())
        known = m_advances.insert(c, metrics.horizontalAdvance(QString::fromUcs4(&c, 1)));
    return *known;
}

void PaneRows::lay(const QString &text, const QFont &font, int width)
{
    const QFontMetricsF metrics(font);
    const qreal cell = metrics.horizontalAdvance(QLatin1Char('0'));
    const qreal tab = cell * tabCells;
    const qreal room = std::max<qreal>(width, cell * 8);
    for (auto *list : {&m_from, &m_until, &m_line})
        list->clear();
    m_advances.clear();

    const auto widthAt = [&](int at, qreal x) {
        const QChar c = text[at];
        if (c == QLatin1Char('\t'))
            return tab - std::fmod(x, tab);
        if (c.unicode() < 0x80)
            return cell;
        const bool isPair = c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
        return isPair ? advanceOf(QChar::surrogateToUcs4(c, text[at + 1]), metrics) : c.isLowSurrogate() ? 0.0 : advanceOf(c.unicode(), metrics);
    };
    const int size = int(text.size());
    int start = 0;
    int line = 0;
    int good = 0;
    qreal x = 0;
    for (int at = 0; at < size; ++at) {
        const char16_t c = text[at].unicode();
        if (c == '\n') {
            push(start, at, line++);
            start = good = at + 1;
            x = 0;
            continue;
        }
        qreal advance = widthAt(at, x);
        if (x + advance > room && at > start && advance > 0) {
            const int cut = good > start && at - good <= farthestBreak ? good : at;
            push(start, cut, line);
            start = good = cut;
            x = 0;
            for (int back = cut; back < at; ++back)
                x += widthAt(back, x);
            advance = widthAt(at, x);
        }
        x += advance;
        if (breaksBehind(c))
            good = at + 1;
    }
    push(start, size, line);
}

int PaneRows::rowAt(int unit) const
{
    const auto behind = std::upper_bound(m_from.begin(), m_from.end(), unit);
    return std::max(0, int(std::distance(m_from.begin(), behind)) - 1);
}

int PaneRows::lineStart(int row) const
{
    const auto first = std::lower_bound(m_line.begin(), m_line.end(), line(row));
    return m_from[size_t(std::distance(m_line.begin(), first))];
}

} // namespace holdwatch::ui
