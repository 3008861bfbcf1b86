// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace holdwatch {

/// A key or password in memory. Move-only, overwritten on destruction, without any stream or
/// string operator: the one way out is `expose()`, called where an auth header is written.
class Secret
{
public:
    Secret() = default;
    explicit Secret(QByteArray bytes); ///< takes the bytes over; the caller's copy should be gone by then
    Secret(Secret &&other) noexcept;
    Secret &operator=(Secret &&other) noexcept;
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    ~Secret();

    bool isEmpty() const { return m_bytes.isEmpty(); }
    const QByteArray &expose() const { return m_bytes; }
    Secret clone() const; ///< explicit, so that every copy is visible in a review

private:
    void wipe() noexcept;
    QByteArray m_bytes;
};

} // namespace holdwatch
