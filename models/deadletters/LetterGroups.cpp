// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterGroups.h"

#include "models/deadletters/LetterFields.h"

#include <algorithm>

namespace holdwatch {

namespace {

constexpr quint32 none = std::numeric_limits<quint32>::max();
constexpr qint64 noTime = LetterTable::noTime;

void takeEarlier(qint64 &held, qint64 time)
{
    if (time != noTime && (held == noTime || time < held))
        held = time;
}

} // namespace

std::size_t LetterGroups::KeyHash::operator()(const LetterGroupKey &key) const
{
    return qHashMulti(0, key.failureClass, key.version, key.handler, key.queue, key.folded);
}

void LetterGroups::setGrouping(const Grouping &grouping)
{
    m_grouping = grouping;
    startAnew();
}

void LetterGroups::startAnew()
{
    m_examined = 0;
    m_groups.clear();
    m_numbers.clear();
    m_groupOfShare.clear();
    m_groupOfError.clear();
    m_groupOf.clear();
    m_firstGroupOfKey.clear();
    m_otherGroupsOfKey = {};
    m_scale = {};
    m_revision = m_table.revision();
}

bool LetterGroups::catchUp()
{
    const bool isAnew = m_revision != m_table.revision();
    if (isAnew)
        startAnew();
    m_groupOfShare.resize(m_table.shareCount(), none);
    m_firstGroupOfKey.growTo(m_table.textCount(LetterText::Key), none);
    for (; m_examined < m_table.count(); ++m_examined) {
        const auto row = quint32(m_examined);
        const quint32 group = groupFor(row);
        m_groupOf.append(group);
        count(group, row);
    }
    return isAnew;
}

LetterGroupKey LetterGroups::keyOf(quint32 share) const
{
    LetterGroupKey key;
    key.failureClass = m_table.sharedText(LetterText::Class, share);
    key.version = m_table.sharedText(LetterText::Version, share);
    key.handler = m_grouping.byHandler ? m_table.sharedText(LetterText::Handler, share) : 0;
    key.queue = m_grouping.byQueue ? m_table.sharedText(LetterText::Queue, share) : 0;
    return key;
}

quint32 LetterGroups::groupFor(quint32 row)
{
    const quint32 share = m_table.shareOf(row);
    if (m_grouping.byError)
        return groupWithError(share, m_table.foldedErrorId(row));
    if (m_groupOfShare[share] == none)
        m_groupOfShare[share] = groupFor(keyOf(share));
    return m_groupOfShare[share];
}

/// Shares are few, so the last answers are found by two numbers instead of five.
quint32 LetterGroups::groupWithError(quint32 share, TextId folded)
{
    const auto [at, isNew] = m_groupOfError.try_emplace(quint64(share) << 32 | folded, none);
    if (isNew) {
        LetterGroupKey key = keyOf(share);
        key.folded = folded;
        if (m_groups.size() >= mostErrors && !m_numbers.contains(key))
            key.folded = otherErrors;
        at->second = groupFor(key);
    }
    return at->second;
}

quint32 LetterGroups::groupFor(const LetterGroupKey &key)
{
    const auto [at, isNew] = m_numbers.try_emplace(key, quint32(m_groups.size()));
    if (isNew) {
        LetterGroup &group = m_groups.emplace_back();
        group.key = key;
        group.failureClass = m_table.text(LetterText::Class, key.failureClass).toString();
        group.version = m_table.text(LetterText::Version, key.version).toString();
        group.handler = m_table.text(LetterText::Handler, key.handler).toString();
        group.queue = m_table.text(LetterText::Queue, key.queue).toString();
        group.folded = key.folded == otherErrors ? QStringLiteral("(other texts)") : m_table.foldedError(key.folded).toString();
    }
    return at->second;
}

void LetterGroups::count(quint32 number, quint32 row)
{
    LetterGroup &group = m_groups[number];
    ++group.count;
    countKey(number, row);
    const int redrives = m_table.redrives(row);
    group.redriven += redrives > 0;
    group.redrives += redrives;
    takeEarlier(group.nearestExpiry, m_table.time(LetterTime::Expires, row));
    countDeath(group, m_table.time(LetterTime::Died, row));
}

void LetterGroups::countKey(quint32 number, quint32 row)
{
    const TextId key = m_table.textId(LetterText::Key, row);
    if (key == 0) {
        ++m_groups[number].withoutKey;
        return;
    }
    quint32 &first = m_firstGroupOfKey[key];
    if (first == number)
        return;
    const bool isNew = first == none || m_otherGroupsOfKey[key % m_otherGroupsOfKey.size()].insert(quint64(number) << 32 | key).second;
    if (first == none)
        first = number;
    m_groups[number].distinctKeys += isNew;
}

void LetterGroups::countDeath(LetterGroup &group, qint64 died)
{
    if (died == noTime) {
        ++group.withoutDeath;
        return;
    }
    takeEarlier(group.firstDied, died);
    group.lastDied = std::max(group.lastDied, died);
    const ArrivalScale before = m_scale;
    if (m_scale.include(died)) {
        for (LetterGroup &each : m_groups)
            each.arrivals = carriedOver(each.arrivals, before, m_scale);
    }
    ++group.arrivals[std::size_t(m_scale.bucketOf(died))];
}

std::vector<quint32> LetterGroups::rowsOf(quint32 group) const
{
    std::vector<quint32> rows;
    for (std::size_t row = 0; row < m_examined; ++row) {
        if (m_groupOf[row] == group)
            rows.push_back(quint32(row));
    }
    return rows;
}

std::vector<std::optional<qint64>> LetterGroups::pastUseful(UtcTime now) const
{
    std::vector<std::optional<qint64>> past(m_groups.size());
    std::vector<qint64> useless(m_groups.size(), noTime); // times before this one are past it
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        for (const FailureClass &each : m_table.classes()) {
            if (each.id == m_groups[group].failureClass && each.usefulFor)
                useless[group] = toEpochMillis(now - *each.usefulFor);
        }
    }
    if (std::all_of(useless.begin(), useless.end(), [](qint64 time) { return time == noTime; }))
        return past;
    for (std::size_t row = 0; row < m_examined; ++row) {
        const quint32 group = m_groupOf[row];
        if (useless[group] == noTime)
            continue;
        const qint64 published = m_table.time(LetterTime::Published, quint32(row));
        const qint64 from = published != noTime ? published : m_table.time(LetterTime::Died, quint32(row));
        if (from != noTime)
            past[group] = past[group].value_or(0) + qint64(from < useless[group]);
    }
    return past;
}

std::vector<qint64> LetterGroups::shownOf(const std::vector<quint32> &rows) const
{
    std::vector<qint64> shown(m_groups.size(), 0);
    for (const quint32 row : rows) {
        if (row < m_examined)
            ++shown[m_groupOf[row]];
    }
    return shown;
}

std::optional<filter::Expression> LetterGroups::filterFor(const LetterGroup &group) const
{
    if (group.key.folded == otherErrors)
        return std::nullopt;
    std::vector<filter::Expression> terms;
    const auto add = [&terms](QStringView field, const QString &value) {
        filter::Expression term = filter::fieldIs(*letterCatalogue().find(field), value);
        if (value.isEmpty())
            term.conditions = {{filter::Comparison::Present, {}, {}}};
        terms.push_back(value.isEmpty() ? filter::inverted(std::move(term)) : std::move(term));
    };
    add(u"class", group.failureClass);
    add(u"version", group.version);
    if (m_grouping.byHandler)
        add(u"handler", group.handler);
    if (m_grouping.byQueue)
        add(u"queue", group.queue);
    if (m_grouping.byError)
        add(u"folded", group.folded);
    return filter::allOf(std::move(terms));
}

} // namespace holdwatch
