// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/Masking.h"

#include "models/payload/JsonText.h"
#include "models/payload/PairNames.h"
#include "models/payload/SecretScan.h"
#include "models/payload/TextView.h"

#include <algorithm>
#include <optional>

namespace holdwatch::payload {

namespace {

constexpr qsizetype longestShownName = 80;

/// Walks the tokens and remembers the innermost sensitive member around them.
class JsonMasks
{
public:
    JsonMasks(QByteArrayView body, const SensitiveNames &names, int depth, qsizetype until)
        : m_body(body), m_names(names), m_depth(depth), m_until(std::min(until, body.size())), m_scanner(body),
          m_strings(names, depth, [this](Mask mask) { m_masks.push_back(std::move(mask)); })
    {
    }

    MaskList find()
    {
        std::optional<JsonToken> token;
        while (isWanted() && (token = m_scanner.next()))
            take(*token);
        if (m_scanner.fault())
            maskRest(m_scanner.fault()->at);
        // Whose name did not come any more could be anybody's.
        for (Pair &pair : m_pairs)
            std::move(pair.values.begin(), pair.values.end(), std::back_inserter(m_masks));
        return MaskList(std::move(m_masks), m_until < m_body.size() ? m_until : MaskList::everything);
    }

private:
    /// A name and a value that are members of one object.
    struct Pair
    {
        int depth = 0; ///< of the members
        bool isSensitive = false;
        QString name;
        std::vector<Mask> values;     ///< that came before the name
        qsizetype openedAt = -1; ///< such a value that is an object or array
    };

    /// A little further where a value waits for its name.
    bool isWanted() const
    {
        const auto waits = [](const Pair &pair) { return !pair.values.empty() || pair.openedAt >= 0; };
        return m_scanner.position() < m_until || (m_scanner.position() < looseEnd() && std::any_of(m_pairs.begin(), m_pairs.end(), waits));
    }

    void take(const JsonToken &token)
    {
        if (token.kind == JsonToken::Kind::Key)
            return takeKey(token);
        if (token.opens())
            takeOpening(token);
        if (token.isScalar())
            takeScalar(token);
        // A sensitive member ends with its value: a scalar of its own depth or the bracket that closes there.
        if ((token.isScalar() || token.closes()) && m_sensitiveDepth && token.depth == *m_sensitiveDepth)
            m_sensitiveDepth.reset();
        if (token.closes())
            takeClosing(token);
        if (token.kind != JsonToken::Kind::Colon) {
            m_lastKey = m_body.size();
            m_part = PairPart::None;
        }
    }

    void takeKey(const JsonToken &token)
    {
        m_lastKey = token.range.from;
        m_part = PairPart::None;
        const ByteRange inside{token.range.from + 1, token.range.until - 1};
        if (m_sensitiveDepth)
            return;
        m_part = pairPartOf(inside.of(m_body));
        if (!isSensitive(token.range.of(m_body)))
            return;
        m_sensitiveDepth = token.depth;
        m_name = nameOf(inside);
    }

    Pair &pairAt(int depth)
    {
        if (m_pairs.empty() || m_pairs.back().depth != depth)
            m_pairs.push_back({depth, false, {}, {}, -1});
        return m_pairs.back();
    }

    void takeOpening(const JsonToken &token)
    {
        if (m_part != PairPart::Value || m_sensitiveDepth)
            return;
        Pair &pair = pairAt(token.depth);
        if (pair.isSensitive) {
            m_sensitiveDepth = token.depth;
            m_name = pair.name;
        } else {
            pair.openedAt = token.range.from;
        }
    }

    void takeClosing(const JsonToken &token)
    {
        if (!m_pairs.empty() && m_pairs.back().depth == token.depth + 1)
            m_pairs.pop_back();
        if (m_pairs.empty() || m_pairs.back().depth != token.depth || m_pairs.back().openedAt < 0)
            return;
        Pair &pair = m_pairs.back();
        pair.values.push_back({{std::exchange(pair.openedAt, -1), token.range.until}, {}, m_depth == 0, false});
    }

