// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/connections/Typing.h"
#include "tests/support/RabbitBroker.h"
#include "tests/support/Servers.h"
#include "tests/support/practice/RunningPractice.h"
#include "tests/support/secrets/RealKeyring.h"

using namespace holdwatch;
using namespace holdwatch::test;
using State = ConnectionStatus::State;

/// Somebody new connects the program to two servers with nothing but its window, and finds both again at
/// the next start: the keys came from a real keychain.
class TestByWindow : public QObject
{
    Q_OBJECT

    RealKeyring m_keyring;
    RabbitBroker m_broker;
    std::unique_ptr<RunningPractice> m_practice;
    QTemporaryDir m_profile;
    std::unique_ptr<Program> m_program;

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RealKeyring::missing());
        HOLDWATCH_NEED_SERVER(RabbitBroker::missing());
        qunsetenv("INFRAI_API_KEY");
        // The broker first: Erlang does not like the home that the keyring is given.
        QVERIFY2(m_broker.start(), qPrintable(m_broker.problem()));
        QVERIFY2(m_keyring.startBus() && m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
        QVERIFY(m_broker.declareQueue(QStringLiteral("/"), QStringLiteral("orders")));
        m_practice = std::make_unique<RunningPractice>();
        QVERIFY2(m_practice->isRunning(), qPrintable(m_practice->error()));
        m_practice->withEngine([](practice::QueueEngine &engine) {
            practice::QueueSettings holds;
            holds.name = QStringLiteral("holds");
            QVERIFY(engine.createQueue(holds));
        });
        m_program = std::make_unique<Program>(m_profile.path());
    }

    void connectsToAPracticeServerWithItsOwnAuthority()
    {
        const practice::PracticeAccess access = m_practice->access();
        Typed typed{QStringLiteral("infrai"), QStringLiteral("Elsewhere"), access.url.toString(), {}, QString::fromLatin1(access.key.expose()), access.caFile, QStringLiteral("development")};
        m_program->add(typed);
        QCOMPARE(typed.problem, QString());
        QVERIFY2(!typed.testText.contains(QStringLiteral("failed")), qPrintable(typed.testText));
        QVERIFY2(typed.testText.contains(QStringLiteral("holds: depth 0")), qPrintable(typed.testText));
        QTRY_VERIFY_WITH_TIMEOUT(m_program->queues.contains(QStringLiteral("Elsewhere/holds")), patience);
    }

    void connectsToARabbitWithTls()
    {
        Typed typed{QStringLiteral("rabbitmq"), QStringLiteral("Rabbit"), m_broker.url().toString(), QString::fromLatin1(m_broker.user()), QString::fromLatin1(m_broker.password()),
                    m_broker.caFile(), QStringLiteral("production")};
        m_program->add(typed);
        QCOMPARE(typed.problem, QString());
        QVERIFY2(typed.testText.contains(QStringLiteral("RabbitMQ 3.")), qPrintable(typed.testText));
        QVERIFY2(typed.testText.contains(QStringLiteral("Redrive: yes. Its user has permission to write in /.")), qPrintable(typed.testText));
        QTRY_VERIFY_WITH_TIMEOUT(m_program->queues.contains(QStringLiteral("Rabbit/orders")), patience);
        QCOMPARE(m_program->states.value(QStringLiteral("Rabbit")).environment, Environment::Production);
    }

    void aWrongPasswordIsSaidAtItsStep()
    {
        Typed typed{QStringLiteral("rabbitmq"), QStringLiteral("Wrong"), m_broker.url().toString(), QString::fromLatin1(m_broker.user()), QStringLiteral("hw_canary_wrong"),
                    m_broker.caFile(), QStringLiteral("production")};
        typed.thisRunOnly = true;
        m_program->add(typed);
        QVERIFY2(typed.testText.contains(QStringLiteral("Key: failed")), qPrintable(typed.testText));
        QTRY_COMPARE_WITH_TIMEOUT(m_program->states.value(QStringLiteral("Wrong")).state, State::Unauthorized, patience);
        QVERIFY(!m_program->states.value(QStringLiteral("Wrong")).nextAttempt); // it asks a person, not the server again
    }

    void findsBothAgainAtTheNextStart()
    {
        m_program.reset();
        m_program = std::make_unique<Program>(m_profile.path());
        QTRY_COMPARE_WITH_TIMEOUT(m_program->states.value(QStringLiteral("Elsewhere")).state, State::Ok, patience);
        QTRY_COMPARE_WITH_TIMEOUT(m_program->states.value(QStringLiteral("Rabbit")).state, State::Ok, patience);
        QTRY_COMPARE_WITH_TIMEOUT(m_program->states.value(QStringLiteral("Wrong")).state, State::Unauthorized, patience);
        QVERIFY(m_program->states.value(QStringLiteral("Wrong")).text.contains(QStringLiteral("No key is known")));
    }

    void cleanupTestCase() { m_program.reset(); }
};

QTEST_MAIN(TestByWindow)
#include "TestByWindow.moc"
