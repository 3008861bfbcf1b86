// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"

#include <QCoroSignal>
#include <QMutex>
#include <QMutexLocker>
#include <QStringList>

#include <memory>

namespace holdwatch::test {

/// What fake systems do and what was asked of them. Shared with the thread that reads.
class ReaderScript
{
public:
    struct Set
    {
        LookTerms terms;
        QVector<DeadLetter> letters;
        QVector<DeadLetter> wholes; ///< by number of the letter; fewer: gone
        int looksAPage = 0;
        int hangsAtPage = -1;
        bool isWhole = true;
        std::optional<Error> failsAtSecondPage;
    };

    void put(const QString &deadSet, const Set &set)
    {
        const QMutexLocker lock(&m_mutex);
        m_sets[deadSet] = set;
    }
    Set at(const QString &deadSet) const
    {
        const QMutexLocker lock(&m_mutex);
        return m_sets.value(deadSet);
    }
    void note(const QString &what)
    {
        const QMutexLocker lock(&m_mutex);
        m_asked << what;
    }
    QStringList asked() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_asked;
    }

private:
    mutable QMutex m_mutex;
    QHash<QString, Set> m_sets;
    QStringList m_asked;
};

class FakeLetterProvider final : public QObject, public providers::Provider, public providers::DeadLetterReader
{
    Q_OBJECT
public:
    explicit FakeLetterProvider(std::shared_ptr<ReaderScript> script) : m_script(std::move(script)) {}

    providers::Description describe() const override { return {}; }
    providers::Metrics *metrics() override { return nullptr; }
    providers::DeadLetterReader *deadLetterReader() override { return this; }
    void cancelAll() override { emit cancelled(); }

    QCoro::Task<Result<LookTerms>> terms(WatchedQueue deadSet) override
    {
        m_script->note(QStringLiteral("terms ") + deadSet.id.name);
        co_return m_script->at(deadSet.id.name).terms;
    }
    QCoro::Task<Result<providers::DeadLetterPage>> page(WatchedQueue deadSet, QByteArray cursor, int limit, bool override) override
    {
        const ReaderScript::Set set = m_script->at(deadSet.id.name);
        const int from = cursor.toInt();
        const int number = m_pages++;
        m_script->note(QStringLiteral("page %1 %2%3").arg(deadSet.id.name).arg(number).arg(override ? QStringLiteral(" override") : QString()));
        if (number == set.hangsAtPage) {
            co_await qCoro(this, &FakeLetterProvider::cancelled);
            co_return failure(Error::Kind::Cancelled, QStringLiteral("Cancelled."));
        }
        if (from > 0 && set.failsAtSecondPage)
            co_return failure(*set.failsAtSecondPage);
        providers::DeadLetterPage page;
        page.letters = set.letters.mid(from, limit);
        page.total = set.letters.size();
        page.totalIsApproximate = false;
        page.looks = set.looksAPage;
        const qsizetype to = from + page.letters.size();
        if (to < set.letters.size())
            page.next = QByteArray::number(to);
        page.isWhole = set.isWhole && page.next.isEmpty();
        co_return page;
    }
    QCoro::Task<Result<DeadLetter>> whole(WatchedQueue deadSet, DeadLetter part) override
    {
        m_script->note(QStringLiteral("whole ") + part.id.text());
        for (const DeadLetter &each : m_script->at(deadSet.id.name).wholes) {
            if (each.id == part.id)
                co_return each;
        }
        co_return failure(Error::Kind::NotFound, QStringLiteral("The message has gone meanwhile."));
    }
    QCoro::Task<Result<void>> release(WatchedQueue deadSet) override
    {
        m_script->note(QStringLiteral("release ") + deadSet.id.name);
        m_pages = 0;
        co_return Result<void>();
    }

signals:
    void cancelled();

private:
    std::shared_ptr<ReaderScript> m_script;
    int m_pages = 0;
};

} // namespace holdwatch::test