    void takeScalar(const JsonToken &token)
    {
        const bool isString = token.kind == JsonToken::Kind::String;
        const ByteRange inside = isString ? ByteRange{token.range.from + 1, token.range.until - 1} : token.range;
        const Mask whole{inside, m_name, !isString, false};
        if (m_sensitiveDepth) {
            if (token.kind != JsonToken::Kind::Null && !inside.isEmpty())
                m_masks.push_back(whole);
            return;
        }
        if (m_part == PairPart::Name && isString)
            takePairName(token, inside);
        if (m_part == PairPart::Value && token.kind != JsonToken::Kind::Null && !inside.isEmpty()) {
            Pair &pair = pairAt(token.depth);
            (pair.isSensitive ? m_masks : pair.values).push_back(whole);
            if (pair.isSensitive) {
                m_masks.back().name = pair.name;
                return;
            }
        }
        if (isString)
            maskString(inside);
    }

    void takePairName(const JsonToken &token, const ByteRange &inside)
    {
        if (!isSensitive(token.range.of(m_body)))
            return;
        Pair &pair = pairAt(token.depth);
        pair.isSensitive = true;
        pair.name = nameOf(inside);
        for (Mask &value : pair.values) {
            value.name = pair.name;
            m_masks.push_back(std::move(value));
        }
        pair.values.clear();
    }

    void maskRest(qsizetype at)
    {
        if (m_sensitiveDepth) {
            if (at < m_body.size())
                m_masks.push_back({{at, m_body.size()}, m_name, false, false});
            return;
        }
        // The key before a broken value is read again, as it may be half of a field of the looser kind.
        m_strings.scan(m_body, clipped({std::min(at, m_lastKey), m_body.size()}));
    }

    /// What a string stands for is looked at, as an escape may hide a letter of a name, and JSON in it is JSON.
    void maskString(const ByteRange &whole)
    {
        const ByteRange inside = clipped(whole);
        if (!inside.of(m_body).contains('\\'))
            return m_strings.scan(m_body, inside);
        if (m_depth + 1 >= deepestMasked) {
            m_masks.push_back({whole, QStringLiteral("written inside one another many times"), false, false});
            return;
        }
        OffsetMap map;
        const QByteArray meant = unescaped(inside.of(m_body), map);
        const MaskList found = masksWithin(meant, m_names, m_depth + 1);
        for (const Mask &mask : found.masks()) {
            const ByteRange range = map.toSource(mask.range);
            m_masks.push_back({{inside.from + range.from, inside.from + range.until}, mask.name, false, false});
        }
    }

    ByteRange clipped(const ByteRange &range) const { return {range.from, std::max(range.from, std::min(range.until, looseEnd()))}; }

    /// A little further than what is wanted, so that no value is cut where it would no longer be hidden.
    qsizetype looseEnd() const { return m_until > m_body.size() - previewBytes ? m_body.size() : m_until + previewBytes; }

    bool isSensitive(QByteArrayView quoted) const
    {
        return quoted.contains('\\') ? m_names.matches(unescaped(quoted)) : m_names.matches(quoted.sliced(1, quoted.size() - 2));
    }

    /// One name usually stands there many times in a row.
    QString nameOf(const ByteRange &name)
    {
        if (m_shownName.isEmpty() || name.of(m_body) != m_shownName.of(m_body)) {
            m_shownName = name;
            m_shown = excerpt(m_body, name, longestShownName);
        }
        return m_shown;
    }

