// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace holdwatch {

/// What went wrong, as a value. Code branches on `kind`, never on text; a person reads the three
/// sentences. None of them may carry a secret, a payload or a URL with user information.
struct Error
{
    enum class Kind {
        Cancelled,      ///< we stopped it ourselves
        Timeout,        ///< no (complete) answer before the deadline
        Unreachable,    ///< no connection: name, route, refused, reset
        TlsRefused,     ///< the certificate chain was not accepted; nothing secret was sent
        Unauthorized,   ///< 401: the key was not accepted
        Forbidden,      ///< 403: accepted, but may not do this
        PaymentRequired,///< 402
        NotFound,       ///< 404
        Conflict,       ///< 409
        Invalid,        ///< any other 4xx: our request was not understood; not retried
        Throttled,      ///< 429 or its disguises; see retryAfter
        ServerFailed,   ///< 5xx
        Malformed,      ///< an answer that is not what the contract says; see where
        TooLarge,       ///< the answer passed its byte cap or nesting limit
        Unsupported,    ///< this system has no such thing; no request was sent
        OutcomeUnknown, ///< a write was sent and its answer lost: it may have happened
        Storage,        ///< disk full, database locked or damaged
        Configuration,  ///< a setting is wrong; see where
        Internal,
    };

    Kind kind = Kind::Internal;
    QString what;  ///< what happened, one plain sentence
    QString kept;  ///< what is still safe or still running; may be empty
    QString next;  ///< what the person can do; may be empty
    QString where; ///< JSON path, file:line or host; may be empty
    std::optional<int> httpStatus;
    std::optional<std::chrono::seconds> retryAfter; ///< the server's wish, already bounded

    bool operator==(const Error &) const = default;
};

/// Stable lower-case word for logs and JSON ("tls-refused").
QString toWord(Error::Kind kind);

/// `what`, `kept` and `next` joined with spaces, for a single line on screen.
QString toSentence(const Error &error);

} // namespace holdwatch
