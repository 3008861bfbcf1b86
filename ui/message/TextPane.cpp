// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/TextPane.h"

#include "models/core/Format.h"
#include "ui/common/Metrics.h"
#include "ui/message/JsonColouring.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace holdwatch::ui {

using payload::ByteRange;

TextPane::TextPane(const QString &objectName, const QString &accessibleName, QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(objectName);
    setAccessibleName(accessibleName);
    setFont(paneFont());
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    setMinimumWidth(120);
}

void TextPane::setText(PaneText text, bool keepPlace)
{
    const ByteRange place = m_text.toSource({m_cursor, m_cursor});
    const int top = verticalScrollBar()->value();
    m_text = std::move(text);
    m_laidWidth = -1;
    m_matches.clear();
    m_current = -1;
    m_echo = {};
    m_cursor = m_anchor = keepPlace ? snapped(int(std::min(m_text.toUnits(place).from, m_text.text.size())), false) : 0;
    layRows();
    verticalScrollBar()->setValue(keepPlace ? top : 0);
    if (!m_words.isEmpty())
        find(m_words);
    viewport()->update();
}

int TextPane::lineHeight() const
{
    return fontMetrics().height() + 2;
}

int TextPane::gutter() const
{
    const int digits = int(QString::number(std::max(99, m_rows.lineCount())).size());
    return digits * fontMetrics().horizontalAdvance(QLatin1Char('0')) + 2 * space::s;
}

void TextPane::layRows()
{
    const int width = viewport()->width() - gutter() - space::s;
    if (width != m_laidWidth) {
        m_rows.lay(m_text.text, font(), width);
        m_laidWidth = width;
        const int again = viewport()->width() - gutter() - space::s; // more digits, a wider gutter
        if (again != width) {
            m_rows.lay(m_text.text, font(), again);
            m_laidWidth = again;
        }
    }
    const int inSight = std::max(1, viewport()->height() / lineHeight());
    verticalScrollBar()->setPageStep(inSight);
    verticalScrollBar()->setRange(0, std::max(0, m_rows.count() - inSight));
}

void TextPane::resizeEvent(QResizeEvent *)
{
    const int top = m_rows.count() > 0 ? m_rows.from(std::min(verticalScrollBar()->value(), m_rows.count() - 1)) : 0;
    layRows();
    verticalScrollBar()->setValue(m_rows.rowAt(top));
}

ByteRange TextPane::selection() const
{
    return {std::min(m_cursor, m_anchor), std::max(m_cursor, m_anchor)};
}

int TextPane::snapped(int unit, bool forward) const
{
    unit = std::clamp(unit, 0, int(m_text.text.size()));
    if (unit == 0 || unit == m_text.text.size())
        return unit;
    if (const auto mark = m_text.markAt(unit); mark && unit != mark->from)
        return int(forward ? mark->until : mark->from);
    return m_text.text[unit].isLowSurrogate() ? unit + (forward ? 1 : -1) : unit;
}

void TextPane::setCursor(int unit, bool keepAnchor)
{
    m_cursor = snapped(unit, unit > m_cursor);
    if (!keepAnchor)
        m_anchor = m_cursor;
    showCursor();
    viewport()->update();
    emit cursorMoved();
}

void TextPane::select(int from, int until)
{
    m_anchor = snapped(from, false);
    setCursor(until, true);
}

void TextPane::selectAll()
{
    m_anchor = 0;
    m_cursor = int(m_text.text.size());
    viewport()->update();
    emit cursorMoved();
}

void TextPane::showCursor()
{
    const int row = m_rows.rowAt(m_cursor);
    const int top = verticalScrollBar()->value();
    const int inSight = verticalScrollBar()->pageStep();
    if (row < top || row >= top + inSight)
        verticalScrollBar()->setValue(row < top && top - row < inSight ? row : row - inSight / 3);
}

