// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/HexPane.h"

#include "ui/common/Metrics.h"
#include "ui/message/PaneColors.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace holdwatch::ui {

using payload::ByteRange;
using payload::HexDump;

namespace {
constexpr int offsetCells = 10;
constexpr size_t mostMatches = 100'000;
}

HexPane::HexPane(QWidget *parent) : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("payloadHex"));
    setAccessibleName(QStringLiteral("Message bytes in hexadecimal"));
    setFont(paneFont());
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
}

HexDump HexPane::dump() const
{
    return HexDump(QByteArrayView(m_bytes).first(shownSize()), m_hidden);
}

void HexPane::setBytes(const QByteArray &bytes, qsizetype shown, payload::ByteRanges hidden)
{
    const bool isSame = bytes.constData() == m_bytes.constData();
    m_bytes = bytes;
    m_shown = shown;
    m_hidden = std::move(hidden);
    m_matches.clear();
    m_current = -1;
    if (!isSame)
        m_cursor = m_anchor = 0;
    setRanges();
    viewport()->update();
}

ByteRange HexPane::selection() const
{
    const qsizetype until = std::max(m_cursor, m_anchor) + 1;
    return {std::min(m_cursor, m_anchor), std::min(until, shownSize())};
}

void HexPane::select(const ByteRange &bytes)
{
    m_anchor = std::clamp<qsizetype>(bytes.from, 0, std::max<qsizetype>(0, shownSize() - 1));
    moveTo(std::max(bytes.from, bytes.until - 1), true);
}

int HexPane::find(const QByteArray &needle)
{
    m_matches.clear();
    m_current = -1;
    m_needle = needle.size();
    const QByteArrayView seen = QByteArrayView(m_bytes).first(shownSize());
    const auto isHidden = [this](const ByteRange &range) {
        const auto next = std::lower_bound(m_hidden.begin(), m_hidden.end(), range.from, [](const ByteRange &h, qsizetype at) { return h.until <= at; });
        return next != m_hidden.end() && next->from < range.until;
    };
    for (auto at = needle.isEmpty() ? -1 : seen.indexOf(needle); at >= 0 && m_matches.size() < mostMatches; at = seen.indexOf(needle, at + 1)) {
        if (!isHidden({at, at + needle.size()}))
            m_matches.push_back(at);
    }
    if (!m_matches.empty()) {
        m_current = 0;
        step(0);
    }
    return matchCount();
}

void HexPane::step(int by)
{
    if (m_matches.empty())
        return;
    m_current = (m_current + by + matchCount()) % matchCount();
    select({m_matches[size_t(m_current)], m_matches[size_t(m_current)] + m_needle});
}

QString HexPane::textOfRow(qsizetype row) const
{
    const payload::HexRow shown = dump().row(row);
    return QStringLiteral("%1  %2  %3").arg(HexDump::offsetText(shown.offset), shown.hex.leftJustified(48), shown.printable);
}

int HexPane::hexColumn(int byte) const
{
    return offsetCells + byte * 3 + (byte >= 8 ? 1 : 0);
}

int HexPane::textColumn(int byte) const
{
    return offsetCells + 16 * 3 + 3 + byte;
}

void HexPane::setRanges()
{
    const int inSight = std::max(1, viewport()->height() / lineHeight());
    verticalScrollBar()->setPageStep(inSight);
    verticalScrollBar()->setRange(0, int(std::max<qsizetype>(0, dump().rowCount() - inSight)));
    const int width = (textColumn(15) + 2) * cell();
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(cell());
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
}

void HexPane::resizeEvent(QResizeEvent *)
{
    setRanges();
}