    QByteArrayView m_body;
    const SensitiveNames &m_names;
    int m_depth;
    qsizetype m_until;
    JsonScanner m_scanner;
    SecretScan m_strings;
    std::vector<Mask> m_masks;
    std::vector<Pair> m_pairs; ///< of the open objects that have such members, outermost first
    PairPart m_part = PairPart::None; ///< of the key before
    std::optional<int> m_sensitiveDepth; ///< of the sensitive member's key
    QString m_name;
    ByteRange m_shownName;
    QString m_shown;
    qsizetype m_lastKey = m_body.size();
};

} // namespace

MaskList::MaskList(std::vector<Mask> masks, qsizetype knownUntil) : m_knownUntil(knownUntil)
{
    std::sort(masks.begin(), masks.end(), [](const Mask &a, const Mask &b) { return a.range.from < b.range.from; });
    for (Mask &mask : masks) {
        if (!m_masks.empty() && mask.range.from < m_masks.back().range.until) {
            m_masks.back().range.until = std::max(m_masks.back().range.until, mask.range.until);
            continue;
        }
        m_masks.push_back(std::move(mask));
    }
}

ByteRanges MaskList::hidden() const
{
    ByteRanges ranges;
    for (const Mask &mask : m_masks) {
        if (!mask.isRevealed)
            ranges.push_back(mask.range);
    }
    if (!isComplete())
        ranges.push_back({hiddenFrom(), everything});
    return ranges;
}

qsizetype MaskList::hiddenFrom() const
{
    return m_masks.empty() ? m_knownUntil : std::max(m_knownUntil, m_masks.back().range.until);
}

void MaskList::keepRevealed(const MaskList &before)
{
    for (const Mask &mask : before.m_masks) {
        const qsizetype number = mask.isRevealed ? maskAt(mask.range.from) : -1;
        if (number >= 0 && m_masks[size_t(number)].range == mask.range)
            reveal(number);
    }
}

qsizetype MaskList::maskAt(qsizetype offset) const
{
    const auto mask = std::lower_bound(m_masks.begin(), m_masks.end(), offset, [](const Mask &m, qsizetype at) { return m.range.until <= at; });
    return mask != m_masks.end() && mask->range.contains(offset) ? std::distance(m_masks.begin(), mask) : -1;
}

bool MaskList::reveal(qsizetype number)
{
    if (number < 0 || number >= qsizetype(m_masks.size()) || m_masks[size_t(number)].isRevealed)
        return false;
    return m_masks[size_t(number)].isRevealed = true;
}

void MaskList::hideAll()
{
    for (Mask &mask : m_masks)
        mask.isRevealed = false;
}

bool MaskList::hidesAnyOf(const ByteRange &range) const
{
    return (!isComplete() && range.until > hiddenFrom()) || std::any_of(m_masks.begin(), m_masks.end(), [&range](const Mask &mask) {
        return !mask.isRevealed && mask.range.from < range.until && range.from < mask.range.until;
    });
}

MaskList masksOf(QByteArrayView body, const SensitiveNames &names, qsizetype until)
{
    return JsonMasks(body, names, 0, until).find();
}

MaskList masksWithin(QByteArrayView body, const SensitiveNames &names, int depth, qsizetype until)
{
    return JsonMasks(body, names, depth, until).find();
}

QString maskedProse(const QString &text, const SensitiveNames &names)
{
    const QByteArray bytes = text.toUtf8();
    const MaskList masks = masksOf(bytes, names);
    return masks.isEmpty() ? text : QString::fromUtf8(maskedBytes(bytes, masks));
}

MaskList masksOfHeader(QByteArrayView name, QByteArrayView value, const SensitiveNames &names)
{
    if (value.isEmpty())
        return {};
    if (names.matches(name))
        return MaskList({{{0, value.size()}, excerpt(name, {0, name.size()}, longestShownName), false, false}});
    return masksOf(value, names);
}

QByteArray maskedBytes(QByteArrayView bytes, const MaskList &masks)
{
    const QByteArray dots = maskDots.toUtf8();
    QByteArray masked;
    masked.reserve(bytes.size());
    qsizetype at = 0;
    for (const Mask &mask : masks.masks()) {
        if (mask.isRevealed)
            continue;
        masked += bytes.sliced(at, mask.range.from - at);
        masked += mask.isBare ? '"' + dots + '"' : dots;
        at = mask.range.until;
    }
    const ByteRanges hidden = masks.hidden();
    const qsizetype end = masks.isComplete() ? bytes.size() : std::min(bytes.size(), std::max(at, hidden.back().from));
    masked += bytes.sliced(at, end - at);
    return end < bytes.size() ? masked + dots : masked;
}

} // namespace holdwatch::payload
