// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <QStringList>
#include <QStringView>

#include <array>
#include <vector>

namespace holdwatch::filter {

/// Text to look for, with wildcards, ready for a million comparisons: case does not count (letter by letter,
/// so ß is not ss; letters past U+FFFF keep their case), nothing is allocated, and the time is linear in the text
/// however hostile pattern and text are. Immutable, so any thread may use it.
class TextPattern
{
public:
    /// The parts between the wildcards: {"time", "out"} is time*out; {"", ""} is * alone.
    explicit TextPattern(const QStringList &parts);

    bool matchesWhole(QStringView text) const;      ///< the whole text is like this
    bool foundIn(QStringView text) const;           ///< some stretch of the text is
    bool foundInUtf8(QByteArrayView text) const;    ///< the same for bytes; those that are not UTF-8 are like nothing

private:
    struct Part
    {
        std::vector<char16_t> folded;
        std::vector<qsizetype> fallback; ///< how much still fits where the letter after `index` letters doesn't
        std::array<bool, 256> mayBegin{}; ///< bytes of UTF-8 that the first letter, in whatever case, may begin with
    };
    static Part prepare(const QString &text);
    template<typename Units>
    static bool found(Units units, const Part *first, const Part *last);

    std::vector<Part> m_parts;
};

} // namespace holdwatch::filter