void HexPane::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Theme &theme = Theme::of(this);
    const PaneColors colors = paneColors(theme);
    painter.fillRect(viewport()->rect(), theme.surface);
    painter.setFont(font());
    painter.translate(space::s - horizontalScrollBar()->value(), 0);
    const HexDump shown = dump();
    const ByteRange chosen = selection();
    int y = 0;
    for (qsizetype number = verticalScrollBar()->value(); number < shown.rowCount() && y < viewport()->height(); ++number, y += lineHeight()) {
        const payload::HexRow row = shown.row(number);
        painter.setPen(theme.faint);
        painter.drawText(QPoint(0, y + fontMetrics().ascent() + 1), HexDump::offsetText(row.offset));
        for (int byte = 0; byte < row.printable.size(); ++byte) {
            const QString hex = row.hex.mid(byte * 3 + (byte >= 8 ? 1 : 0), 2);
            const QString text = row.printable.mid(byte, 1);
            const bool isOdd = text == QChar(0xB7);
            if (chosen.contains(row.offset + byte)) {
                painter.fillRect(QRect(hexColumn(byte) * cell() - 2, y, 2 * cell() + 4, lineHeight()), theme.selection);
                painter.fillRect(QRect(textColumn(byte) * cell(), y, cell(), lineHeight()), theme.selection);
            }
            painter.setPen(isOdd ? hex == QLatin1String("00") ? theme.faint : colors.number : theme.text);
            painter.drawText(QPoint(hexColumn(byte) * cell(), y + fontMetrics().ascent() + 1), hex);
            painter.setPen(isOdd ? theme.faint : colors.string);
            painter.drawText(QPoint(textColumn(byte) * cell(), y + fontMetrics().ascent() + 1), text);
        }
    }
    if (hasFocus()) {
        painter.resetTransform();
        painter.fillRect(QRect(0, 0, viewport()->width(), 1), theme.accent);
    }
}

void HexPane::moveTo(qsizetype byte, bool keepAnchor)
{
    m_cursor = std::clamp<qsizetype>(byte, 0, std::max<qsizetype>(0, shownSize() - 1));
    if (!keepAnchor)
        m_anchor = m_cursor;
    const int row = int(m_cursor / HexDump::width);
    const int top = verticalScrollBar()->value();
    if (row < top)
        verticalScrollBar()->setValue(row);
    else if (row >= top + verticalScrollBar()->pageStep())
        verticalScrollBar()->setValue(row - verticalScrollBar()->pageStep() + 1);
    viewport()->update();
    emit cursorMoved();
}

void HexPane::keyPressEvent(QKeyEvent *event)
{
    const bool keep = event->modifiers() & Qt::ShiftModifier;
    const bool control = event->modifiers() & Qt::ControlModifier;
    if (event->matches(QKeySequence::Copy))
        return emit copyRequested();
    if (event->matches(QKeySequence::SelectAll))
        return select({0, shownSize()});
    const qsizetype page = qsizetype(verticalScrollBar()->pageStep()) * HexDump::width;
    switch (event->key()) {
    case Qt::Key_Left: return moveTo(m_cursor - 1, keep);
    case Qt::Key_Right: return moveTo(m_cursor + 1, keep);
    case Qt::Key_Up: return moveTo(m_cursor - HexDump::width, keep);
    case Qt::Key_Down: return moveTo(m_cursor + HexDump::width, keep);
    case Qt::Key_PageUp: return control ? event->ignore() : moveTo(m_cursor - page, keep);
    case Qt::Key_PageDown: return control ? event->ignore() : moveTo(m_cursor + page, keep);
    case Qt::Key_Home: return moveTo(control ? 0 : m_cursor / HexDump::width * HexDump::width, keep);
    case Qt::Key_End: return moveTo(control ? shownSize() : m_cursor / HexDump::width * HexDump::width + HexDump::width - 1, keep);
    default: event->ignore();
    }
}

qsizetype HexPane::byteAt(const QPoint &point) const
{
    const qsizetype row = verticalScrollBar()->value() + point.y() / lineHeight();
    const int column = (point.x() - space::s + horizontalScrollBar()->value()) / cell();
    int byte = 15;
    if (column >= textColumn(0))
        byte = std::min(15, column - textColumn(0));
    else
        while (byte > 0 && column < hexColumn(byte))
            --byte;
    return row * HexDump::width + byte;
}

void HexPane::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        moveTo(byteAt(event->position().toPoint()), event->modifiers() & Qt::ShiftModifier);
}

void HexPane::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons() & Qt::LeftButton)
        moveTo(byteAt(event->position().toPoint()), true);
}

void HexPane::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

} // namespace holdwatch::ui
