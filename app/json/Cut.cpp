// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Cut.h"

#include "models/payload/JsonText.h"

#include <optional>

namespace holdwatch::json {

namespace {

using payload::JsonScanner;
using payload::JsonToken;

/// Where reading stands among the brackets: `lists` counts those open, `itemDepth` is that of the members of
/// the outermost list's objects.
struct Walk
{
    int lists = 0;
    int listDepth = -1;

    void see(const JsonToken &token)
    {
        if (token.kind == JsonToken::Kind::ArrayStart && lists++ == 0)
            listDepth = token.depth;
        else if (token.kind == JsonToken::Kind::ArrayEnd)
            --lists;
    }
    bool isMemberOfItem(const JsonToken &key) const { return lists == 1 && key.depth == listDepth + 2; }
};

/// The whole value that begins with `first`.
std::optional<payload::ByteRange> wholeValue(JsonScanner &scanner, const JsonToken &first)
{
    if (!first.opens())
        return first.range;
    while (const auto token = scanner.next()) {
        if (token->closes() && token->depth == first.depth)
            return payload::ByteRange{first.range.from, token->range.until};
    }
    return std::nullopt;
}

} // namespace

Cut cutOut(const QByteArray &text, const QByteArrayList &names)
{
    Cut cut;
    JsonScanner scanner(text);
    Walk walk;
    qsizetype copied = 0;
    bool isNext = false;
    while (const auto token = scanner.next()) {
        if (token->kind == JsonToken::Kind::Key) {
            isNext = walk.isMemberOfItem(*token) && names.contains(payload::unescaped(token->range.of(text)));
            continue;
        }
        if (token->kind == JsonToken::Kind::Colon)
            continue;
        if (!std::exchange(isNext, false)) {
            walk.see(*token);
            continue;
        }
        const auto part = wholeValue(scanner, *token);
        if (!part)
            break;
        cut.rest += text.mid(copied, part->from - copied) + QByteArray::number(qint64(cut.parts.size()));
        cut.parts.push_back(*part);
        copied = part->until;
    }
    cut.rest += text.mid(copied);
    return cut;
}

} // namespace holdwatch::json