void TextPane::setEcho(const ByteRange &source)
{
    m_echo = source.isEmpty() ? ByteRange{} : m_text.toUnits(source);
    if (!m_echo.isEmpty()) {
        const int row = m_rows.rowAt(int(m_echo.from));
        const int top = verticalScrollBar()->value();
        if (row < top || row >= top + verticalScrollBar()->pageStep())
            verticalScrollBar()->setValue(row - verticalScrollBar()->pageStep() / 3);
    }
    viewport()->update();
}

qsizetype TextPane::topSource() const
{
    const int top = verticalScrollBar()->value();
    if (top >= m_rows.count())
        return 0;
    const qsizetype from = m_rows.from(top);
    return m_text.toSource({from, from + 1}).from;
}

void TextPane::scrollToSource(qsizetype source)
{
    if (m_rows.count() > 0)
        verticalScrollBar()->setValue(m_rows.rowAt(int(m_text.toUnits({source, source + 1}).from)));
}

int TextPane::find(const QString &words)
{
    m_words = words;
    m_matches.clear();
    m_current = -1;
    if (!words.isEmpty()) {
        for (auto at = m_text.text.indexOf(words, 0, Qt::CaseInsensitive); at >= 0; at = m_text.text.indexOf(words, at + words.size(), Qt::CaseInsensitive))
            m_matches.push_back(int(at));
    }
    viewport()->update();
    if (m_matches.empty())
        return 0;
    const auto next = std::lower_bound(m_matches.begin(), m_matches.end(), int(selection().from));
    m_current = next == m_matches.end() ? 0 : int(std::distance(m_matches.begin(), next));
    step(0);
    return matchCount();
}

void TextPane::step(int by)
{
    if (m_matches.empty())
        return;
    m_current = (m_current + by + matchCount()) % matchCount();
    const int from = m_matches[size_t(m_current)];
    select(from, from + int(m_words.size()));
}

void TextPane::layOut(QTextLayout &layout, int row) const
{
    QTextOption option;
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(QTextOption::NoWrap);
    option.setTabStopDistance(fontMetrics().horizontalAdvance(QLatin1Char('0')) * PaneRows::tabCells);
    layout.setTextOption(option);
    layout.setCacheEnabled(false);
    layout.beginLayout();
    layout.createLine().setLineWidth(1e6);
    layout.endLayout();
    Q_UNUSED(row)
}

int TextPane::unitAt(const QPoint &point) const
{
    const int row = std::clamp(verticalScrollBar()->value() + point.y() / lineHeight(), 0, m_rows.count() - 1);
    QTextLayout layout(m_text.text.mid(m_rows.from(row), m_rows.until(row) - m_rows.from(row)), font());
    layOut(layout, row);
    return snapped(m_rows.from(row) + layout.lineAt(0).xToCursor(point.x() - gutter()), false);
}

QRect TextPane::rectOf(int unit) const
{
    const int row = m_rows.rowAt(unit);
    const int y = (row - verticalScrollBar()->value()) * lineHeight();
    if (y < 0 || y >= viewport()->height())
        return {};
    QTextLayout layout(m_text.text.mid(m_rows.from(row), m_rows.until(row) - m_rows.from(row)), font());
    layOut(layout, row);
    return QRect(gutter() + int(layout.lineAt(0).cursorToX(unit - m_rows.from(row))), y, fontMetrics().horizontalAdvance(QLatin1Char('0')), lineHeight());
}

std::optional<ByteRange> TextPane::maskUnder(const QPoint &point) const
{
    const auto mark = point.x() < gutter() || m_rows.count() == 0 ? std::nullopt : m_text.markAt(unitAt(point));
    return mark && QStringView(m_text.text).mid(mark->from, mark->size()) == payload::maskDots ? mark : std::nullopt;
}

