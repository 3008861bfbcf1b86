// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/QueueEngine.h"
#include "app/practice/wire/Answers.h"
#include "app/practice/wire/Arguments.h"

namespace holdwatch::practice {

/// A request that was admitted and whose parameters are sound.
struct Call
{
    const Arguments &arguments;
    const Answers &answers;
    QString idempotencyKey;
    QString caller; ///< the User-Agent; the consumer's name where none is given
};

/// Asks the engine and words its answer as `data`.
using Handler = Result<QByteArray> (*)(QueueEngine &engine, const Call &call);

Handler handlerOf(const QString &capability); ///< of every id in capabilities()

} // namespace holdwatch::practice
