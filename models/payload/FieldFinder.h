// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonTree.h"

#include <QStringList>

namespace holdwatch::payload {

/// A header or attribute of a message, as bytes; names may repeat.
struct Header
{
    QByteArray name;
    QByteArray value;
    bool operator==(const Header &) const = default;
};
using Headers = std::vector<Header>;

/// Where to look for something, as one writes it in a configuration: `/order/idempotency_key` (a JSON pointer),
/// `header:Idempotency-Key`, or a bare name: a header of that name, then a member of the outermost object.
/// Headers and bare names are compared without case, `_` and `-`; pointers exactly.
struct FieldPlace
{
    enum class Kind { Pointer, Header, Name };

    Kind kind = Kind::Name;
    QByteArray name; ///< the pointer, or the header's or member's name

    static std::optional<FieldPlace> parse(const QString &written); ///< nothing for what is none of the three
    QString text() const; ///< as it is written
    bool operator==(const FieldPlace &) const = default;
};

/// What was found, and where: nothing is taken for a key without saying why.
struct FoundField
{
    QByteArray value;      ///< exact; a JSON string with its escapes resolved, a number as it is written
    FieldPlace place;      ///< a Pointer or a Header, as it is in this message
    FieldPlace rule;       ///< what led there
    bool isAmbiguous = false; ///< a key on the way, or the header, occurs more than once; the last member, the first header was taken
    bool operator==(const FoundField &) const = default;

    QString whereText() const; ///< "header Idempotency-Key", "/order/idempotency_key, which occurs more than once"
};

/// All places of a list that hold something, in the list's order; the first counts. Empty strings, null, objects and
/// arrays are nothing. Two rules that lead to one place give it once.
class FieldFinder
{
public:
    explicit FieldFinder(std::vector<FieldPlace> places);

    static FieldFinder ofIdempotencyKey(); ///< the common spots; delivery ids such as message_id come last
    static FieldFinder ofSchemaVersion();

    const std::vector<FieldPlace> &places() const { return m_places; }
    std::vector<FoundField> find(const Headers &headers, const JsonTree &body) const;

    /// True if the places found do not agree on one value; a person must be told.
    static bool disagree(const std::vector<FoundField> &found);
    /// True for names that many systems give a delivery rather than a command (message_id): a redrive may change them.
    static bool mayNameADelivery(const FoundField &found);

private:
    std::vector<FieldPlace> m_places;
};

} // namespace holdwatch::payload
