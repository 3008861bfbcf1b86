// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Hardening.h"
#include "app/bootstrap/LogLevels.h"
#include "tests/e2e/connections/Typing.h"
#include "tests/support/ScriptedServer.h"
#include "tests/support/Servers.h"
#include "tests/support/secrets/RealKeyring.h"

#include <QDirIterator>
#include <QLoggingCategory>

using namespace holdwatch;
using namespace holdwatch::test;
using State = ConnectionStatus::State;

namespace {

const QByteArray canary("ifr_canary/7c1e+Q90");

QList<QByteArray> formsOfCanary()
{
    return {canary, canary.toPercentEncoding(), canary.toBase64(), canary.toBase64(QByteArray::Base64UrlEncoding), canary.toHex()};
}

QByteArray formIn(const QByteArray &text)
{
    for (const QByteArray &form : formsOfCanary()) {
        if (text.contains(form))
            return form;
    }
    return {};
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Whatever a person, a screen reader or a screenshot could get to see.
QByteArray everythingShown()
{
    QByteArray text;
    for (const QWidget *widget : QApplication::allWidgets()) {
        text += (widget->windowTitle() + widget->toolTip() + widget->accessibleName() + widget->accessibleDescription()).toUtf8() + '\n';
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            text += label->text().toUtf8() + '\n';
        if (const auto *edit = qobject_cast<const QLineEdit *>(widget))
            text += edit->displayText().toUtf8() + '\n';
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            text += button->text().toUtf8() + '\n';
    }
    return text;
}

} // namespace

/// One key, typed into the dialog, kept in a real keychain, used against a server that does its worst to
/// get hold of it or to have it repeated. It is looked for everywhere else.
class TestCanary : public QObject
{
    Q_OBJECT

    RealKeyring m_keyring;
    TestAuthority m_authority;
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<ScriptedServer> m_elsewhere;
    QTemporaryDir m_profile;
    QTemporaryDir m_files;
    std::unique_ptr<Program> m_program;

    const ConnectionStatus &status() const
    {
        static ConnectionStatus none;
        const auto found = m_program->states.constFind(QStringLiteral("Shop"));
        return found == m_program->states.cend() ? none : *found;
    }
    void askAgain()
    {
        m_server->clear();
        m_program->session->connections().retry(ConnectionId(QStringLiteral("shop")));
        QTRY_VERIFY_WITH_TIMEOUT(!m_server->requests().isEmpty(), patience);
    }

private slots:
    void initTestCase()
    {
        HOLDWATCH_NEED_SERVER(RealKeyring::missing());
        qunsetenv("INFRAI_API_KEY");
        bootstrap::hardenProcess();
        QLoggingCategory::setFilterRules(QStringLiteral("*=true"));
        QVERIFY2(m_keyring.startBus() && m_keyring.startUnlocked(), qPrintable(m_keyring.problem()));
        m_server = std::make_unique<ScriptedServer>(m_authority.issue());
        m_elsewhere = std::make_unique<ScriptedServer>(m_authority.issue());
        m_server->setHandler([](const SeenRequest &) { return play::json("{\"ok\":true,\"data\":{\"queues\":[]}}"); });
        QFile ca(m_files.filePath(QStringLiteral("ca.pem")));
        QVERIFY(ca.open(QIODevice::WriteOnly));
        ca.write(m_authority.pem());
        ca.close();
        m_program = std::make_unique<Program>(m_profile.path());
        Typed typed{QStringLiteral("infrai"), QStringLiteral("Shop"), m_server->url().toString(), {}, QString::fromLatin1(canary), ca.fileName(), QStringLiteral("production")};
        m_program->add(typed);
        QCOMPARE(typed.problem, QString());
        QVERIFY2(formIn(typed.testText.toUtf8()).isEmpty(), qPrintable(typed.testText));
    }

