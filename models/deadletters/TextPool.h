// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/Column.h"

#include <QString>
#include <QStringView>

#include <cstring>

namespace holdwatch {

/// A text as an arena keeps it: exact UTF-16 units, one byte each where all are below 256. A view.
class PackedText
{
public:
    PackedText() = default;
    PackedText(const char *data, qsizetype size, bool isWide) : m_data(data), m_size(size), m_isWide(isWide) {}

    qsizetype size() const { return m_size; }
    bool isEmpty() const { return m_size == 0; }
    char16_t unit(qsizetype at) const
    {
        if (!m_isWide)
            return static_cast<unsigned char>(m_data[at]);
        char16_t unit = 0;
        std::memcpy(&unit, m_data + 2 * at, 2);
        return unit;
    }
    QString toString() const;
    /// The text in `scratch`, which grows where it must.
    QStringView decoded(std::vector<char16_t> &scratch) const;
    bool operator==(const PackedText &other) const;

    /// Regardless of the case of ASCII letters; by units otherwise.
    int compare(const PackedText &other) const;

private:
    const char *m_data = nullptr;
    qsizetype m_size = 0;
    bool m_isWide = false;
};

/// Texts one behind the other. They stay where they are until all are cleared.
class TextArena
{
public:
    const char *add(QStringView text);
    static PackedText read(const char *at);
    void clear();

private:
    static constexpr std::size_t blockSize = 256 * 1024;
    char *room(std::size_t bytes);

    std::vector<std::unique_ptr<char[]>> m_blocks;
    char *m_at = nullptr;
    std::size_t m_left = 0;
};

using TextId = quint32;

/// Different texts by number, each kept once. 0 is the empty text.
class TextPool
{
public:
    TextPool();

    TextId intern(QStringView text);
    PackedText at(TextId id) const { return id == 0 ? PackedText() : TextArena::read(m_texts[id]); }
    std::size_t count() const { return m_texts.size(); } ///< the empty one included
    void clear();

private:
    using Table = std::vector<TextId>; ///< open addressing; 0: free
    struct Shard
    {
        Table table;
        std::size_t used = 0;
    };
    static constexpr std::size_t shardCount = 64;
    void grow(Shard &shard);

    TextArena m_arena;
    Column<const char *> m_texts;
    std::vector<Shard> m_shards; ///< by the hash's highest bits: so a million texts never move at once
};

} // namespace holdwatch
