// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/amqp/Values.h"
#include "models/core/Result.h"

#include <amqp.h>
#include <amqp_framing.h>

namespace holdwatch::amqp {

/// Between librabbitmq's values and ours, kind for kind and bit for bit. What is nested deeper than 256 levels, or of a
/// kind that is not known, is TooLarge or Unsupported: such a message could not be sent again as it was.
Result<Properties> fromWire(const amqp_basic_properties_t &properties);

/// `pool` owns what the result points to, beside the bytes of `properties`, which must outlive it too.
amqp_basic_properties_t toWire(const Properties &properties, amqp_pool_t &pool);

QByteArray copyOf(const amqp_bytes_t &bytes);
amqp_bytes_t viewOf(const QByteArray &bytes);

} // namespace holdwatch::amqp
