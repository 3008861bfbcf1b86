// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetter.h"
#include "models/ports/RedrivePort.h"
#include "models/queue/ViewScope.h"
#include "models/tolerance/Assessment.h"

#include <QSet>
#include <QVector>
#include <QWidget>

namespace holdwatch::payload {
class Decompressor;
}

namespace holdwatch {
class AlertLogModel;
class ConnectionModel;
class ConnectionsPort;
class DeadLetterPort;
class MonitorPort;
class OpenAlertsModel;
class QueueTableModel;
class SettingsPort;
} // namespace holdwatch

namespace holdwatch::ui {

/// What a page may use. All outlive it and live on its thread.
struct PageContext
{
    MonitorPort &monitor;
    const Clock &clock;
    SettingsPort &settings;
    QueueTableModel &queues;
    OpenAlertsModel &openAlerts;
    AlertLogModel &alertLog;
    ConnectionModel &connections;
    ConnectionsPort &connectionsPort;
    DeadLetterPort &deadLetters;
    RedrivePort &redrive;
    const payload::Decompressor *decompressor = nullptr; ///< null: compressed messages stay as they are
};

/// What the rail needs to know of a page before it is made: pages are made when first opened.
struct PageInfo
{
    QString key;      ///< stable word: "overview"
    QString title;    ///< "Overview"
    QString iconName; ///< see Icon.h
};

/// A key that works on a page, for the shortcuts sheet.
struct ShortcutHint
{
    QString keys; ///< "Enter"
    QString does; ///< "Open the queue"
};

/// One page of the window. A page is a static `info()`, a constructor taking a PageContext, and this.
class Page : public QWidget
{
    Q_OBJECT
public:
    explicit Page(PageInfo info, QWidget *parent = nullptr) : QWidget(parent), m_info(std::move(info))
    {
        setObjectName(m_info.key + QStringLiteral("Page"));
    }

    QString title() const { return m_info.title; }
    QString iconName() const { return m_info.iconName; }
    const PageInfo &pageInfo() const { return m_info; }

    virtual QVector<ShortcutHint> shortcuts() const { return {}; }
    virtual void setScope(const ViewScope &scope) { Q_UNUSED(scope) } ///< called once before the first show, then on each change
    virtual void showQueue(const QueueId &queue) { Q_UNUSED(queue) } ///< somebody opened this queue; only the queue page minds
    virtual void showConnection(const ConnectionId &connection) { Q_UNUSED(connection) } ///< likewise; only the connections page minds
    virtual void startPlan(const PlanRequest &request) { Q_UNUSED(request) } ///< somebody wants these letters redriven; only the redrive page minds
    virtual void startCorrection(const QueueId &deadSet, const DeadLetterRow &row, const DeadLetter &letter) { Q_UNUSED(deadSet) Q_UNUSED(row) Q_UNUSED(letter) } ///< likewise
    virtual void showRedrive(const PlanId &plan) { Q_UNUSED(plan) } ///< likewise
    virtual void showOnly(const QSet<Verdict> &verdicts) { Q_UNUSED(verdicts) } ///< a verdict count was clicked; only the overview minds
    virtual void focusFilter() {}             ///< "/"
    virtual bool canExport() const { return false; }
    virtual void exportShown() {}             ///< Ctrl+E, only if canExport()
    virtual bool stepBack() { return false; } ///< Esc; false: nothing to leave here, the window goes back a page

signals:
    void queueRequested(const holdwatch::QueueId &queue); ///< open this queue's page; without a name, its connection's
    void pageRequested(const QString &key);
    void planRequested(const holdwatch::PlanRequest &request);
    void correctionRequested(const holdwatch::QueueId &deadSet, const holdwatch::DeadLetterRow &row, const holdwatch::DeadLetter &letter);
    void redriveRequested(const holdwatch::PlanId &plan);
    void deadLettersRequested(const holdwatch::QueueId &deadSet);
    void unlockRequested(); ///< a connection for writing, as the status strip does
    void noteRaised(const QString &text); ///< one plain sentence for the status strip, e.g. "Exported 3 200 samples to …"

private:
    PageInfo m_info;
};

} // namespace holdwatch::ui
