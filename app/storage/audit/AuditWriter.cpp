// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditWriter.h"

#include <QFileInfo>

namespace holdwatch::storage {

AuditWriter::AuditWriter(QString file, const Clock &clock) : m_file(std::move(file)), m_clock(clock) {}

AuditWriter::~AuditWriter() = default;

void AuditWriter::start()
{
    if (!QFileInfo::exists(m_file))
        return;
    if (auto done = open(); !done)
        say(toSentence(done.error()));
    else if (m_store->head().number > 0)
        emit grew(m_store->head());
}

void AuditWriter::stop()
{
    m_store.reset();
}

Result<void> AuditWriter::open()
{
    if (m_store)
        return {};
    auto store = AuditStore::open(m_file);
    if (!store)
        return failure(store.error());
    m_store = *std::move(store);
    return {};
}

Result<QVector<AuditEntry>> AuditWriter::append(const QVector<AuditDraft> &drafts)
{
    if (auto done = open(); !done) {
        say(toSentence(done.error()));
        return failure(done.error());
    }
    const AuditHead before = m_store->head();
    auto written = m_store->append(drafts, m_clock.now(), m_signer);
    if (!written && written.error().kind == Error::Kind::Storage)
        say(toSentence(written.error()));
    if (written)
        say({});
    if (m_store->head() != before)
        emit grew(m_store->head());
    return written;
}

void AuditWriter::say(const QString &problem)
{
    if (m_problem == problem)
        return;
    m_problem = problem;
    emit problemChanged(problem);
}

} // namespace holdwatch::storage
