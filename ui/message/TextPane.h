// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/message/PaneRows.h"
#include "ui/message/PaneText.h"

#include <QAbstractScrollArea>
#include <QTextLayout>

namespace holdwatch::ui {

/// Shows a PaneText: plain, monospaced, wrapped, with line numbers. Draws only the rows in sight, so what it costs does
/// not grow with the text. A person can select and copy by mouse and keys; nothing can be edited.
class TextPane final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    TextPane(const QString &objectName, const QString &accessibleName, QWidget *parent = nullptr);

    void setText(PaneText text, bool keepPlace = false);
    const PaneText &paneText() const { return m_text; }
    QString toPlainText() const { return m_text.text; }

    payload::ByteRange selection() const; ///< units; empty where only the cursor stands
    int cursor() const { return m_cursor; }
    void select(int from, int until);     ///< and scrolls there
    void selectAll();
    void setEcho(const payload::ByteRange &source); ///< the place that the pane beside this one points at
    payload::ByteRange echo() const { return m_echo; }
    qsizetype topSource() const;          ///< where the first row in sight comes from
    void scrollToSource(qsizetype source);

    int find(const QString &words); ///< how often; marks all and goes to the first one at or behind the cursor
    void step(int by);              ///< to the next match, round at the ends
    int matchCount() const { return int(m_matches.size()); }
    int currentMatch() const { return m_current; }
    QRect rectOf(int unit) const;   ///< in the viewport; empty if it is not in sight

signals:
    void cursorMoved();              ///< by a person or by a search
    void copyRequested();
    void maskActivated(qsizetype sourceOffset);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    int lineHeight() const;
    int gutter() const;
    void layRows();
    void setCursor(int unit, bool keepAnchor);
    void showCursor();
    int snapped(int unit, bool forward) const; ///< never inside a mark or a surrogate pair
    int unitAt(const QPoint &point) const;
    std::optional<payload::ByteRange> maskUnder(const QPoint &point) const;
    void layOut(QTextLayout &layout, int row) const;
    void drawRow(QPainter &painter, int row, int y) const;
    QList<QTextLayout::FormatRange> formats(int row) const;
    void moveRows(int by, bool keepAnchor);

    PaneText m_text;
    PaneRows m_rows;
    int m_laidWidth = -1;
    int m_cursor = 0;
    int m_anchor = 0;
    payload::ByteRange m_echo;
    QString m_words;
    std::vector<int> m_matches;
    int m_current = -1;
    bool m_pressedMask = false;
};

} // namespace holdwatch::ui
