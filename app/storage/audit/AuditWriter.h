// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/audit/AuditStore.h"
#include "models/core/Time.h"

#include <QObject>

namespace holdwatch::storage {

/// The one store of a program, on its thread. Opens the file when it is needed, and again after it could not be opened.
class AuditWriter : public QObject
{
    Q_OBJECT
public:
    AuditWriter(QString file, const Clock &clock);
    ~AuditWriter() override;

    void start(); ///< looks what is there; makes nothing
    void stop();
    void setSigner(const AuditSigner &signer) { m_signer = signer; }
    Result<QVector<AuditEntry>> append(const QVector<AuditDraft> &drafts);

signals:
    void grew(const holdwatch::AuditHead &head);
    void problemChanged(const QString &problem);

private:
    Result<void> open();
    void say(const QString &problem);

    const QString m_file;
    const Clock &m_clock;
    AuditSigner m_signer;
    std::unique_ptr<AuditStore> m_store;
    QString m_problem;
};

} // namespace holdwatch::storage
