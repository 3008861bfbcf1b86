// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/PaneText.h"

#include <algorithm>

namespace holdwatch::ui {

using payload::ByteRange;
using payload::ByteRanges;

namespace {

PaneText withDisplay(QByteArray bytes, const ByteRanges &hidden)
{
    payload::DisplayText display = payload::displayOf(bytes, hidden);
    PaneText pane;
    pane.text = std::move(display.text);
    pane.marks = std::move(display.marks);
    pane.display = std::move(display.map);
    pane.bytes = std::move(bytes);
    return pane;
}

/// Further than what is shown, so that a token or a masked value at the edge is read whole; never all of a large body.
qsizetype readUntil(const QByteArray &body, qsizetype shown)
{
    return std::min(body.size(), shown + payload::previewBytes);
}

} // namespace

ByteRange PaneText::toSource(const ByteRange &units) const
{
    const ByteRange shown = display.toSource(units);
    return indent ? indent->toSource(shown) : shown;
}

ByteRange PaneText::toUnits(const ByteRange &source) const
{
    return display.toShown(indent ? indent->toShown(source) : source);
}

std::optional<ByteRange> PaneText::markAt(qsizetype unit) const
{
    const auto mark = std::lower_bound(marks.begin(), marks.end(), unit, [](const ByteRange &range, qsizetype at) { return range.until <= at; });
    if (mark == marks.end() || !mark->contains(unit))
        return std::nullopt;
    return *mark;
}

PaneText::Copied PaneText::copyOf(const ByteRange &units) const
{
    Copied copied;
    qsizetype at = units.from;
    auto mark = std::lower_bound(marks.begin(), marks.end(), units.from, [](const ByteRange &range, qsizetype from) { return range.until <= from; });
    for (; mark != marks.end() && mark->from < units.until; ++mark) {
        copied.text += QStringView(text).mid(at, std::max<qsizetype>(0, mark->from - at));
        const QString shown = text.mid(mark->from, mark->size());
        const QByteArray source = display.toSource(*mark).of(bytes).toByteArray();
        const QString own = QString::fromUtf8(source);
        if (shown == payload::maskDots)
            ++copied.masked;
        else if (own.toUtf8() != source || own.contains(QChar::ReplacementCharacter))
            ++copied.notText;
        else {
            copied.text += own;
            at = mark->until;
            continue;
        }
        copied.text += shown;
        at = mark->until;
    }
    if (at < units.until)
        copied.text += QStringView(text).mid(at, units.until - at);
    return copied;
}

PaneText rawPaneText(const QByteArray &body, const ByteRanges &hidden, qsizetype shown)
{
    const qsizetype until = payload::pageEnd(body, 0, shown);
    PaneText pane = withDisplay(body.first(until), hidden);
    pane.leftOut = body.size() - until;
    return pane;
}

PaneText prettyPaneText(const QByteArray &body, const ByteRanges &hidden, qsizetype shown)
{
    const qsizetype read = readUntil(body, shown);
    payload::PrettyText pretty = payload::prettyText(QByteArrayView(body).first(read), {.budget = shown});
    PaneText pane = withDisplay(std::move(pretty.text), pretty.map.toShown(hidden));
    pane.leftOut = body.size() - pretty.shownUntil;
    const qsizetype json = pretty.fault ? std::min(pretty.fault->at, pretty.shownUntil) : pretty.shownUntil;
    pane.jsonUntil = json == 0 ? 0 : json == pretty.shownUntil ? pane.text.size() : pane.display.toShown(pretty.map.toShown(json));
    pane.indent = std::move(pretty.map);
    return pane;
}

} // namespace holdwatch::ui
