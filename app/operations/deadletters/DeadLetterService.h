// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/KeySource.h"
#include "app/operations/deadletters/LetterDesk.h"
#include "app/secrets/KeyKeeper.h"
#include "app/storage/config/DeadLetterFile.h"
#include "app/storage/deadletters/DeadLetterVault.h"
#include "models/ports/DeadLetterPort.h"

#include <QSet>
#include <QTimer>

namespace holdwatch::operations {

class ExportRun;

/// The dead letters port: readings by a LetterDesk, kept by a DeadLetterVault. Lives on the window's thread; ends within
/// two seconds, whatever is under way.
class DeadLetterService final : public DeadLetterPort
{
    Q_OBJECT
public:
    /// All of it must outlive the service.
    struct Parts
    {
        secrets::KeyKeeper &keeper;
        RunKeys &keys;
        const Clock &clock;
        ConnectionTester::MakeProvider make;
        std::function<std::optional<ConnectionConfig>(const ConnectionId &)> connection; ///< as it is now
    };
    struct Files
    {
        QString settings; ///< deadletters.json
        QString vault;    ///< deadletters.sqlite
    };

    static constexpr int lettersPerPage = 500;
    static constexpr int rowsPerTelling = 5'000; ///< of a snapshot that is told again
    static constexpr std::chrono::hours warnBefore{24};

    /// `isGuest`: a command beside the window. It keeps no payload, and leaves alone what the window keeps but for the record.
    DeadLetterService(Parts parts, const Files &files, bool isGuest = false, QObject *parent = nullptr);
    ~DeadLetterService() override;

    void requestTerms(const QueueId &deadSet) override;
    void read(const QueueId &deadSet, const ReadOrder &order) override;
    void stopReading(const QueueId &deadSet) override;
    void reopen(const QueueId &deadSet) override;
    PayloadLookup payloads(const QueueId &deadSet) override; ///< of what is kept on the disk
    /// A letter that came in part is fetched whole; where that can't be had the part is given, with `payloadIsWhole` false.
    void fetchLetter(const QueueId &deadSet, LetterNumber letter, QObject *context, std::function<void(Result<DeadLetter>)> done) override;
    ClassRules rules() const override { return m_rules; }
    void saveRules(const ClassRules &rules, QObject *context, std::function<void(Result<void>)> done) override;
    void exportLetters(const QueueId &deadSet, const ExportOrder &order, QObject *context, std::function<void(Result<QString>)> done) override;
    void erasePayloads(const std::optional<QueueId> &deadSet, QObject *context, std::function<void(Result<void>)> done) override;
    PayloadPolicy payloadPolicy() const override { return m_policy; }
    void savePayloadPolicy(const PayloadPolicy &policy, QObject *context, std::function<void(Result<void>)> done) override;
    void recordReveal(const QueueId &deadSet, LetterNumber letter, const QString &field, const QString &who) override;
    void follow(const QString &idempotencyKey, QObject *context, std::function<void(Result<QVector<KeySighting>>)> done) override;

    /// All that is kept of the last reading, to be frozen into a plan; NotFound: nothing was read.
    struct Snapshot
    {
        QVector<DeadLetterRow> rows;
        UtcTime capturedAt{};
    };
    void snapshot(const QueueId &deadSet, QObject *context, std::function<void(Result<Snapshot>)> done);

    /// Its key or address has changed: the next question is asked anew.
    void forgetConnection(const ConnectionId &connection);
    const storage::ConfigProblems &problems() const { return m_problems; } ///< of deadletters.json, found at construction
    QString storageProblem() const { return m_vault.problem(); }
    /// Tells `expiriesChanged` now; by itself after each reading and every ten minutes.
    void checkExpiries();

signals:
    /// Of each dead set with letters whose end is known; `soon` counts those of the next `warnBefore`.
    void expiriesChanged(const QVector<holdwatch::storage::Expiries> &expiries);
    void storageChanged(const QString &problem);

private:
    struct Sitting;
    using SittingPointer = std::shared_ptr<Sitting>;

    void prepare(const QueueId &deadSet, std::function<void(Result<void>)> then);
    void askTerms(const QueueId &deadSet, std::function<void(Result<LookTerms>)> then);
    bool isCurrent(const SittingPointer &sitting) const;
    void begin(const SittingPointer &sitting, const LookTerms &terms);
    void nextPage(const SittingPointer &sitting);
    void takePage(const SittingPointer &sitting, const providers::DeadLetterPage &page);
    void finishPage(const SittingPointer &sitting, const providers::DeadLetterPage &page, const storage::PageAdded &added);
    void end(const SittingPointer &sitting, ReadingState::Stage stage, std::optional<Error> error = std::nullopt);
    void tell(const QueueId &deadSet, const ReadingState &state);
    void tellRows(const QueueId &deadSet, LetterNumber from, int generation);
    void fetchWhole(const QueueId &deadSet, const storage::LetterWithRow &part, std::function<void(Result<DeadLetter>)> then);
    void stepExport(const std::shared_ptr<ExportRun> &run);
    QString providerOf(const QueueId &deadSet) const;

    Parts m_parts;
    storage::DeadLetterFile m_file;
    QString m_vaultFile;
    ClassRules m_rules;
    PayloadPolicy m_policy;
    storage::ConfigProblems m_problems;
    QHash<QueueId, ConnectionConfig> m_prepared;
    QSet<QueueId> m_hasLooked; ///< by the provider that is prepared
    QHash<QueueId, LookTerms> m_shown;
    QHash<QueueId, SittingPointer> m_sittings; ///< under way
    QHash<QueueId, ReadingState> m_states;
    QHash<QueueId, int> m_generation; ///< of what the window shows; grows with each reading and telling
    QTimer m_expiryTimer;
    storage::DeadLetterVault m_vault;
    LetterDesk m_desk; ///< last: it goes first, while answers can still be taken
};

} // namespace holdwatch::operations
