// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/contract/provider/HttpProviderFixture.h"

namespace holdwatch::test {

/// A staged system with dead letters in it. The last letter is sparse: of it the system reports nothing but its
/// payload.
class ReaderFixture : public HttpProviderFixture
{
public:
    virtual WatchedQueue deadSet() const = 0;
    virtual QByteArrayList payloads() const = 0; ///< byte for byte, in the order they are given out
    virtual bool needsLooks() const = 0;         ///< reading has a declared side effect there
    virtual bool hasPages() const = 0;
    /// A dead set at which a look could destroy something, or none is possible; unset: this system has none.
    virtual std::optional<WatchedQueue> guarded() const { return std::nullopt; }
    /// From now on, whatever page is asked for next, the letter at its head is gone.
    virtual void loseNextLetter() = 0;
};

/// Ten bodies that spoil careless readers.
inline QByteArrayList nastyJson()
{
    return {
        R"({"n":12345678901234567890123456789.10,"m":1E400,"z":-0.0})",
        R"({"b":1,"a":2,"b":3})",
        "{ \"spaced\" :\t[1 ,2 ] }",
        R"({"e":"\u0041\/\ud83d\ude00","lone":"\ud800"})",
        R"({"payload":{"payload":[{"payload":1}]},"message_id":"not this one"})",
        QByteArray(100'000, '[') + QByteArray(100'000, ']'),
        "{\"pad\":\"" + QByteArray(200'000, 'x') + "\"}",
        R"("<img src=\"file:///etc/passwd\">")",
        "\"\xe2\x80\xae gnirts desrever\"",
        "[]",
    };
}

} // namespace holdwatch::test
