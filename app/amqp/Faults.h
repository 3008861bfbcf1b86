// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <amqp.h>

namespace holdwatch::net {
struct Credential;
}

namespace holdwatch::amqp {

/// The broker's own words from a close, with code and failing method.
struct CloseReason
{
    int code = 0;
    int classId = 0, methodId = 0; ///< of the method it refuses; 0: none in particular
    QString text;                  ///< quoted: bounded, no control characters, without the secret
};

CloseReason closeReasonOf(const amqp_method_t &close, const net::Credential *credential = nullptr);

/// A channel or connection that the broker closed, as an error for a person.
Error refusedByBroker(const CloseReason &reason, const QString &server);
/// The same where it happened at the login or on opening the virtual host.
Error refusedAtLogin(const CloseReason &reason, const QString &server, const QString &vhost);
/// What the library could not do. `status` is one of its own.
Error lost(int status, const QString &server);

} // namespace holdwatch::amqp
