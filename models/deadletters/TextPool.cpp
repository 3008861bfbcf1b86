// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/TextPool.h"

#include <QHashFunctions>

#include <algorithm>

namespace holdwatch {

namespace {

bool fitsBytes(QStringView text)
{
    char16_t all = 0;
    for (const char16_t unit : std::u16string_view(text.utf16(), std::size_t(text.size())))
        all |= unit;
    return all < 256;
}

char16_t folded(char16_t unit)
{
    return unit >= u'A' && unit <= u'Z' ? char16_t(unit + 32) : unit;
}

std::size_t hashOf(QStringView text)
{
    return qHashBits(text.utf16(), std::size_t(text.size()) * sizeof(char16_t));
}

/// Spread once more: the low bits choose the place inside a shard.
std::size_t shardOf(std::size_t hash, std::size_t count)
{
    return std::size_t(quint64(hash) * 0x9E3779B97F4A7C15ull >> 32) % count;
}

bool isSame(const PackedText &packed, QStringView text)
{
    if (packed.size() != text.size())
        return false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (packed.unit(i) != text.utf16()[i])
            return false;
    }
    return true;
}

} // namespace

QString PackedText::toString() const
{
    if (!m_isWide)
        return QString::fromLatin1(m_data, m_size);
    QString text(m_size, Qt::Uninitialized);
    std::memcpy(text.data(), m_data, std::size_t(m_size) * sizeof(char16_t));
    return text;
}

QStringView PackedText::decoded(std::vector<char16_t> &scratch) const
{
    if (scratch.size() < std::size_t(m_size))
        scratch.resize(std::size_t(m_size));
    if (m_isWide)
        std::memcpy(scratch.data(), m_data, std::size_t(m_size) * sizeof(char16_t));
    else
        std::copy_n(reinterpret_cast<const unsigned char *>(m_data), m_size, scratch.data());
    return {scratch.data(), m_size};
}

bool PackedText::operator==(const PackedText &other) const
{
    return m_size == other.m_size && m_isWide == other.m_isWide
        && (m_size == 0 || std::memcmp(m_data, other.m_data, std::size_t(m_size) * (m_isWide ? sizeof(char16_t) : 1)) == 0);
}

int PackedText::compare(const PackedText &other) const
{
    const qsizetype common = std::min(m_size, other.m_size);
    for (qsizetype i = 0; i < common; ++i) {
        const char16_t left = folded(unit(i)), right = folded(other.unit(i));
        if (left != right)
            return left < right ? -1 : 1;
    }
    return m_size == other.m_size ? 0 : m_size < other.m_size ? -1 : 1;
}

/// In front of the units stands their number, with a bit for the width, seven bits a byte.
const char *TextArena::add(QStringView text)
{
    const bool isWide = !fitsBytes(text);
    const std::size_t units = std::size_t(text.size());
    std::size_t header = units << 1 | std::size_t(isWide);
    std::size_t headerBytes = 1;
    for (std::size_t rest = header >> 7; rest > 0; rest >>= 7)
        ++headerBytes;
    char *const start = room(headerBytes + (isWide ? units * sizeof(char16_t) : units));
    char *to = start;
    for (; header >= 128; header >>= 7)
        *to++ = char(header | 128);
    *to++ = char(header);
    if (isWide)
        std::memcpy(to, text.utf16(), units * sizeof(char16_t));
    else
        std::transform(text.utf16(), text.utf16() + units, to, [](char16_t unit) { return char(unit); });
    return start;
}

PackedText TextArena::read(const char *at)
{
    std::size_t header = 0;
    for (int bits = 0;; bits += 7) {
        const auto byte = static_cast<unsigned char>(*at++);
        header |= std::size_t(byte & 127) << bits;
        if (byte < 128)
            break;
    }
    return {at, qsizetype(header >> 1), (header & 1) != 0};
}

char *TextArena::room(std::size_t bytes)
{
    if (bytes > m_left) {
        m_left = std::max(blockSize, bytes);
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_left));
        m_at = m_blocks.back().get();
    }
    m_left -= bytes;
    return std::exchange(m_at, m_at + bytes);
}

void TextArena::clear()
{
    m_blocks.clear();
    m_at = nullptr;
    m_left = 0;
}

TextPool::TextPool()
{
    clear();
}

void TextPool::clear()
{
    m_arena.clear();
    m_texts.clear();
    m_texts.append(nullptr);
    m_shards.assign(shardCount, {});
}

TextId TextPool::intern(QStringView text)
{
    if (text.isEmpty())
        return 0;
    const std::size_t hash = hashOf(text);
    Shard &shard = m_shards[shardOf(hash, shardCount)];
    if (shard.used * 10 >= shard.table.size() * 7)
        grow(shard);
    const std::size_t mask = shard.table.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
        const TextId id = shard.table[at];
        if (id != 0 && !isSame(this->at(id), text))
            continue;
        if (id != 0)
            return id;
        shard.table[at] = TextId(m_texts.size());
        ++shard.used;
        m_texts.append(m_arena.add(text));
        return shard.table[at];
    }
}

void TextPool::grow(Shard &shard)
{
    const Table before = std::exchange(shard.table, Table(std::max<std::size_t>(8, shard.table.size() * 2), 0));
    const std::size_t mask = shard.table.size() - 1;
    std::vector<char16_t> scratch;
    for (const TextId id : before) {
        if (id == 0)
            continue;
        std::size_t to = hashOf(at(id).decoded(scratch)) & mask;
        while (shard.table[to] != 0)
            to = (to + 1) & mask;
        shard.table[to] = id;
    }
}

} // namespace holdwatch
