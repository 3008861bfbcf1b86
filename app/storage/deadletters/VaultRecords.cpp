// SPDX-License-Identifier: GPL-3.0-or-later
// What the vault remembers of letters beyond their bytes.
#include "app/storage/deadletters/LetterStore.h"
#include "app/storage/deadletters/RecordBook.h"
#include "app/storage/deadletters/VaultWorker.h"

#include <utility>

namespace holdwatch::storage {

Result<void> VaultWorker::recordReveal(const QueueId &deadSet, LetterNumber number, const QString &field, const QString &who)
{
    const auto found = number == everyLetter ? Result<LetterWithRow>(LetterWithRow()) : letter(deadSet, number);
    if (!found || !isUsable())
        return found ? failure(Error::Kind::Storage, m_problem) : failure(found.error());
    const auto id = m_store->deadSetId(deadSet);
    return id ? m_record->addReveal(*id, found->row, field, who, m_clock.now()) : failure(id.error());
}

void VaultWorker::setPolicy(const PayloadPolicy &policy)
{
    m_options.keepsPayloads = policy.isKept && !m_options.isGuest;
    m_options.erasesKept = !policy.isKept;
    m_options.keepFor = policy.keepFor;
    for (const std::shared_ptr<Open> &open : std::as_const(m_open)) {
        if (!policy.isKept)
            open->onDisk.reset();
    }
    expire();
}

Result<void> VaultWorker::resolve(const QueueId &deadSet, LetterNumber number, const QString &resolution, bool isRedrive)
{
    const auto found = letter(deadSet, number);
    if (!found || !isUsable())
        return found ? failure(Error::Kind::Storage, m_problem) : failure(found.error());
    const auto id = m_store->deadSetId(deadSet);
    return id ? m_record->resolve(*id, found->row, resolution, isRedrive, m_clock.now()) : failure(id.error());
}

Result<QVector<KeySighting>> VaultWorker::follow(const QString &key)
{
    return isUsable() ? m_record->follow(key) : failure(Error::Kind::Storage, m_problem);
}

int VaultWorker::looks(const QueueId &deadSet)
{
    const auto id = isUsable() ? m_store->deadSetId(deadSet) : Result<qint64>(failure(Error()));
    return m_looks.value(deadSet) + (id ? m_record->looks(*id).value_or(0) : 0);
}

QVector<Expiries> VaultWorker::expiries(Millis within)
{
    const UtcTime now = m_clock.now();
    return isUsable() ? m_record->expiries(now, now + within).value_or(QVector<Expiries>()) : QVector<Expiries>();
}

} // namespace holdwatch::storage
