// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Masking.h"

#include <functional>

namespace holdwatch::payload {

/// How far masks look into what is written inside a text: JSON in a string, base64 in that, and so on. Deeper is hidden.
inline constexpr int deepestMasked = 4;

/// Finds what is to be hidden in text that is no JSON of its own: prose, a string's content, a form. One pass each for
/// fields with a sensitive name (LooseFields), likely secrets of any name (SecretShapes), e-mail addresses where the names
/// hold `email`, and words in base64, hex or percent-encoding that hold something to hide or are compressed, so that
/// nobody has looked. Takes time in proportion to the text. Not thread-safe, as `names` is not.
class SecretScan
{
public:
    using Tell = std::function<void(Mask)>;
    /// Both are borrowed. `depth` counts the layers around the text.
    SecretScan(const SensitiveNames &names, int depth, Tell tell) : m_names(names), m_depth(depth), m_tell(std::move(tell)) {}

    void scan(QByteArrayView text, const ByteRange &within);

private:
    void findFields(QByteArrayView text, const ByteRange &within);
    void findShapes(QByteArrayView text, const ByteRange &within);
    void findAddresses(QByteArrayView text, const ByteRange &within);
    void findPacked(QByteArrayView text, const ByteRange &within);
    void judgeWord(QByteArrayView text, const ByteRange &word);
    void judgeRun(QByteArrayView text, const ByteRange &run, const ByteRange &word);
    bool judgeWrapped(QByteArrayView text, const ByteRange &within);
    void hide(const ByteRange &range, const QString &name);
    /// The name of what is to be hidden in `unpacked`; empty: nothing is.
    QString secretIn(QByteArrayView unpacked) const;

    const SensitiveNames &m_names;
    int m_depth;
    Tell m_tell;
    ByteRanges m_fields;   ///< values that stand behind sensitive names
    std::vector<qsizetype> m_ends; ///< of the likely secrets
    ByteRanges m_harmless; ///< words that were unpacked and hold nothing to hide
};

/// As `masksOf`, `depth` layers deep in another text.
MaskList masksWithin(QByteArrayView body, const SensitiveNames &names, int depth, qsizetype until = MaskList::everything);

} // namespace holdwatch::payload
