// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Session.h"
#include "tests/support/RabbitBroker.h"
#include "tests/support/Servers.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using bootstrap::Session;

namespace {

constexpr int patience = 120'000; // ms; a machine that builds something else beside it is slow

} // namespace

/// Everything behind the window, with the practice queue and a real broker side by side.
class TestBesidePractice : public QObject
{
    Q_OBJECT

    QByteArray configuration() const
    {
        const QJsonObject practice{{QStringLiteral("name"), QStringLiteral("Playground")}, {QStringLiteral("provider"), QStringLiteral("practice")}};
        const QJsonObject shop{{QStringLiteral("name"), QStringLiteral("Shop")},
                               {QStringLiteral("provider"), QStringLiteral("rabbitmq")},
                               {QStringLiteral("url"), m_broker.url().toString()},
                               {QStringLiteral("user"), QString::fromLatin1(m_broker.user())},
                               {QStringLiteral("key_env"), QStringLiteral("HOLDWATCH_TEST_SHOP")},
                               {QStringLiteral("ca_file"), m_broker.caFile()},
                               {QStringLiteral("proxy"), QStringLiteral("none")},
                               {QStringLiteral("poll_interval"), QStringLiteral("1s")}};
        return QJsonDocument(QJsonObject{{QStringLiteral("schema"), 1}, {QStringLiteral("connections"), QJsonArray{practice, shop}}}).toJson();
    }

    Verdict verdictOf(const QString &connection, const QString &queue) const
    {
        return m_latest.value(connection + QLatin1Char('/') + queue).assessment.verdict;
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        QVERIFY(m_broker.declareQueue(QStringLiteral("/"), QStringLiteral("orders")));
        QVERIFY(m_broker.publish(QStringLiteral("/"), QStringLiteral("orders"), "{}", QDateTime::currentSecsSinceEpoch()));
        qputenv("HOLDWATCH_TEST_SHOP", m_broker.password());
        QFile file(m_profile.filePath(QStringLiteral("connections.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(configuration());
        file.close();

        auto session = Session::open(m_profile.path());
        QVERIFY2(session, session ? "" : qPrintable(toSentence(session.error())));
        m_session = std::move(*session);
        QVERIFY2(m_session->problems().isEmpty(), qPrintable(m_session->problems().join(QLatin1Char('\n'))));
        connect(&m_session->monitor(), &MonitorPort::statusesChanged, this, [this](const QVector<QueueStatus> &changed) {
            for (const QueueStatus &status : changed)
                m_latest.insert(status.connectionName + QLatin1Char('/') + status.queue.id.name, status);
        });
        connect(&m_session->monitor(), &MonitorPort::connectionChanged, this, [this](const ConnectionStatus &status) { m_states.insert(status.name, status.state); });
        m_session->start();
    }

    void bothAreWatched()
    {
        QTRY_COMPARE_WITH_TIMEOUT(verdictOf(QStringLiteral("Shop"), QStringLiteral("orders")), Verdict::Healthy, patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_latest.contains(QStringLiteral("Playground/reservation-expiry")), patience);
        QCOMPARE(m_latest[QStringLiteral("Shop/orders")].sample.depth.optional(), std::optional<qint64>(m_broker.countsByCtl(QStringLiteral("/")).value(QStringLiteral("orders"))));
    }

    void aBrokerThatIsDownIsStaleNotGreen()
    {
        m_broker.stop();
        QTRY_COMPARE_WITH_TIMEOUT(m_states.value(QStringLiteral("Shop")), ConnectionStatus::State::Unreachable, patience);
        QTRY_COMPARE_WITH_TIMEOUT(verdictOf(QStringLiteral("Shop"), QStringLiteral("orders")), Verdict::Stale, patience);
        // Three more polls of the other connection: it goes on, and the dead one stays stale.
        const UtcTime before = m_latest[QStringLiteral("Playground/reservation-expiry")].sample.takenAt;
        QTRY_VERIFY_WITH_TIMEOUT(m_latest[QStringLiteral("Playground/reservation-expiry")].sample.takenAt > before + Seconds(5), patience);
        QCOMPARE(verdictOf(QStringLiteral("Shop"), QStringLiteral("orders")), Verdict::Stale);
        QVERIFY(m_latest[QStringLiteral("Shop/orders")].sample.depth.has()); // the last known value is still there
    }

    void andComesBackWhenItReturns()
    {
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        m_session->monitor().requestRefresh();
        QTRY_COMPARE_WITH_TIMEOUT(verdictOf(QStringLiteral("Shop"), QStringLiteral("orders")), Verdict::Healthy, patience);
        QTRY_COMPARE_WITH_TIMEOUT(m_states.value(QStringLiteral("Shop")), ConnectionStatus::State::Ok, patience);
    }

    void cleanupTestCase() { m_session.reset(); }

private:
    RabbitBroker m_broker;
    QTemporaryDir m_profile;
    std::unique_ptr<Session> m_session;
    QHash<QString, QueueStatus> m_latest;
    QHash<QString, ConnectionStatus::State> m_states;
};

QTEST_GUILESS_MAIN(TestBesidePractice)
#include "TestBesidePractice.moc"
