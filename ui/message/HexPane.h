// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/HexDump.h"

#include <QAbstractScrollArea>

namespace holdwatch::ui {

/// The bytes themselves, sixteen a row. Draws what is in sight.
class HexPane final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit HexPane(QWidget *parent = nullptr);

    void setBytes(const QByteArray &bytes, qsizetype shown, payload::ByteRanges hidden); ///< only the first `shown` are in sight and searched
    payload::ByteRange selection() const;
    void select(const payload::ByteRange &bytes);
    int find(const QByteArray &needle); ///< masked bytes never match
    void step(int by);
    int matchCount() const { return int(m_matches.size()); }
    int currentMatch() const { return m_current; }
    QString textOfRow(qsizetype row) const; ///< as it is drawn

signals:
    void cursorMoved();
    void copyRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    payload::HexDump dump() const;
    qsizetype shownSize() const { return std::min(m_shown, m_bytes.size()); }
    int lineHeight() const { return fontMetrics().height() + 2; }
    int cell() const { return fontMetrics().horizontalAdvance(QLatin1Char('0')); }
    int hexColumn(int byte) const; ///< in cells
    int textColumn(int byte) const;
    qsizetype byteAt(const QPoint &point) const;
    void setRanges();
    void moveTo(qsizetype byte, bool keepAnchor);

    QByteArray m_bytes;
    qsizetype m_shown = 0;
    payload::ByteRanges m_hidden;
    qsizetype m_cursor = 0;
    qsizetype m_anchor = 0;
    qsizetype m_needle = 0;
    std::vector<qsizetype> m_matches;
    int m_current = -1;
};

} // namespace holdwatch::ui