QList<QTextLayout::FormatRange> TextPane::formats(int row) const
{
    const PaneColors colors = paneColors(Theme::of(this));
    const int from = m_rows.from(row);
    const int until = m_rows.until(row);
    QList<QTextLayout::FormatRange> formats;
    if (from < m_text.jsonUntil)
        formats = jsonFormats(m_text.text, m_rows.lineStart(row), from, std::min(until, int(m_text.jsonUntil)), colors);
    const auto add = [&](const ByteRange &units, const QColor &ink, const QColor &ground) {
        QTextLayout::FormatRange range;
        range.start = std::max(int(units.from), from) - from;
        range.length = std::min(int(units.until), until) - from - range.start;
        if (range.length <= 0)
            return;
        if (ink.isValid())
            range.format.setForeground(ink);
        if (ground.isValid())
            range.format.setBackground(ground);
        formats << range;
    };
    add(m_echo, {}, colors.echo);
    auto mark = std::lower_bound(m_text.marks.begin(), m_text.marks.end(), from, [](const ByteRange &m, int at) { return m.until <= at; });
    for (; mark != m_text.marks.end() && mark->from < until; ++mark) {
        const bool isMask = QStringView(m_text.text).mid(mark->from, mark->size()) == payload::maskDots;
        add(*mark, isMask ? Theme::of(this).text : colors.mark, isMask ? Theme::of(this).raised.darker(Theme::of(this).dark ? 80 : 106) : colors.markGround);
    }
    const int length = int(m_words.size());
    for (auto match = std::lower_bound(m_matches.begin(), m_matches.end(), from - length); match != m_matches.end() && *match < until; ++match)
        add({*match, *match + length}, Theme::of(this).text, colors.match);
    const Theme &theme = Theme::of(this);
    if (!selection().isEmpty())
        add(selection(), m_current >= 0 ? theme.accentText : QColor(), m_current >= 0 ? theme.accent : hasFocus() ? theme.selection : theme.raised);
    return formats;
}

void TextPane::drawRow(QPainter &painter, int row, int y) const
{
    QTextLayout layout(m_text.text.mid(m_rows.from(row), m_rows.until(row) - m_rows.from(row)), font());
    layout.setFormats(formats(row));
    layOut(layout, row);
    painter.setPen(Theme::of(this).text);
    layout.draw(&painter, QPointF(gutter(), y + 1));
    if (hasFocus() && m_rows.rowAt(m_cursor) == row) {
        const qreal x = gutter() + layout.lineAt(0).cursorToX(m_cursor - m_rows.from(row));
        painter.fillRect(QRectF(x, y + 1, 1.5, lineHeight() - 2), Theme::of(this).accent);
    }
}

void TextPane::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Theme &theme = Theme::of(this);
    painter.fillRect(viewport()->rect(), theme.surface);
    painter.setFont(font());
    const int numbers = gutter() - space::s;
    painter.fillRect(QRect(numbers, 0, 1, viewport()->height()), theme.line);
    int y = 0;
    for (int row = verticalScrollBar()->value(); row < m_rows.count() && y < viewport()->height(); ++row, y += lineHeight()) {
        if (m_rows.beginsLine(row)) {
            painter.setPen(m_rows.line(row) == m_rows.line(m_rows.rowAt(m_cursor)) && hasFocus() ? theme.text : theme.faint);
            painter.drawText(QRect(0, y, numbers - space::xs, lineHeight()), Qt::AlignRight | Qt::AlignVCenter, QString::number(m_rows.line(row) + 1));
        }
        drawRow(painter, row, y);
    }
    if (hasFocus()) {
        painter.fillRect(QRect(0, 0, viewport()->width(), 1), theme.accent);
        painter.fillRect(QRect(0, viewport()->height() - 1, viewport()->width(), 1), theme.accent);
    }
}

void TextPane::moveRows(int by, bool keepAnchor)
{
    if (m_rows.count() == 0)
        return;
    const int row = m_rows.rowAt(m_cursor);
    const int column = m_cursor - m_rows.from(row);
    const int to = std::clamp(row + by, 0, m_rows.count() - 1);
    const int length = m_rows.until(to) - m_rows.from(to);
    m_cursor = snapped(m_rows.from(to) + std::min(column, length), false);
    setCursor(m_cursor, keepAnchor);
}

