// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RedriveService that tells of the record: reports, the chain, exports.
#include "app/operations/redrive/RedriveService.h"

#include "app/operations/redrive/RedriveReport.h"
#include "app/printing/Pdf.h"
#include "app/signing/SigningKey.h"
#include "app/storage/DurableFile.h"
#include "app/storage/audit/AuditVerify.h"

#include <QCryptographicHash>
#include <QThreadPool>

namespace holdwatch::operations {

void RedriveService::report(const PlanId &plan, ReportFormat format, const QString &path, QObject *context, Done<void> done)
{
    const auto found = known(plan);
    if (!found)
        return done(failure(found.error()));
    const auto question = [plan](RedriveWorker &worker, Answer<QVector<AuditEntry>> answer) { answer(worker.entriesOf(plan)); };
    ask<QVector<AuditEntry>>(context, question, [this, about = *found, format, path, context = QPointer<QObject>(context), done](const Result<QVector<AuditEntry>> &entries) {
        if (!context)
            return;
        if (!entries)
            return done(failure(entries.error()));
        const ReportMatter matter{recordOf(*about), about->items, *entries, m_parts.clock.now()};
        if (format == ReportFormat::Pdf && !printing::hasFonts())
            return done(failure(Error::Kind::Unsupported, QStringLiteral("A PDF needs the fonts of a desktop, which this run has not loaded."), QStringLiteral("Write HTML instead.")));
        const QByteArray bytes = format == ReportFormat::Json ? reportJson(matter)
                                 : format == ReportFormat::Html ? reportHtml(matter) : printing::pdfOf(QString::fromUtf8(reportHtml(matter)), QStringLiteral("Redrive of %1").arg(matter.record.plan.deadSet));
        if (const auto written = storage::writeDurably(path, bytes); !written)
            return done(written);
        const QString word = format == ReportFormat::Json ? QStringLiteral("json") : format == ReportFormat::Html ? QStringLiteral("html") : QStringLiteral("pdf");
        write({RunRecord(about->plan.plan().id, whoActs()).reportWritten(word, QCryptographicHash::hash(bytes, QCryptographicHash::Sha256))}, context.data(), done);
    });
}

void RedriveService::fetchAudit(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done)
{
    ask<QVector<AuditEntry>>(context, [before, count](RedriveWorker &worker, Answer<QVector<AuditEntry>> answer) { answer(worker.newest(before, count)); }, std::move(done));
}

template<typename T>
void RedriveService::aside(QObject *context, std::function<Result<T>()> work, Done<T> done)
{
    const auto answer = [this, guard = QPointer<QObject>(context), done](Result<T> given) {
        if (guard)
            done(given);
    };
    // A thread of its own: a long record must not hold up a run that writes to it.
    QThreadPool::globalInstance()->start([self = QPointer<RedriveService>(this), work, answer] {
        Result<T> given = work();
        QMetaObject::invokeMethod(qApp, [self, answer, given = std::move(given)] {
            if (self)
                answer(given);
        }, Qt::QueuedConnection);
    });
}

void RedriveService::verifyAudit(QObject *context, Done<AuditCheck> done)
{
    aside<AuditCheck>(context, [file = m_auditFile] { return storage::verifyAudit(file, std::nullopt, signing::verify); }, std::move(done));
}

void RedriveService::exportAudit(const QString &path, QObject *context, Done<qint64> done)
{
    aside<qint64>(context, [file = m_auditFile, path] { return storage::exportAudit(file, path); }, std::move(done));
}

} // namespace holdwatch::operations
