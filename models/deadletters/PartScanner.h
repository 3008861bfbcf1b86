// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <array>
#include <unordered_map>
#include <vector>

namespace holdwatch {

/// Says in one pass which of many short texts stand somewhere in a long one (Aho and Corasick). Case does not
/// count, letter by letter. Built once, then immutable.
class PartScanner
{
public:
    using Found = std::vector<bool>;

    int add(const QString &part); ///< its number; equal parts share one; before `finish`
    void finish();
    void scan(QStringView text, Found &found) const; ///< one flag a part

private:
    struct State
    {
        std::vector<int> parts; ///< that end here
        int fallback = 0;
    };
    std::size_t letterOf(char16_t unit) const;
    int stepInTrie(int state, std::size_t letter);
    void link(std::vector<int> &queue, int from, std::size_t letter);

    std::unordered_map<std::u16string, int> m_numbers;
    std::vector<std::u16string> m_parts;
    std::array<quint16, 128> m_ascii{}; ///< unit → letter; 0: in no part
    std::unordered_map<char16_t, quint16> m_others;
    std::size_t m_letters = 1;
    std::vector<int> m_next; ///< state × letter → state
    std::vector<State> m_states;
};

} // namespace holdwatch
