// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/HttpClient.h"

namespace holdwatch::net {

QByteArray Response::header(const QByteArray &lowerCaseName) const
{
    for (const auto &[name, value] : headers) {
        if (name == lowerCaseName)
            return value;
    }
    return {};
}

} // namespace holdwatch::net
