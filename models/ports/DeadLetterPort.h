// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"
#include "models/deadletters/ClassRules.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/deadletters/Reading.h"
#include "models/deadletters/TableSource.h"

#include <QObject>

#include <functional>

namespace holdwatch {

inline constexpr LetterNumber everyLetter = -1;

enum class ExportFormat { JsonLines, Html, Pdf, Csv, ExactBytes };

/// What to write where. ExactBytes is *preserve*: one file a message beside a manifest, in a new folder.
struct ExportOrder
{
    ExportFormat format = ExportFormat::JsonLines;
    QString path;
    QVector<LetterNumber> letters;
    bool isMasked = true; ///< of ExactBytes always false
};

/// Where one idempotency key was met: a letter now, one seen earlier, a redrive.
struct KeySighting
{
    UtcTime at{};
    QueueId queue;
    MessageId message;
    QString what; ///< "dead letter, class malformed", "first seen", …
    bool operator==(const KeySighting &) const = default;
};

/// How long payloads stay on this disk.
struct PayloadPolicy
{
    bool isKept = true; ///< false: in memory alone
    Millis keepFor = std::chrono::hours(24 * 7);
    bool operator==(const PayloadPolicy &) const = default;
};

/// Reading dead letters without changing them. Lives on the window's thread; nothing here blocks; `done` is
/// called once, on that thread, unless `context` dies first.
class DeadLetterPort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Answers with `termsChanged`; may ask the server (reads only) to know.
    virtual void requestTerms(const QueueId &deadSet) = 0;
    /// Reads anew: the snapshot before is replaced when the first page has come. Sends nothing declared without consent.
    virtual void read(const QueueId &deadSet, const ReadOrder &order) = 0;
    virtual void stopReading(const QueueId &deadSet) = 0; ///< what was read stays; what is held there is released
    /// Tells again what is kept of an earlier sitting, if anything: `readingChanged` and `lettersRead`. No request.
    virtual void reopen(const QueueId &deadSet) = 0;

    /// Gives payloads that are at hand without asking anybody, for filters that look into messages. Called often, on the
    /// window's thread; may be empty.
    virtual PayloadLookup payloads(const QueueId &deadSet) = 0;
    virtual void fetchLetter(const QueueId &deadSet, LetterNumber letter, QObject *context, std::function<void(Result<DeadLetter>)> done) = 0;

    virtual ClassRules rules() const = 0; ///< built-in ones included
    /// Saves a person's own and classifies every open snapshot anew (`lettersChanged`).
    virtual void saveRules(const ClassRules &rules, QObject *context, std::function<void(Result<void>)> done) = 0;

    virtual void exportLetters(const QueueId &deadSet, const ExportOrder &order, QObject *context, std::function<void(Result<QString>)> done) = 0; ///< the sentence that says what was written
    virtual void erasePayloads(const std::optional<QueueId> &deadSet, QObject *context, std::function<void(Result<void>)> done) = 0; ///< unset: all
    virtual PayloadPolicy payloadPolicy() const = 0;
    /// Holds from now on; what is kept on the disk against it is erased.
    virtual void savePayloadPolicy(const PayloadPolicy &policy, QObject *context, std::function<void(Result<void>)> done) = 0;
    /// `letter`: `everyLetter` for a filter that compares what is masked.
    virtual void recordReveal(const QueueId &deadSet, LetterNumber letter, const QString &field, const QString &who) = 0;
    virtual void follow(const QString &idempotencyKey, QObject *context, std::function<void(Result<QVector<KeySighting>>)> done) = 0;

signals:
    void termsChanged(const holdwatch::QueueId &deadSet, const holdwatch::LookTerms &terms);
    void readingChanged(const holdwatch::QueueId &deadSet, const holdwatch::ReadingState &state);
    void snapshotCleared(const holdwatch::QueueId &deadSet); ///< all rows are gone; new ones may follow
    void lettersRead(const holdwatch::QueueId &deadSet, const QVector<holdwatch::DeadLetterRow> &rows); ///< to be appended
    void lettersChanged(const holdwatch::QueueId &deadSet, const QVector<holdwatch::DeadLetterRow> &rows); ///< same numbers, new values
    void rulesChanged();
};

} // namespace holdwatch
