// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/ByteRange.h"
#include "models/payload/SensitiveNames.h"

#include <QString>

#include <limits>

namespace holdwatch::payload {

/// One value to hide. Quotes are not part of it.
struct Mask
{
    ByteRange range;
    QString name;          ///< the field's name, for display
    bool isBare = false;   ///< a JSON value without quotes: a number, true, false
    bool isRevealed = false;
    bool operator==(const Mask &) const = default;
};

/// Which bytes of one message are hidden on the screen and in exports. The one list that raw, pretty, tree, hex, diff and
/// export all ask; the bytes themselves are never changed. A value, belongs to one body (or one header's value).
class MaskList
{
public:
    MaskList() = default;
    static constexpr qsizetype everything = std::numeric_limits<qsizetype>::max();

    /// In any order; overlapping ones become one. What lies behind `knownUntil` was not looked at: it is hidden as a whole.
    explicit MaskList(std::vector<Mask> masks, qsizetype knownUntil = everything);

    const std::vector<Mask> &masks() const { return m_masks; }
    bool isEmpty() const { return m_masks.empty(); }
    bool isComplete() const { return m_knownUntil == everything; }
    ByteRanges hidden() const;          ///< those not revealed, in order; the last may end far behind the body
    qsizetype maskAt(qsizetype offset) const; ///< its number, or -1
    bool reveal(qsizetype number);      ///< false if there is no such one or it was revealed: nothing to record
    void hideAll();
    void keepRevealed(const MaskList &before); ///< after looking further: what was revealed stays so
    bool hidesAnyOf(const ByteRange &range) const;

private:
    qsizetype hiddenFrom() const; ///< of what was not looked at

    std::vector<Mask> m_masks;
    qsizetype m_knownUntil = everything;
};

/// Finds what is to be hidden in a body up to `until`; a value that begins before may end behind. In JSON every value inside
/// a sensitive member, the value beside a sensitive name (`{"name":"password","value":…}`), and what SecretScan finds in
/// strings, as they are meant and as they are encoded; from where the text stops being JSON, what it finds in the rest.
/// A sensitive member that is cut or broken hides everything from there on.
MaskList masksOf(QByteArrayView body, const SensitiveNames &names, qsizetype until = MaskList::everything);

/// The whole value if the header's name is sensitive, else what looks like fields inside.
MaskList masksOfHeader(QByteArrayView name, QByteArrayView value, const SensitiveNames &names);

/// The same for prose that nobody vouches for (error texts, reasons): with ●●● for what is hidden. Masked once more it stays
/// as it is.
QString maskedProse(const QString &text, const SensitiveNames &names);

/// For exports: every hidden value as ●●●, bare ones in quotes so that JSON stays JSON.
QByteArray maskedBytes(QByteArrayView bytes, const MaskList &masks);

} // namespace holdwatch::payload
