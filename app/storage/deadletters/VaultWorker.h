// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/MemoryLetters.h"
#include "models/core/Result.h"
#include "models/ports/DeadLetterPort.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace holdwatch::storage {

class Database;
class LetterStore;
class RecordBook;

/// Letters that were just read.
struct LetterPage
{
    QVector<DeadLetter> letters;
    QString provider;   ///< word of the system they come from
    ReadingState state; ///< with these letters counted
    bool isFirst = false; ///< the snapshot before gives way
    int looks = 0;
    QString reason; ///< of a look that was made against advice
};

struct PageAdded
{
    QVector<DeadLetterRow> rows;
    QString note; ///< "Payloads are kept in memory alone.", …; empty: everything is on the disk
};

/// The vault on its thread: letters on the disk and in memory as one, and the record. Every call belongs to the
/// thread it lives on. Trouble with the file stops no reading: what can't be written stays in memory, and is said.
class VaultWorker : public QObject
{
    Q_OBJECT
public:
    VaultWorker(QString file, const Clock &clock, VaultOptions options);
    ~VaultWorker() override;

    void start(); ///< opens, lets go of what has expired, looks again every hour
    void stop();

    PageAdded add(const QueueId &deadSet, const LetterPage &page);
    void saveState(const QueueId &deadSet, const ReadingState &state);
    /// The snapshot of this run, or what an earlier one left.
    std::optional<KeptSnapshot> open(const QueueId &deadSet, const QString &provider);
    std::vector<LetterWithRow> letters(const QueueId &deadSet, LetterNumber from, int limit);
    std::vector<DeadLetterRow> rows(const QueueId &deadSet, LetterNumber from, int limit);
    Result<LetterWithRow> letter(const QueueId &deadSet, LetterNumber number);
    Result<DeadLetterRow> replace(const QueueId &deadSet, LetterNumber number, const DeadLetter &letter); ///< it came whole now

    /// Classifies every open snapshot anew, step by step; `rowsChanged` tells.
    void setRules(const ClassRules &rules, bool reclassify);
    /// `done` comes when no byte is left in the file.
    void erase(const std::optional<QueueId> &deadSet, std::function<void(Result<void>)> done);
    Result<void> recordReveal(const QueueId &deadSet, LetterNumber letter, const QString &field, const QString &who);
    Result<void> resolve(const QueueId &deadSet, LetterNumber letter, const QString &resolution, bool isRedrive);
    Result<QVector<KeySighting>> follow(const QString &key);
    int looks(const QueueId &deadSet);
    QVector<Expiries> expiries(Millis within);
    void expire();
    void setPolicy(const PayloadPolicy &policy); ///< for what is read from now on; what is kept longer or against it goes at once
    const Clock &clock() const { return m_clock; }

signals:
    void rowsChanged(const holdwatch::QueueId &deadSet, const QVector<holdwatch::DeadLetterRow> &rows);
    void problemChanged(const QString &problem); ///< empty: everything is kept as it should be
    void swept();                                ///< nothing that was erased is left in the file

private:
    struct Open
    {
        QString provider;
        RowMaker makeRow; ///< empty: to be made with the rules as they are now
        std::optional<qint64> onDisk; ///< id of its snapshot
        MemoryLetters memory;
        ReadingState state;
        LetterNumber next = 0;
        bool diskIsFull = false;
        bool lostPayloads = false;
    };
    DeadLetterRow rowOf(Open &open, const DeadLetter &letter, LetterNumber number) const;
    DeadLetterRow classified(Open &open, const LetterWithRow &before) const;
    Result<void> openFile();
    bool isUsable();
    Result<void> write(const QueueId &deadSet, const LetterPage &page, Open &open, std::vector<LetterWithRow> &letters);
    void keepInMemory(Open &open, const std::vector<LetterWithRow> &letters);
    Result<void> makeRoom(Open &open);
    QString noteOf(const Open &open) const;
    void classifyNext();
    void beginSweep();
    void sweepStep();
    Result<bool> sweepOnce();
    void endSweep(const Result<void> &outcome);
    template<typename Write>
    Result<void> inTransaction(Write write);
    void say(const QString &problem);

    QString m_file;
    const Clock &m_clock;
    VaultOptions m_options;
    ClassRules m_rules;
    std::unique_ptr<Database> m_database;
    std::unique_ptr<LetterStore> m_store;
    std::unique_ptr<RecordBook> m_record;
    QHash<QueueId, std::shared_ptr<Open>> m_open;
    QHash<QueueId, int> m_looks; ///< made while the file could not be written
    std::vector<std::function<void(Result<void>)>> m_sweepWaiters;
    std::vector<std::pair<QueueId, LetterNumber>> m_toClassify;
    QTimer m_expiry;
    QTimer m_sweeping;
    QTimer m_classifying;
    QString m_problem;
};

} // namespace holdwatch::storage
