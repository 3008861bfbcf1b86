// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/queue/ViewScope.h"
#include "models/tolerance/Assessment.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QPushButton;
class QToolButton;

namespace holdwatch::ui {

class VerdictChip;

/// What the window looks at: connection, environment, stretch of time, zone. Beside it the search and how
/// many queues of the scope have which verdict.
class TopBar final : public QWidget
{
    Q_OBJECT
public:
    explicit TopBar(QWidget *parent = nullptr);

    void setConnections(const QVector<ConnectionStatus> &connections);
    void setCounts(const QHash<Verdict, int> &counts);
    void setNow(UtcTime now);
    void setScope(const ViewScope &scope); ///< shows it; emits nothing
    const ViewScope &scope() const { return m_scope; }

signals:
    void scopeChanged(const holdwatch::ViewScope &scope);
    void searchRequested();
    void verdictChosen(holdwatch::Verdict verdict);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fillEnvironments(const QVector<ConnectionStatus> &connections);
    void readScope();
    void showCounts();

    ViewScope m_scope;
    QComboBox *m_connection;
    QComboBox *m_environment;
    QComboBox *m_range;
    QPushButton *m_search;
    QVector<VerdictChip *> m_chips;
    QHash<Verdict, int> m_counts;
    QToolButton *m_clock;
};

} // namespace holdwatch::ui
