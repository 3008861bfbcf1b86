// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Time.h"
#include "models/queue/ViewScope.h"

#include <QTimer>
#include <QWidget>

class QAbstractButton;
class QPushButton;

namespace holdwatch {
class ConnectionModel;
class WriteAccess;
}

namespace holdwatch::ui {

class ElidedLabel;

/// The bottom line: which environment is in sight, what polling costs, how each connection is doing, and
/// what is wrong with this desktop's own store.
class StatusStrip final : public QWidget
{
    Q_OBJECT
public:
    StatusStrip(const ConnectionModel &connections, const WriteAccess &access, const Clock &clock, QWidget *parent = nullptr);

    void setScope(const ViewScope &scope);
    void setPaused(bool paused);
    void setStorageProblem(const QString &problem);
    /// Worth knowing about the store, nothing wrong: said at once, then stands behind all problems.
    void setStorageNotice(const QString &notice);
    /// What is wrong in the configuration files; stands there until the next start, behind a storage problem.
    void setConfigurationProblems(const QStringList &problems);
    void note(const QString &text); ///< stays a few seconds
    void refresh();                 ///< after a change, and each second for the countdowns

    std::optional<Environment> environment() const { return m_environment; } ///< the most serious one in scope; unset without connections
    QString text() const; ///< the whole line, for screen readers and tests

signals:
    void connectionsRequested();
    void pauseToggled();
    void lockToggled(); ///< unlock one, or lock all again

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString rightsText() const;
    void refreshLock();
    QString costText() const;
    QString stateText() const;
    QString problemText() const;

    const ConnectionModel &m_connections;
    const WriteAccess &m_access;
    const Clock &m_clock;
    ViewScope m_scope;
    std::optional<Environment> m_environment;
    QPushButton *m_pause;
    QPushButton *m_lock;
    ElidedLabel *m_word;
    ElidedLabel *m_cost;
    QAbstractButton *m_states;
    ElidedLabel *m_right;
    QString m_storage;
    QString m_storageNotice;
    QStringList m_configuration;
    QString m_note;
    QTimer m_noteEnds;
    bool m_paused = false;
};

} // namespace holdwatch::ui
