// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/amqp/Faults.h"

#include "app/amqp/Codec.h"
#include "app/net/Redaction.h"

namespace holdwatch::amqp {

namespace {

using Kind = Error::Kind;

Error make(Kind kind, const QString &server, QString what, QString next = {})
{
    Error error;
    error.kind = kind;
    error.where = server;
    error.what = std::move(what);
    error.next = std::move(next);
    return error;
}

Kind kindOf(int code)
{
    switch (code) {
    case AMQP_ACCESS_REFUSED:
    case AMQP_NOT_ALLOWED: return Kind::Forbidden;
    case AMQP_NOT_FOUND: return Kind::NotFound;
    case AMQP_RESOURCE_LOCKED: return Kind::Conflict;
    case AMQP_PRECONDITION_FAILED:
    case AMQP_CONTENT_TOO_LARGE: return Kind::Invalid;
    case AMQP_NOT_IMPLEMENTED: return Kind::Unsupported;
    case AMQP_CONNECTION_FORCED: return Kind::Unreachable;
    default: return Kind::ServerFailed;
    }
}

} // namespace

CloseReason closeReasonOf(const amqp_method_t &close, const net::Credential *credential)
{
    const auto read = [credential](int code, int classId, int methodId, const amqp_bytes_t &text) {
        return CloseReason{code, classId, methodId, net::quoted(QString::fromUtf8(copyOf(text)), credential)};
    };
    if (close.id == AMQP_CHANNEL_CLOSE_METHOD) {
        const auto *said = static_cast<const amqp_channel_close_t *>(close.decoded);
        return read(said->reply_code, said->class_id, said->method_id, said->reply_text);
    }
    if (close.id == AMQP_CONNECTION_CLOSE_METHOD) {
        const auto *said = static_cast<const amqp_connection_close_t *>(close.decoded);
        return read(said->reply_code, said->class_id, said->method_id, said->reply_text);
    }
    return {};
}

Error refusedByBroker(const CloseReason &reason, const QString &server)
{
    return make(kindOf(reason.code), server, QStringLiteral("The broker at %1 refused: %2 (%3).").arg(server, reason.text).arg(reason.code));
}

Error refusedAtLogin(const CloseReason &reason, const QString &server, const QString &vhost)
{
    if (reason.code == AMQP_ACCESS_REFUSED && reason.classId == 0)
        return make(Kind::Unauthorized, server, QStringLiteral("The broker at %1 did not accept user and password.").arg(server),
                    QStringLiteral("Enter them again, and check that this user may log in over AMQP from here."));
    if (reason.code == AMQP_NOT_ALLOWED || reason.code == AMQP_NOT_FOUND) {
        const bool isMissing = reason.text.contains(QLatin1String("not found"));
        return make(isMissing ? Kind::NotFound : Kind::Forbidden, server,
                    isMissing ? QStringLiteral("The broker at %1 has no virtual host %2.").arg(server, vhost)
                              : QStringLiteral("This user may not use the virtual host %2 of %1: %3.").arg(server, vhost, reason.text));
    }
    return refusedByBroker(reason, server);
}

Error lost(int status, const QString &server)
{
    switch (status) {
    case AMQP_STATUS_TIMEOUT: return make(Kind::Timeout, server, QStringLiteral("The broker at %1 did not answer in time.").arg(server));
    case AMQP_STATUS_HEARTBEAT_TIMEOUT: return make(Kind::Timeout, server, QStringLiteral("The broker at %1 fell silent.").arg(server));
    case AMQP_STATUS_BAD_AMQP_DATA:
    case AMQP_STATUS_UNEXPECTED_STATE:
    case AMQP_STATUS_INCOMPATIBLE_AMQP_VERSION:
    case AMQP_STATUS_UNKNOWN_CLASS:
    case AMQP_STATUS_UNKNOWN_METHOD:
        return make(Kind::Malformed, server, QStringLiteral("What answers at %1 does not speak AMQP 0-9-1.").arg(server), QStringLiteral("Check the AMQP address and its port."));
    case AMQP_STATUS_BROKER_UNSUPPORTED_SASL_METHOD:
        return make(Kind::Unsupported, server, QStringLiteral("The broker at %1 takes no login by user and password.").arg(server));
    case AMQP_STATUS_TABLE_TOO_BIG:
    case AMQP_STATUS_INVALID_PARAMETER:
        return make(Kind::Invalid, server, QStringLiteral("A value can't be sent to %1: %2.").arg(server, QString::fromLatin1(amqp_error_string2(status))));
    default: return make(Kind::Unreachable, server, QStringLiteral("The connection to the broker at %1 broke: %2.").arg(server, QString::fromLatin1(amqp_error_string2(status))));
    }
}

} // namespace holdwatch::amqp
