// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"

#include <tl/expected.hpp>

namespace holdwatch {

/// Every fallible function returns one; no exception crosses it.
template<typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

inline tl::unexpected<Error> failure(Error::Kind kind, QString what, QString next = {})
{
    Error error;
    error.kind = kind;
    error.what = std::move(what);
    error.next = std::move(next);
    return tl::unexpected<Error>(std::move(error));
}

} // namespace holdwatch
