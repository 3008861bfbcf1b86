// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/deadletters/LetterTable.h"

#include "models/deadletters/FoldedError.h"

#include <algorithm>

namespace holdwatch {

namespace {

qint64 millisOf(const std::optional<UtcTime> &time)
{
    return time ? toEpochMillis(*time) : LetterTable::noTime;
}

const std::optional<UtcTime> &timeOf(const DeadLetterRow &row, LetterTime column)
{
    switch (column) {
    case LetterTime::Published: return row.publishedAt;
    case LetterTime::Died: return row.diedAt;
    case LetterTime::Expires: return row.expiresAt;
    case LetterTime::FirstSeen: break;
    }
    return row.firstSeenAt;
}

std::array<char, 32> digestOf(const DeadLetterRow &row)
{
    std::array<char, 32> digest{};
    if (row.digest.size() == qsizetype(digest.size()))
        std::copy(row.digest.begin(), row.digest.end(), digest.begin());
    return digest;
}

} // namespace

std::vector<LetterTable::RowIndex> LetterTable::append(const QVector<DeadLetterRow> &rows)
{
    QVector<DeadLetterRow> known;
    for (const DeadLetterRow &row : rows) {
        if (rowOf(row.number) == nowhere)
            add(row);
        else
            known.append(row);
    }
    return change(known);
}

std::vector<LetterTable::RowIndex> LetterTable::change(const QVector<DeadLetterRow> &rows)
{
    std::vector<RowIndex> changed;
    for (const DeadLetterRow &after : rows) {
        const RowIndex at = rowOf(after.number);
        if (at == nowhere || row(at) == after)
            continue;
        replace(at, after);
        changed.push_back(at);
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    if (!changed.empty())
        ++m_revision;
    return changed;
}

void LetterTable::clear()
{
    const QVector<FailureClass> classes = m_classes;
    const quint64 revision = m_revision;
    *this = LetterTable();
    m_classes = classes;
    m_revision = revision + 1;
}

LetterTable::RowIndex LetterTable::rowOf(LetterNumber number) const
{
    if (m_isDense)
        return number >= 0 && number < LetterNumber(count()) ? RowIndex(number) : nowhere;
    return m_rowOf.value(number, nowhere);
}

/// Numbers usually are the rows; only where they are not, they are worth sixteen bytes and more a row.
void LetterTable::keepNumber(LetterNumber number)
{
    if (m_isDense && number == LetterNumber(count()))
        return;
    if (m_isDense) {
        for (std::size_t row = 0; row < count(); ++row) {
            m_numbers.append(LetterNumber(row));
            m_rowOf.insert(LetterNumber(row), RowIndex(row));
        }
        m_isDense = false;
    }
    m_numbers.append(number);
    m_rowOf.insert(number, RowIndex(count()));
}

void LetterTable::add(const DeadLetterRow &row)
{
    keepNumber(row.number);
    m_share.append(shareFor(row));
    ++m_shareRows[m_share[m_share.size() - 1]];
    m_key.append(intern(LetterText::Key, row.key));
    m_error.append(internError(row.error));
    m_ids.append(row.id.isEmpty() ? nullptr : m_idTexts.add(row.id.text()));
    for (int column = 0; column < letterTimeCount; ++column)
        m_times[std::size_t(column)].append(millisOf(timeOf(row, LetterTime(column))));
    m_deliveries.append(row.deliveries);
    m_redrives.append(row.redrives);
    m_status.append(row.httpStatus);
    m_digests.append(digestOf(row));
    m_size.append(row.size);
}

void LetterTable::replace(RowIndex at, const DeadLetterRow &row)
{
    --m_shareRows[m_share[at]];
    m_share[at] = shareFor(row);
    ++m_shareRows[m_share[at]];
    m_key[at] = intern(LetterText::Key, row.key);
    m_error[at] = internError(row.error);
    if (idText(at).toString() != row.id.text())
        m_ids[at] = row.id.isEmpty() ? nullptr : m_idTexts.add(row.id.text());
    for (int column = 0; column < letterTimeCount; ++column)
        m_times[std::size_t(column)][at] = millisOf(timeOf(row, LetterTime(column)));
    m_deliveries[at] = row.deliveries;
    m_redrives[at] = row.redrives;
    m_status[at] = row.httpStatus;
    m_digests[at] = digestOf(row);
    m_size[at] = row.size;
}

quint32 LetterTable::shareFor(const DeadLetterRow &row)
{
    Share share;
    share.texts = {intern(LetterText::Class, row.failureClass), intern(LetterText::Version, row.version),   intern(LetterText::Handler, row.handlerVersion),
                   intern(LetterText::Queue, row.originQueue),  intern(LetterText::ContentType, row.contentType), intern(LetterText::KeyPlace, row.keyPlace),
                   intern(LetterText::VersionPlace, row.versionPlace)};
    const auto known = m_shareOf.constFind(share);
    if (known != m_shareOf.constEnd())
        return *known;
    const auto number = quint32(m_shares.size());
    m_shares.push_back(share);
    m_shareRows.push_back(0);
    m_shareOf.insert(share, number);
    return number;
}

TextId LetterTable::internError(const QString &text)
{
    const TextId id = intern(LetterText::Error, text);
    if (m_foldedOf.size() == 0)
        m_foldedOf.append(0);
    if (id >= m_foldedOf.size())
        m_foldedOf.append(m_folded.intern(holdwatch::foldedError(text)));
    return id;
}

TextId LetterTable::textId(LetterText column, RowIndex row) const
{
    if (column == LetterText::Key)
        return m_key[row];
    return column == LetterText::Error ? m_error[row] : sharedText(column, m_share[row]);
}

std::optional<UtcTime> LetterTable::timeAt(LetterTime column, RowIndex row) const
{
    const qint64 millis = time(column, row);
    return millis == noTime ? std::nullopt : std::optional(fromEpochMillis(millis));
}

DeadLetterRow LetterTable::row(RowIndex at) const
{
    const auto textOf = [&](LetterText column) { return text(column, textId(column, at)).toString(); };
    DeadLetterRow row;
    row.number = numberAt(at);
    row.id = MessageId(idText(at).toString());
    row.key = textOf(LetterText::Key);
    row.keyPlace = textOf(LetterText::KeyPlace);
    row.version = textOf(LetterText::Version);
    row.versionPlace = textOf(LetterText::VersionPlace);
    row.handlerVersion = textOf(LetterText::Handler);
    row.failureClass = textOf(LetterText::Class);
    row.originQueue = textOf(LetterText::Queue);
    row.error = textOf(LetterText::Error);
    row.contentType = textOf(LetterText::ContentType);
    row.size = size(at);
    row.deliveries = deliveries(at);
    row.httpStatus = status(at);
    row.publishedAt = timeAt(LetterTime::Published, at);
    row.diedAt = timeAt(LetterTime::Died, at);
    row.expiresAt = timeAt(LetterTime::Expires, at);
    row.firstSeenAt = timeAt(LetterTime::FirstSeen, at);
    row.redrives = redrives(at);
    const Digest &digest = m_digests[at];
    if (std::any_of(digest.begin(), digest.end(), [](char byte) { return byte != 0; }))
        row.digest = QByteArray(digest.data(), qsizetype(digest.size()));
    return row;
}

QStringList LetterTable::valuesOf(LetterText column, const QString &typed, qsizetype most) const
{
    QHash<TextId, quint32> rows;
    for (std::size_t share = 0; share < m_shares.size(); ++share)
        rows[m_shares[share].texts[std::size_t(column)]] += m_shareRows[share];
    struct Value
    {
        QString text;
        quint32 rows;
        bool begins;
    };
    std::vector<Value> values;
    for (auto it = rows.cbegin(); it != rows.cend(); ++it) {
        const QString value = text(column, it.key()).toString();
        if (it.value() > 0 && !value.isEmpty() && value.contains(typed, Qt::CaseInsensitive))
            values.push_back({value, it.value(), value.startsWith(typed, Qt::CaseInsensitive)});
    }
    std::sort(values.begin(), values.end(), [](const Value &a, const Value &b) {
        return a.begins != b.begins ? a.begins : a.rows != b.rows ? a.rows > b.rows : a.text < b.text;
    });
    QStringList texts;
    for (std::size_t i = 0; i < values.size() && texts.size() < most; ++i)
        texts.append(values[i].text);
    return texts;
}

} // namespace holdwatch
