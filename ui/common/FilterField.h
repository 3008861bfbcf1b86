// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Completion.h"
#include "models/filter/Parser.h"

#include <QLineEdit>

class QCompleter;
class QStandardItemModel;

namespace holdwatch::ui {

/// Where a filter is typed: offers what could stand at the cursor, underlines where it stops being a
/// filter, and keeps the last one that was right.
class FilterField final : public QLineEdit
{
    Q_OBJECT
public:
    /// `catalogue` outlives it; what its value callbacks say may change at any time.
    explicit FilterField(const filter::FieldCatalogue &catalogue, QWidget *parent = nullptr);

    const filter::Expression &expression() const { return m_expression; } ///< the last right one
    QString fault() const { return m_fault ? m_fault->sentence : QString(); }

signals:
    void filterChanged(); ///< `expression()` is another one
    void faultChanged(const QString &sentence); ///< empty: what stands there is right

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void read();
    void offer();
    void take(const QModelIndex &chosen);

    const filter::FieldCatalogue &m_catalogue;
    filter::Expression m_expression;
    std::optional<filter::Fault> m_fault;
    filter::Completions m_offered;
    QStandardItemModel *m_items;
    QCompleter *m_popup;
};

} // namespace holdwatch::ui