void TextPane::keyPressEvent(QKeyEvent *event)
{
    const bool keep = event->modifiers() & Qt::ShiftModifier;
    const bool control = event->modifiers() & Qt::ControlModifier;
    const int row = m_rows.rowAt(m_cursor);
    if (event->matches(QKeySequence::Copy))
        return emit copyRequested();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    if (event->modifiers() & Qt::AltModifier)
        return event->ignore();
    switch (event->key()) {
    case Qt::Key_Left: return setCursor(snapped(m_cursor - 1, false), keep);
    case Qt::Key_Right: return setCursor(snapped(m_cursor + 1, true), keep);
    case Qt::Key_Up: return moveRows(-1, keep);
    case Qt::Key_Down: return moveRows(1, keep);
    case Qt::Key_PageUp: return control ? event->ignore() : moveRows(-verticalScrollBar()->pageStep(), keep);
    case Qt::Key_PageDown: return control ? event->ignore() : moveRows(verticalScrollBar()->pageStep(), keep);
    case Qt::Key_Home: return setCursor(control ? 0 : m_rows.from(row), keep);
    case Qt::Key_End: return setCursor(control ? int(m_text.text.size()) : m_rows.until(row), keep);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto mark = m_text.markAt(m_cursor); mark && QStringView(m_text.text).mid(mark->from, mark->size()) == payload::maskDots)
            return emit maskActivated(m_text.toSource(*mark).from);
        break;
    default: break;
    }
    event->ignore();
}

void TextPane::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || m_rows.count() == 0)
        return;
    m_pressedMask = maskUnder(event->position().toPoint()).has_value();
    m_current = -1;
    setCursor(unitAt(event->position().toPoint()), event->modifiers() & Qt::ShiftModifier);
}

void TextPane::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (event->buttons() & Qt::LeftButton) {
        setCursor(unitAt(at), true);
        m_pressedMask = m_pressedMask && selection().isEmpty();
        return;
    }
    viewport()->setCursor(maskUnder(at) ? Qt::PointingHandCursor : at.x() < gutter() ? Qt::ArrowCursor : Qt::IBeamCursor);
}

void TextPane::mouseReleaseEvent(QMouseEvent *event)
{
    const auto mask = m_pressedMask ? maskUnder(event->position().toPoint()) : std::nullopt;
    m_pressedMask = false;
    if (mask)
        emit maskActivated(m_text.toSource(*mask).from);
}

void TextPane::mouseDoubleClickEvent(QMouseEvent *event)
{
    const int at = unitAt(event->position().toPoint());
    const auto isWord = [this](int unit) { return m_text.text[unit].isLetterOrNumber() || m_text.text[unit] == QLatin1Char('_') || m_text.text[unit] == QLatin1Char('-'); };
    int from = at;
    int until = at;
    while (from > 0 && isWord(from - 1))
        --from;
    while (until < m_text.text.size() && isWord(until))
        ++until;
    select(from, until);
}

void TextPane::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    menu.addAction(QStringLiteral("Copy"), QKeySequence::Copy, this, &TextPane::copyRequested)->setEnabled(!selection().isEmpty());
    menu.addAction(QStringLiteral("Select all"), QKeySequence::SelectAll, this, &TextPane::selectAll);
    menu.exec(event->globalPos());
}

bool TextPane::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), maskUnder(help->pos()) ? QStringLiteral("Masked. Click to reveal; that is recorded.") : QString(), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TextPane::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void TextPane::focusInEvent(QFocusEvent *)
{
    viewport()->update();
}

void TextPane::focusOutEvent(QFocusEvent *)
{
    viewport()->update();
}

} // namespace holdwatch::ui
