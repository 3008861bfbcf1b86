// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/series/TimeView.h"

#include <algorithm>

namespace holdwatch {

namespace {

Millis bounded(Millis span)
{
    return std::clamp(span, TimeView::shortest, TimeView::longest);
}

Millis scaled(Millis value, double factor)
{
    return Millis(static_cast<qint64>(static_cast<double>(value.count()) * factor));
}

} // namespace

TimeView::TimeView(Millis span)
    : m_span(bounded(span))
{
}

Millis TimeView::futureRoom(Millis span)
{
    // A sixth shows where the line is heading; past half an hour a projection says nothing any more.
    return std::min<Millis>(span / 6, Minutes(30));
}

TimeRange TimeView::range(UtcTime now) const
{
    const UtcTime until = m_until.value_or(now + futureRoom(m_span));
    return {until - width(), until};
}

void TimeView::showLast(Millis span)
{
    m_span = bounded(span);
    m_until.reset();
}

void TimeView::goLive()
{
    m_until.reset();
}

void TimeView::pan(double share, UtcTime now)
{
    settle(range(now).until + scaled(width(), share), now);
}

void TimeView::zoom(double factor, UtcTime anchor, UtcTime now)
{
    const TimeRange before = range(now);
    const double place = toSeconds(anchor - before.from) / toSeconds(before.width());
    m_span = bounded(scaled(m_span, factor));
    settle(anchor + scaled(width(), 1.0 - place), now);
}

void TimeView::zoom(double factor, UtcTime now)
{
    if (isLive()) {
        m_span = bounded(scaled(m_span, factor));
        return;
    }
    const TimeRange before = range(now);
    zoom(factor, before.from + before.width() / 2, now);
}

void TimeView::settle(UtcTime until, UtcTime now)
{
    const UtcTime live = now + futureRoom(m_span);
    if (until >= live)
        m_until.reset();
    else
        m_until = until;
}

} // namespace holdwatch
