// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/JsonColouring.h"

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int farthest = 8 * 1024;

int stringEnd(QStringView text, int from)
{
    int at = from + 1;
    while (at < text.size() && text[at] != u'"' && text[at] != u'\n')
        at += text[at] == u'\\' ? 2 : 1;
    return std::min(at + 1, int(text.size()));
}

bool isKey(QStringView text, int end)
{
    while (end < text.size() && text[end] == u' ')
        ++end;
    return end < text.size() && text[end] == u':';
}

int wordEnd(QStringView text, int from)
{
    int at = from + 1;
    while (at < text.size() && (text[at].isLetterOrNumber() || text[at] == u'.' || text[at] == u'-' || text[at] == u'+'))
        ++at;
    return at;
}

} // namespace

QList<QTextLayout::FormatRange> jsonFormats(QStringView text, int lineStart, int from, int until, const PaneColors &colors)
{
    QList<QTextLayout::FormatRange> formats;
    if (from - lineStart > farthest)
        return formats;
    for (int at = lineStart; at < until;) {
        const QChar c = text[at];
        int end = at + 1;
        QColor ink = colors.punctuation;
        if (c == u'"') {
            end = stringEnd(text, at);
            ink = isKey(text, end) ? colors.key : colors.string;
        } else if (c.isLetter()) {
            end = wordEnd(text, at);
            ink = colors.word;
        } else if (c.isDigit() || c == u'-' || c == u'+') {
            end = wordEnd(text, at);
            ink = colors.number;
        }
        if (end > from && !c.isSpace()) {
            QTextLayout::FormatRange range;
            range.start = std::max(at, from) - from;
            range.length = std::min(end, until) - from - range.start;
            range.format.setForeground(ink);
            formats << range;
        }
        at = end;
    }
    return formats;
}

} // namespace holdwatch::ui