    void goesToItsServerInItsHeaderAlone()
    {
        askAgain();
        // Discovery is asked without a key.
        const auto wasSent = [this] {
            const auto &all = m_server->requests();
            return std::any_of(all.cbegin(), all.cend(), [](const SeenRequest &request) { return request.headers.value("authorization") == "Bearer " + canary; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(wasSent(), patience);
        for (SeenRequest request : m_server->requests()) {
            request.raw.replace("Bearer " + canary, "");
            QVERIFY2(formIn(request.raw).isEmpty(), request.raw.constData());
        }
    }

    void isNotCarriedAlongARedirect()
    {
        m_server->setHandler([this](const SeenRequest &) { return play::redirect(m_elsewhere->url(QStringLiteral("/v1/queue/list")), 307); });
        askAgain();
        QTRY_VERIFY_WITH_TIMEOUT(status().state != State::Ok && status().state != State::Connecting, patience);
        QCOMPARE(m_elsewhere->bytesReceived(), QByteArray());
        QVERIFY(formIn(status().text.toUtf8()).isEmpty());
    }

    void isNotRepeatedWhenTheServerRepeatsIt()
    {
        m_server->setHandler([](const SeenRequest &request) {
            return play::answer(401, "{\"ok\":false,\"error\":{\"code\":\"BAD_KEY\",\"message\":\"" + request.headers.value("authorization") + " is not valid\"}}",
                                {{"WWW-Authenticate", request.headers.value("authorization")}});
        });
        askAgain();
        QTRY_COMPARE_WITH_TIMEOUT(status().state, State::Unauthorized, patience);
        QVERIFY2(formIn(status().text.toUtf8()).isEmpty(), qPrintable(status().text));
    }

    void isNotSentToAServerWhoseCertificateChanged()
    {
        const TestAuthority stranger;
        const QUrl before = m_server->url();
        m_server.reset();
        m_server = std::make_unique<ScriptedServer>(stranger.issue());
        ConnectionDraft draft;
        draft.config = m_program->session->connections().connections().first();
        draft.config.baseUrl = m_server->url();
        draft.readKey.what = KeyChange::What::UseKeychain;
        draft.readKey.key = Secret(canary);
        bool saved = false;
        m_program->session->connections().save(std::move(draft), this, [&](const Result<ConnectionId> &answer) { saved = answer.has_value(); });
        QTRY_VERIFY_WITH_TIMEOUT(saved, patience);
        QTRY_VERIFY_WITH_TIMEOUT(status().state == State::Unreachable && m_server->connections() > 0, patience);
        QVERIFY(m_server->bytesReceived().isEmpty());
        QVERIFY(m_server->url() != before);
    }

    void standsNowhereOnTheScreen()
    {
        for (const char *page : {"overview", "queue", "alerts", "connections", "practice"})
            m_program->window.openPage(QLatin1String(page));
        const QByteArray shown = everythingShown();
        QVERIFY(shown.contains("Shop"));
        QVERIFY2(formIn(shown).isEmpty(), formIn(shown).constData());
    }

    void standsInNoFileAndNotInTheCommandLine()
    {
        m_program.reset();
        bool sawLog = false;
        for (const QString &folder : {m_profile.path(), m_keyring.home()}) {
            for (QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
                const QString path = files.next();
                const QByteArray content = contentOf(path);
                sawLog = sawLog || (path.contains(QStringLiteral("/log/")) && content.contains("holdwatch.net"));
                QVERIFY2(formIn(content).isEmpty(), qPrintable(path));
            }
        }
        QVERIFY(sawLog); // it was loud, or its silence would prove nothing
        QVERIFY(formIn(contentOf(QStringLiteral("/proc/self/cmdline"))).isEmpty());
        QVERIFY(formIn(contentOf(QStringLiteral("/proc/self/environ"))).isEmpty());
    }

    void leavesNoCoreBehind()
    {
        const QList<QByteArray> limits = contentOf(QStringLiteral("/proc/self/limits")).split('\n');
        const auto core = std::find_if(limits.cbegin(), limits.cend(), [](const QByteArray &line) { return line.startsWith("Max core file size"); });
        QVERIFY(core != limits.cend());
        QCOMPARE(core->simplified().split(' ').mid(4, 2), (QList<QByteArray>{"0", "0"}));
    }

    void cleanupTestCase() { m_program.reset(); }
};

QTEST_MAIN(TestCanary)
#include "TestCanary.moc"
