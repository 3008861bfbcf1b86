// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/payload/Masking.h"

#include "models/payload/JsonText.h"
#include "models/payload/LooseFields.h"
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
    JsonMasks(QByteArrayView body, const SensitiveNames &names, qsizetype until)
        : m_body(body), m_names(names), m_until(std::min(until, body.size())), m_scanner(body)
    {
    }

    MaskList find()
    {
        std::optional<JsonToken> token;
        while (m_scanner.position() < m_until && (token = m_scanner.next()))
            take(*token);
        if (m_scanner.fault())
            maskRest(m_scanner.fault()->at);
        return MaskList(std::move(m_masks), m_until < m_body.size() ? m_until : MaskList::everything);
    }

private:
    void take(const JsonToken &token)
    {
        if (token.kind == JsonToken::Kind::Key)
            return takeKey(token);
        if (token.isScalar())
            takeScalar(token);
        // A sensitive member ends with its value: a scalar of its own depth or the bracket that closes there.
        if ((token.isScalar() || token.closes()) && m_sensitiveDepth && token.depth == *m_sensitiveDepth)
            m_sensitiveDepth.reset();
        if (token.kind != JsonToken::Kind::Colon)
            m_lastKey = m_body.size();
    }

    void takeKey(const JsonToken &token)
    {
        m_lastKey = token.range.from;
        const ByteRange inside{token.range.from + 1, token.range.until - 1};
        if (m_sensitiveDepth || !isSensitive(token.range.of(m_body)))
            return;
        m_sensitiveDepth = token.depth;
        m_name = nameOf(inside);
    }

    void takeScalar(const JsonToken &token)
    {
        const bool isString = token.kind == JsonToken::Kind::String;
        const ByteRange inside = isString ? ByteRange{token.range.from + 1, token.range.until - 1} : token.range;
        if (m_sensitiveDepth) {
            if (token.kind != JsonToken::Kind::Null && !inside.isEmpty())
                m_masks.push_back({inside, m_name, !isString, false});
        } else if (isString) {
            maskLoose(inside);
        }
    }

    void maskRest(qsizetype at)
    {
        if (m_sensitiveDepth) {
            if (at < m_body.size())
                m_masks.push_back({{at, m_body.size()}, m_name, false, false});
            return;
        }
        // The key before a broken value is read again, as it may be half of a field of the looser kind.
        maskLoose({std::min(at, m_lastKey), m_body.size()});
    }

    void maskLoose(const ByteRange &within)
    {
        const ByteRange clipped{within.from, std::max(within.from, std::min(within.until, looseEnd()))};
        const QByteArrayView text = clipped.of(m_body);
        if (!text.contains('=') && !text.contains(':') && !text.contains('>'))
            return;
        forEachSensitiveField(m_body, clipped, m_names, [this](const LooseField &field) { m_masks.push_back({field.value, nameOf(field.name), false, false}); });
    }

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
    qsizetype m_until;
    JsonScanner m_scanner;
    std::vector<Mask> m_masks;
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
    return JsonMasks(body, names, until).find();
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
