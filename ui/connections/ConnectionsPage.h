// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Page.h"

#include <QTimer>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace holdwatch::ui {

class EmptyState;
class PlainTable;

/// How each connection is doing: state and why, what polling costs, what of its contract has changed.
class ConnectionsPage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    explicit ConnectionsPage(PageContext context, QWidget *parent = nullptr);

    void setScope(const ViewScope &scope) override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeDetails();
    void refresh();
    void tick();

    PageContext m_context;
    Zone m_zone = Zone::Utc;
    PlainTable *m_table;
    QStackedWidget *m_stack;
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
    QLabel *m_facts = nullptr;
    QLabel *m_driftTitle = nullptr;
    QLabel *m_drift = nullptr;
    QTimer m_second;
};

} // namespace holdwatch::ui
