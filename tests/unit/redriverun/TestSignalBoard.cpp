// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/redrive/SignalBoard.h"

#include <QTest>

using namespace holdwatch;
using operations::SignalBoard;

class TestSignalBoard : public QObject
{
    Q_OBJECT

    const ConnectionId m_shop{QStringLiteral("shop")};
    const UtcTime m_now = fromEpochMillis(1'796'000'000'000);

    QueueStatus status(const char *name, Verdict verdict, UtcTime takenAt = {}) const
    {
        QueueStatus status;
        status.queue.id = {m_shop, QString::fromLatin1(name)};
        status.assessment.verdict = verdict;
        status.sample.takenAt = takenAt;
        return status;
    }
    RunSignals seen(const SignalBoard &board, const QStringList &targets) const { return board.signalsOf(m_shop, QStringLiteral("dead"), targets, m_now); }

private slots:
    void aQueueThatIsListedButNotReadHasNoSignal()
    {
        SignalBoard board;
        board.take(QVector<QueueStatus>{status("orders", Verdict::Stale)});
        QVERIFY(!seen(board, {QStringLiteral("orders")}).target);
        QVERIFY(!seen(board, {QStringLiteral("orders")}).targetSampledAt);
        QVERIFY(!board.hasFresh({m_shop, QStringLiteral("orders")}));
    }

    void oneThatIsNotReadSpoilsTheWhole()
    {
        SignalBoard board;
        board.take(QVector<QueueStatus>{status("orders", Verdict::Healthy, m_now), status("holds", Verdict::Stale)});
        QCOMPARE(seen(board, {QStringLiteral("orders")}).target, std::optional(Verdict::Healthy));
        QVERIFY(!seen(board, {QStringLiteral("orders"), QStringLiteral("holds")}).target);
    }

    void whatWasReadLongAgoIsASignalButNotFresh()
    {
        SignalBoard board;
        board.take(QVector<QueueStatus>{status("orders", Verdict::Stale, m_now - std::chrono::hours(1))});
        QCOMPARE(seen(board, {QStringLiteral("orders")}).targetSampledAt, std::optional(m_now - std::chrono::hours(1)));
        QVERIFY(!board.hasFresh({m_shop, QStringLiteral("orders")}));
        board.take(QVector<QueueStatus>{status("orders", Verdict::Watch, m_now)});
        QVERIFY(board.hasFresh({m_shop, QStringLiteral("orders")}));
    }
};

QTEST_GUILESS_MAIN(TestSignalBoard)
#include "TestSignalBoard.moc"
