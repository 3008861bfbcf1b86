// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/diagnostics/DiagnosticsText.h"
#include "models/core/Time.h"
#include "models/ports/DiagnosticsPort.h"
#include "models/queue/QueueStatus.h"

#include <QHash>
#include <QObject>

namespace holdwatch {
class MonitorPort;
}

namespace holdwatch::bootstrap {

/// Collects the facts of the diagnostics: files of the profile are read when it is asked, what goes on is
/// remembered from the monitor's signals (each change of a connection's state is also logged). Lives on the
/// window's thread.
class Diagnostics final : public QObject, public DiagnosticsPort
{
    Q_OBJECT
public:
    /// Reads below `profileDirectory`, takes no lock. `redactor` and `clock` outlive it.
    Diagnostics(QString profileDirectory, const Redactor &redactor, const Clock &clock);

    void listenTo(MonitorPort &monitor);

    QString text(const DiagnosticsOptions &options) const;
    void prepare(const DiagnosticsOptions &options, QObject *context, std::function<void(QString)> done) override;
    void save(const QString &path, const QString &text, QObject *context, std::function<void(Result<void>)> done) override;

private:
    void takeConnection(const ConnectionStatus &status);
    void readFiles(operations::DiagnosticsFacts &facts) const;
    void addConnections(operations::DiagnosticsFacts &facts, const QVector<ConnectionConfig> &configured) const;

    QString m_directory;
    const Redactor &m_redactor;
    const Clock &m_clock;
    QVector<ConnectionStatus> m_statuses; ///< in order of first appearance
    QHash<QueueId, Verdict> m_verdicts;
    QString m_storageProblem;
    bool m_isWatching = false;
    bool m_paused = false;
};

} // namespace holdwatch::bootstrap
