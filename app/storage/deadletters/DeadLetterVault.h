// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/VaultWorker.h"

#include <QPointer>
#include <QThread>

namespace holdwatch::storage {

/// The vault's thread from outside: payloads of dead letters for a while, and the record of them for long, in
/// deadletters.sqlite (0600). All calls come from the vault's own thread, where `context` lives too; `done` is
/// called there once, later, unless `context` died first.
class DeadLetterVault : public QObject
{
    Q_OBJECT
public:
    template<typename T>
    using Done = std::function<void(T)>;

    /// Starts the thread and opens `file` there. `clock` must be thread-safe and outlive the vault.
    DeadLetterVault(QString file, const Clock &clock, VaultOptions options, QObject *parent = nullptr);
    ~DeadLetterVault() override; ///< ends long work between two steps, closes the file, ends the thread

    /// `question` runs on the vault's thread; it should be done in well under a second.
    template<typename T, typename Question>
    void ask(QObject *context, Question question, Done<T> done)
    {
        QMetaObject::invokeMethod(m_worker.get(), [this, worker = m_worker.get(), question = std::move(question), answer = onThisThread<T>(context, std::move(done))]() mutable {
            answer(question(*worker));
        }, Qt::QueuedConnection);
    }
    template<typename Command>
    void tell(Command command)
    {
        QMetaObject::invokeMethod(m_worker.get(), [worker = m_worker.get(), command = std::move(command)]() mutable { command(*worker); }, Qt::QueuedConnection);
    }
    void erase(const std::optional<QueueId> &deadSet, QObject *context, Done<Result<void>> done);

    const QString &problem() const { return m_problem; }

signals:
    void rowsChanged(const holdwatch::QueueId &deadSet, const QVector<holdwatch::DeadLetterRow> &rows);
    void problemChanged(const QString &problem);
    void swept();

private:
    /// `context` lives on this thread, so its guard is looked at only here.
    template<typename T>
    std::function<void(T)> onThisThread(QObject *context, Done<T> done)
    {
        return [this, guard = QPointer<QObject>(context), done = std::move(done)](T answer) {
            QMetaObject::invokeMethod(this, [guard, done, answer = std::move(answer)] {
                if (guard)
                    done(answer);
            }, Qt::QueuedConnection);
        };
    }

    std::unique_ptr<VaultWorker> m_worker; ///< lives on m_thread until that has ended
    QString m_problem;
    QThread m_thread;
};

} // namespace holdwatch::storage
