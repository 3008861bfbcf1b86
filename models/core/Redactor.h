// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Secret.h"

#include <QReadWriteLock>
#include <QString>

#include <vector>

namespace holdwatch {

/// Takes secrets out of text that leaves the program: log lines and diagnostics. What it knows is replaced
/// wherever it stands, as it is and in its usual disguises (percent-encoded, JSON-escaped, hex, base64 at any
/// offset, so also inside `user:secret` of a Basic header); what merely looks like a secret
/// (SecretShapes.h) is replaced too. Applying it twice changes nothing more.
///
/// A safety net, not a licence: no secret may be put into a message in the first place. A known secret
/// shorter than `shortest` bytes is not searched for, as it would stand in half of all words.
///
/// Thread-safe. Keeps what it knows as Secrets: wiped when forgotten, and with the Redactor.
class Redactor
{
public:
    static constexpr qsizetype shortest = 4;

    void know(const Secret &secret);   ///< counted: known as often as it was told
    void forget(const Secret &secret); ///< once more unknown after as many calls

    /// UTF-8 in, UTF-8 out. Time is in proportion to the text's length times the number of known secrets.
    QByteArray redact(const QByteArray &text) const;
    QString redact(const QString &text) const;

    static const QByteArray &dots(); ///< what stands in a secret's place

private:
    struct Form
    {
        Secret text;
        bool isBase64 = false; ///< the rest of the base64 around it goes as well
    };
    struct Known
    {
        Secret secret;
        int times = 1;
        std::vector<Form> forms;
    };
    static std::vector<Form> formsOf(const QByteArray &secret);
    std::vector<Known>::iterator find(const Secret &secret);

    mutable QReadWriteLock m_lock;
    std::vector<Known> m_known;
};

} // namespace holdwatch
