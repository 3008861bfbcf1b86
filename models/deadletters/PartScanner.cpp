// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/PartScanner.h"

#include <QString>

namespace holdwatch {

namespace {

char16_t folded(char16_t unit)
{
    if (unit < 128)
        return unit >= u'A' && unit <= u'Z' ? char16_t(unit + 32) : unit;
    return QChar(unit).toCaseFolded().unicode();
}

} // namespace

int PartScanner::add(const QString &part)
{
    std::u16string text;
    for (const QChar c : part)
        text.push_back(folded(c.unicode()));
    const auto [at, isNew] = m_numbers.try_emplace(text, int(m_parts.size()));
    if (isNew)
        m_parts.push_back(std::move(text));
    return at->second;
}

std::size_t PartScanner::letterOf(char16_t unit) const
{
    const char16_t letter = folded(unit);
    if (letter < 128)
        return m_ascii[letter];
    const auto at = m_others.find(letter);
    return at == m_others.end() ? 0 : at->second;
}

int PartScanner::stepInTrie(int state, std::size_t letter)
{
    const std::size_t at = std::size_t(state) * m_letters + letter;
    if (m_next[at] < 0) {
        m_next[at] = int(m_states.size());
        m_states.emplace_back();
        m_next.resize(m_states.size() * m_letters, -1);
    }
    return m_next[at];
}

void PartScanner::finish()
{
    for (const std::u16string &part : m_parts) {
        for (const char16_t unit : part) {
            quint16 &letter = unit < 128 ? m_ascii[unit] : m_others[unit];
            if (letter == 0)
                letter = quint16(m_letters++);
        }
    }
    m_states.assign(1, {});
    m_next.assign(m_letters, -1);
    for (std::size_t number = 0; number < m_parts.size(); ++number) {
        int state = 0;
        for (const char16_t unit : m_parts[number])
            state = stepInTrie(state, letterOf(unit));
        m_states[std::size_t(state)].parts.push_back(int(number));
    }
    std::vector<int> queue{0};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        for (std::size_t letter = 0; letter < m_letters; ++letter)
            link(queue, queue[at], letter);
    }
}

void PartScanner::link(std::vector<int> &queue, int from, std::size_t letter)
{
    int &next = m_next[std::size_t(from) * m_letters + letter];
    const int beside = from == 0 ? 0 : m_next[std::size_t(m_states[std::size_t(from)].fallback) * m_letters + letter];
    if (next < 0) {
        next = beside;
        return;
    }
    State &reached = m_states[std::size_t(next)];
    reached.fallback = beside;
    const std::vector<int> &shorter = m_states[std::size_t(beside)].parts;
    if (beside != next)
        reached.parts.insert(reached.parts.end(), shorter.begin(), shorter.end());
    queue.push_back(next);
}

void PartScanner::scan(QStringView text, Found &found) const
{
    found.assign(m_parts.size(), false);
    int state = 0;
    for (const char16_t unit : std::u16string_view(text.utf16(), std::size_t(text.size()))) {
        state = m_next[std::size_t(state) * m_letters + letterOf(unit)];
        for (const int part : m_states[std::size_t(state)].parts)
            found[std::size_t(part)] = true;
    }
}

} // namespace holdwatch
