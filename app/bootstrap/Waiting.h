// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QEventLoop>
#include <QObject>

#include <functional>
#include <optional>

namespace holdwatch::bootstrap {

/// Runs the event loop until a port has answered: for commands, which have nothing else to do. Cancelled: the program is to end.
template<typename T, typename Ask>
Result<T> waitFor(Ask ask)
{
    QEventLoop loop;
    QObject context;
    std::optional<Result<T>> given;
    ask(&context, [&](Result<T> answer) {
        given.emplace(std::move(answer));
        loop.quit();
    });
    if (!given)
        loop.exec();
    if (!given)
        return failure(Error::Kind::Cancelled, QStringLiteral("Interrupted."));
    return *std::move(given);
}

/// The same for a condition that news may bring about: `connectNews` connects what should be called on news.
template<typename Holds, typename ConnectNews>
bool waitUntil(Holds holds, ConnectNews connectNews)
{
    QEventLoop loop;
    QObject context;
    connectNews(&context, [&] {
        if (holds())
            loop.quit();
    });
    if (!holds())
        loop.exec();
    return holds();
}

} // namespace holdwatch::bootstrap
