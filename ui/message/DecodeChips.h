// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/message/PayloadDocument.h"

#include <QWidget>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace holdwatch::ui {

/// What was done to the bytes, as a row to read and to go back in: as sent › base64 › gzip › JSON.
class DecodeChips final : public QWidget
{
    Q_OBJECT
public:
    explicit DecodeChips(PayloadDocument &document, QWidget *parent = nullptr);
    QStringList words() const; ///< the chips' texts in order

private:
    void refresh();
    void addChip(const QString &text, const QString &toolTip, bool isLast, bool hasRemark, size_t steps, size_t outer);

    PayloadDocument &m_document;
    QHBoxLayout *m_chips;
    QToolButton *m_suggestion;
    QToolButton *m_decode;
    QList<QToolButton *> m_shown;
};

} // namespace holdwatch::ui
