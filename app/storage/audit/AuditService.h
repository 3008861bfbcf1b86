// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/audit/AuditStore.h"
#include "app/storage/audit/AuditVerify.h"
#include "models/core/Time.h"

#include <QObject>
#include <QThread>

#include <atomic>

namespace holdwatch::storage {

class AuditWriter;

/// The record for the whole program: one thread writes it, in the order it was asked, another reads, checks and exports, so that
/// no check holds up a run. All calls may come from any thread that has an event loop; `done` is called once, later, on the thread
/// that asked, unless `context`, which lives there, died first.
///
/// The file is made by the first entry. While it can't be used, each append fails (`Storage`) and tries anew; nothing is kept to
/// be written later, because whoever asked has to know before it sends anything.
class AuditService : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(Result<T>)>;

    /// `clock` must be thread-safe and outlive the service. `signature` is called on the reading thread.
    AuditService(QString file, const Clock &clock, SignatureCheck signature = {}, QObject *parent = nullptr);
    ~AuditService() override; ///< writes what was asked for, breaks off a check or an export

    /// For what is asked for from now on; called on the writing thread. Empty: entries are not signed.
    void setSigner(AuditSigner signer);

    /// See AuditStore::append; entries get the time at which they are written.
    void append(const QVector<AuditDraft> &drafts, QObject *context, Done<QVector<AuditEntry>> done);
    /// The same, waiting for the disk: usually well under a millisecond, at most the 250 ms of a lock.
    Result<QVector<AuditEntry>> appendNow(const QVector<AuditDraft> &drafts);

    void fetch(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done); ///< newest first; `before` 0: from the end
    void read(const PlanId &plan, QObject *context, Done<QVector<AuditEntry>> done);        ///< oldest first
    void verify(const std::optional<AuditHead> &expected, QObject *context, Done<AuditCheck> done);
    void exportTo(const QString &path, QObject *context, Done<qint64> done); ///< how many entries

    const AuditHead &head() const { return m_head; }         ///< what `grew` last said; on the service's own thread
    const QString &problem() const { return m_problem; }     ///< what `problemChanged` last said; on the service's own thread

signals:
    /// The last entry, each time there is one more, and once after the start. Worth keeping outside the profile.
    void grew(const holdwatch::AuditHead &head);
    void problemChanged(const QString &problem); ///< why it can't be written; empty: it can

private:
    template<typename T>
    static Done<T> answerHere(QObject *context, Done<T> done);
    template<typename T, typename Question>
    void ask(QObject *context, Done<T> done, Question question);

    const QString m_file;
    const SignatureCheck m_signature;
    AuditHead m_head;
    QString m_problem;
    std::atomic<bool> m_isStopping = false;
    std::unique_ptr<AuditWriter> m_writer; ///< lives on m_writing until that has ended
    std::unique_ptr<QObject> m_reader;     ///< lives on m_reading until that has ended
    QThread m_writing;
    QThread m_reading;
};

} // namespace holdwatch::storage
