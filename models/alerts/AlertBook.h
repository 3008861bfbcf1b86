// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/queue/QueueStatus.h"

#include <QHash>
#include <QMap>
#include <QSet>

namespace holdwatch {

/// Something a person should be told outside the window: by the desktop, a command, a webhook.
struct Notice
{
    enum class Kind { Opened, Worsened, Closed };
    Kind kind = Kind::Opened;
    Alert alert;
    bool operator==(const Notice &) const = default;
};

/// What is known of when retention deletes the dead letters of one queue.
struct RetentionOutlook
{
    QueueId queue;
    QString connectionName;
    UtcTime next{};  ///< the first to go
    qint64 soon = 0; ///< how many go within the time that is worth a warning
};

/// Which alerts are open and what was said about them. Pure: time is an argument, nothing is sent.
///
/// - One open alert per queue and cause. It opens at *approaching*, *breached* or *stale*, for growing
///   dead letters and missing arrivals already at *watch*; any other *watch* is only logged.
/// - A notice goes out when an alert opens, gets worse, or closes; never again in between.
/// - A mute or a maintenance window holds notices back and ends by itself; a notice held back is sent
///   then, if the alert is still open. Neither ever holds back *breached*.
/// - While a connection as a whole can't be read its queues raise no *stale* of their own: the
///   connection raises one. A pause, which a person asked for, raises none.
/// - Dead letters that retention will delete soon raise an alert that nothing silences; it closes when none are left.
/// - While a queue is stale nothing closes: not knowing is no good news.
class AlertBook
{
public:
    /// What an earlier run left behind.
    struct Saved
    {
        QVector<Alert> open;
        QVector<MaintenanceWindow> maintenance;
        qint64 nextSequence = 1;
    };
    /// What has happened since the last `takeNews`, in order.
    struct News
    {
        QVector<Alert> changed;
        QVector<AlertLogEntry> log;
        QVector<Notice> notices;
        bool isEmpty() const { return changed.isEmpty() && log.isEmpty() && notices.isEmpty(); }
    };

    static constexpr std::chrono::hours longestMute{7 * 24};

    AlertBook() = default;
    explicit AlertBook(Saved saved);

    void observe(const QueueStatus &status, UtcTime now);
    /// `staleAfter`: how long the connection may fail before that is worth an alert.
    void observeConnection(const ConnectionStatus &status, Millis staleAfter, UtcTime now);
    /// All that is known now, queues without such letters may be left out.
    void observeRetention(const QVector<RetentionOutlook> &outlooks, UtcTime now);
    void forgetQueues(const QVector<QueueId> &gone, UtcTime now);
    /// Closes what an earlier run left open on connections that no longer exist.
    void keepOnlyConnections(const QSet<ConnectionId> &known, UtcTime now);
    /// Lets mutes and maintenance windows end and failing connections fall due.
    void tick(UtcTime now);

    void acknowledge(const AlertId &id, const QString &who, UtcTime now);
    void mute(const AlertId &id, UtcTime until, const QString &who, UtcTime now); ///< at most `longestMute` from now
    void unmute(const AlertId &id, const QString &who, UtcTime now);
    void addMaintenance(const MaintenanceWindow &window, UtcTime now);
    /// A command or webhook could not be reached; `text` says which and why.
    void noticeFailed(const Alert &alert, const QString &text, UtcTime now);

    QVector<Alert> open() const;
    const QVector<MaintenanceWindow> &maintenance() const { return m_maintenance; }
    News takeNews();

private:
    struct Entry
    {
        Alert alert;
        bool noticeOwed = false; ///< held back by a mute or maintenance
        bool announced = false;  ///< somebody was told, so they must hear of its end
    };
    struct Seen
    {
        Verdict verdict = Verdict::NotReported;
        std::optional<Verdict> beforeSilence; ///< set while stale because of the connection
    };
    struct Link
    {
        ConnectionStatus status;
        Millis staleAfter{};
        std::optional<UtcTime> failingSince;
    };

    bool connectionIsSilent(const ConnectionId &id) const;
    bool raises(const QueueStatus &status) const;
    void logVerdict(const QueueStatus &status, UtcTime now);
    void closeEnded(const QueueStatus &status, UtcTime now);
    void raise(const Alert &wanted, UtcTime now);
    void raiseForConnection(const Link &link, UtcTime now);
    void judgeConnection(const Link &link, UtcTime now);
    void close(Entry &entry, const QString &why, UtcTime now);
    void closeWhere(const std::function<bool(const Alert &)> &ended, const QString &why, UtcTime now);
    bool isSilenced(const Alert &alert, UtcTime now) const;
    void announce(Entry &entry, Notice::Kind kind, UtcTime now);
    Entry *find(const AlertId &id);
    AlertLogEntry &write(AlertLogEntry::Kind kind, const QueueId &queue, const QString &connectionName, const QString &text, UtcTime now);
    void write(AlertLogEntry::Kind kind, const Alert &alert, const QString &text, UtcTime now);

    QMap<QueueId, QVector<Entry>> m_open;
    QHash<QueueId, Seen> m_seen;
    QHash<ConnectionId, Link> m_links;
    QVector<MaintenanceWindow> m_maintenance;
    qint64 m_nextSequence = 1;
    News m_news;
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::Notice)
