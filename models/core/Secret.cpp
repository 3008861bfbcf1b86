// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Secret.h"

#include <utility>

namespace holdwatch {

Secret::Secret(QByteArray bytes) : m_bytes(std::move(bytes))
{
    m_bytes.detach();
}

Secret::Secret(Secret &&other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}

Secret &Secret::operator=(Secret &&other) noexcept
{
    if (this != &other) {
        wipe();
        m_bytes = std::exchange(other.m_bytes, {});
    }
    return *this;
}

Secret::~Secret()
{
    wipe();
}

Secret Secret::clone() const
{
    return Secret(QByteArray(m_bytes.constData(), m_bytes.size()));
}

void Secret::wipe() noexcept
{
    // A shared buffer belongs to somebody else too; wiping it would detach and overwrite a fresh copy.
    if (!m_bytes.isEmpty() && m_bytes.isDetached()) {
        volatile char *bytes = m_bytes.data();
        for (qsizetype i = 0; i < m_bytes.size(); ++i)
            bytes[i] = 0;
    }
    m_bytes.clear();
}

} // namespace holdwatch
