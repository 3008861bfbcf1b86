// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Page.h"

#include <QTimer>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace holdwatch::ui {

class EmptyState;
class NoticeBar;
class PlainTable;

/// How each connection is doing: state and why, what polling costs, what of its contract has changed.
class ConnectionsPage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    explicit ConnectionsPage(PageContext context, QWidget *parent = nullptr);

    void setScope(const ViewScope &scope) override;
    void showConnection(const ConnectionId &connection) override;
    QVector<ShortcutHint> shortcuts() const override;
    bool canExport() const override { return true; }
    void exportShown() override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeTools();
    QWidget *makeDetails();
    QPushButton *tool(const QString &name, const QString &text, const QString &hint, void (ConnectionsPage::*run)());
    void refresh();
    void fitColumns();
    void refreshTools();
    void selectWanted();
    void tell(const QString &text);
    void add();
    void edit();
    void remove();
    void retry();
    void confirmKey();
    void refreshLeftKeys();
    void removeLeftKeys();
    void import();
    void open(const ConnectionConfig &config);
    const ConnectionStatus *current() const;             ///< null: there is none
    std::optional<ConnectionConfig> configured() const;  ///< the selected one as configured; unset: it is not in the file
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
    QPushButton *m_edit = nullptr;
    QPushButton *m_remove = nullptr;
    QPushButton *m_retry = nullptr;
    QPushButton *m_confirm = nullptr;
    NoticeBar *m_left = nullptr; ///< keys that nothing uses any more
    QPushButton *m_export = nullptr;
    ConnectionId m_wanted; ///< to be selected as soon as it is there
    QTimer m_second;
};

} // namespace holdwatch::ui
