// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/net/OneWayBody.h"

#include <algorithm>
#include <cstring>

namespace holdwatch::net {

OneWayBody::OneWayBody(QByteArray bytes, QObject *parent) : QIODevice(parent), m_bytes(std::move(bytes))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 OneWayBody::readData(char *data, qint64 maxSize)
{
    const qint64 size = std::min<qint64>(maxSize, m_bytes.size() - m_taken);
    if (size <= 0)
        return maxSize > 0 ? -1 : 0;
    std::memcpy(data, m_bytes.constData() + m_taken, static_cast<size_t>(size));
    m_taken += size;
    return size;
}

} // namespace holdwatch::net
