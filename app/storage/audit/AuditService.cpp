// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/audit/AuditService.h"

#include "app/storage/audit/AuditReading.h"
#include "app/storage/audit/AuditWriter.h"

#include <QPointer>

namespace holdwatch::storage {

namespace {

/// A record that has no entry yet has no file.
template<typename T>
Result<T> readFrom(const QString &file, const std::function<Result<T>(Database &)> &question)
{
    auto reading = AuditReading::open(file);
    if (!reading && reading.error().kind == Error::Kind::NotFound)
        return T{};
    if (!reading)
        return failure(reading.error());
    return question((*reading)->database());
}

Result<QVector<AuditEntry>> entriesOf(Database &database, const PlanId &plan)
{
    QVector<AuditEntry> entries;
    auto done = readEntries(database, plan, [&entries](const AuditEntry &entry) {
        entries.append(entry);
        return true;
    });
    if (!done)
        return failure(done.error());
    return entries;
}

AuditCheck checkOfNothing(const std::optional<AuditHead> &expected)
{
    return ChainCheck(expected).finish();
}

} // namespace

AuditService::AuditService(QString file, const Clock &clock, SignatureCheck signature, QObject *parent)
    : QObject(parent)
    , m_file(std::move(file))
    , m_signature(std::move(signature))
    , m_writer(std::make_unique<AuditWriter>(m_file, clock))
    , m_reader(std::make_unique<QObject>())
{
    m_writing.setObjectName(QStringLiteral("record"));
    m_reading.setObjectName(QStringLiteral("record reading"));
    m_writer->moveToThread(&m_writing);
    m_reader->moveToThread(&m_reading);
    connect(m_writer.get(), &AuditWriter::grew, this, [this](const AuditHead &head) {
        m_head = head;
        emit grew(head);
    });
    connect(m_writer.get(), &AuditWriter::problemChanged, this, [this](const QString &problem) {
        m_problem = problem;
        emit problemChanged(problem);
    });
    connect(&m_writing, &QThread::started, m_writer.get(), &AuditWriter::start);
    m_writing.start();
    m_reading.start();
}

AuditService::~AuditService()
{
    m_isStopping = true;
    m_reading.quit();
    m_reading.wait();
    QMetaObject::invokeMethod(m_writer.get(), &AuditWriter::stop, Qt::BlockingQueuedConnection);
    m_writing.quit();
    m_writing.wait();
}

template<typename T>
AuditService::Done<T> AuditService::answerHere(QObject *context, Done<T> done)
{
    // Lives on the asking thread and is deleted nowhere else, so it can be posted to without a look whether that still runs.
    auto *here = new QObject;
    return [here, guard = QPointer<QObject>(context), done = std::move(done)](Result<T> answer) {
        QMetaObject::invokeMethod(here, [here, guard, done, answer = std::move(answer)] {
            here->deleteLater();
            if (guard)
                done(answer);
        }, Qt::QueuedConnection);
    };
}

template<typename T, typename Question>
void AuditService::ask(QObject *context, Done<T> done, Question question)
{
    QMetaObject::invokeMethod(m_reader.get(), [answer = answerHere<T>(context, std::move(done)), question = std::move(question)] {
        answer(question());
    }, Qt::QueuedConnection);
}

void AuditService::setSigner(AuditSigner signer)
{
    QMetaObject::invokeMethod(m_writer.get(), [writer = m_writer.get(), signer = std::move(signer)] { writer->setSigner(signer); }, Qt::QueuedConnection);
}

void AuditService::append(const QVector<AuditDraft> &drafts, QObject *context, Done<QVector<AuditEntry>> done)
{
    QMetaObject::invokeMethod(m_writer.get(), [writer = m_writer.get(), drafts, answer = answerHere<QVector<AuditEntry>>(context, std::move(done))] {
        answer(writer->append(drafts));
    }, Qt::QueuedConnection);
}

Result<QVector<AuditEntry>> AuditService::appendNow(const QVector<AuditDraft> &drafts)
{
    Result<QVector<AuditEntry>> written;
    const auto type = QThread::currentThread() == &m_writing ? Qt::DirectConnection : Qt::BlockingQueuedConnection;
    QMetaObject::invokeMethod(m_writer.get(), [&] { written = m_writer->append(drafts); }, type);
    return written;
}

void AuditService::fetch(qint64 before, int count, QObject *context, Done<QVector<AuditEntry>> done)
{
    using Entries = QVector<AuditEntry>;
    ask<Entries>(context, std::move(done), [file = m_file, before, count] {
        return readFrom<Entries>(file, [&](Database &database) { return readNewest(database, before, count); });
    });
}

void AuditService::read(const PlanId &plan, QObject *context, Done<QVector<AuditEntry>> done)
{
    using Entries = QVector<AuditEntry>;
    ask<Entries>(context, std::move(done), [file = m_file, plan] {
        return readFrom<Entries>(file, [&](Database &database) { return entriesOf(database, plan); });
    });
}

void AuditService::verify(const std::optional<AuditHead> &expected, QObject *context, Done<AuditCheck> done)
{
    ask<AuditCheck>(context, std::move(done), [this, expected]() -> Result<AuditCheck> {
        auto check = verifyAudit(m_file, expected, m_signature, &m_isStopping);
        if (!check && check.error().kind == Error::Kind::NotFound)
            return checkOfNothing(expected);
        return check;
    });
}

void AuditService::exportTo(const QString &path, QObject *context, Done<qint64> done)
{
    ask<qint64>(context, std::move(done), [this, path] { return exportAudit(m_file, path, &m_isStopping); });
}

} // namespace holdwatch::storage
