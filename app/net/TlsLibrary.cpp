// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/TlsLibrary.h"

#include <QSslSocket>

namespace holdwatch::net {

QString tlsLibrary()
{
    if (!QSslSocket::supportsSsl())
        return QStringLiteral("none found; Qt was built for %1").arg(QSslSocket::sslLibraryBuildVersionString());
    return QStringLiteral("%1 (Qt was built for %2)").arg(QSslSocket::sslLibraryVersionString(), QSslSocket::sslLibraryBuildVersionString());
}

} // namespace holdwatch::net
