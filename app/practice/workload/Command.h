// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>

#include <array>

namespace holdwatch::practice {

/// The three kinds of work, each with a queue of its own.
enum class Work { ExpireReservation, ReserveInventory, RevokeAccess };

inline constexpr std::array allWork{Work::ExpireReservation, Work::ReserveInventory, Work::RevokeAccess};

/// What is fixed about a kind of work: its queue and the one business change it makes.
struct WorkFacts
{
    QString command;   ///< "expire-reservation": first part of the idempotency key
    QString queue;     ///< "reservation-expiry"
    QString noun;      ///< "hold": how a reason calls the subject
    QString table;     ///< in the ledger
    QString from;      ///< the status the change is conditional on
    QString to;        ///< the status it sets
};

const WorkFacts &factsOf(Work work);

/// Schema versions of a command's payload. Version 3 nests its subject; a consumer may not know it yet.
constexpr int usualSchema = 2;
constexpr int newestSchema = 3;

/// One logical command. It keeps its key through retries, redrives and changes of transport.
struct Command
{
    Work work = Work::ExpireReservation;
    qint64 subject = 0;
    int revision = 1;
    int schemaVersion = usualSchema;

    QString idempotencyKey() const; ///< "expire-reservation:314:1"
    bool operator==(const Command &) const = default;
};

QByteArray toPayload(const Command &command);

/// Reads a payload as a consumer that knows schema versions up to `newestKnown`. Both errors are
/// permanent, whatever is retried: `Unsupported` (a newer version), `Malformed` (anything else). The
/// sentence names the failure class first and never quotes the payload.
Result<Command> readCommand(const QByteArray &payload, int newestKnown);

} // namespace holdwatch::practice
