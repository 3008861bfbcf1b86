// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/notices/CommandHook.h"
#include "app/operations/notices/Webhook.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace std::chrono_literals;
using operations::CommandHook;
using operations::Webhook;

namespace {

Notice approaching(const QString &queue = QStringLiteral("orders"))
{
    Notice notice;
    notice.alert.id = AlertId(QStringLiteral("alert-7"));
    notice.alert.connectionName = QStringLiteral("Shop");
    notice.alert.queueName = queue;
    notice.alert.cause = Cause::AgeInWindow;
    notice.alert.verdict = Verdict::Approaching;
    notice.alert.reason = QStringLiteral("age 7:34 of 15:00");
    notice.alert.openedAt = notice.alert.changedAt = UtcTime(Seconds(1'700'000'000));
    return notice;
}

/// Answers every write as told; keeps what it was asked.
struct FakeHttp final : net::HttpClient
{
    QCoro::Task<Result<net::Response>> read(net::ReadRequest) override { co_return answer; }
    QCoro::Task<Result<net::Response>> look(net::LookRequest) override { co_return answer; }
    QCoro::Task<Result<net::Response>> write(net::WriteRequest request) override
    {
        writes.push_back(std::move(request));
        co_return answer;
    }
    void cancelAll() override {}

    Result<net::Response> answer;
    std::vector<net::WriteRequest> writes;
};

net::Response answerOf(int status)
{
    net::Response response;
    response.status = status;
    return response;
}

} // namespace

class TestNotices : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString script(const char *body) const
    {
        QFile file(m_dir.filePath(QStringLiteral("hook.sh")));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            qFatal("can't write the hook");
        file.write(QByteArray("#!/bin/sh\n") + body + '\n');
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName();
    }
    QByteArray contentOf(const QString &name) const
    {
        QFile file(m_dir.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void tellsWhetherACommandCouldBeRun()
    {
        QVERIFY(!CommandHook::faultOf({QStringLiteral("/bin/sh"), QStringLiteral("-c")}));
        QVERIFY(!CommandHook::faultOf({QStringLiteral("sh")}));
        QVERIFY(!CommandHook::faultOf({QDir::current().relativeFilePath(QStringLiteral("/bin/sh"))}));
        for (const QString &program : {QStringLiteral("/nonexistent/pager"), QStringLiteral("no-such-pager"), QStringLiteral("/etc/passwd"), QStringLiteral("/bin/")})
            QVERIFY2(CommandHook::faultOf({program}).has_value(), qPrintable(program));
    }

    void describesANoticeAsJson()
    {
        const QJsonObject payload = QJsonDocument::fromJson(operations::noticePayload(approaching())).object();
        QCOMPARE(payload[QStringLiteral("schema")].toInt(), 1);
        QCOMPARE(payload[QStringLiteral("event")].toString(), QStringLiteral("opened"));
        const QJsonObject alert = payload[QStringLiteral("alert")].toObject();
        QCOMPARE(alert[QStringLiteral("id")].toString(), QStringLiteral("alert-7"));
        QCOMPARE(alert[QStringLiteral("verdict")].toString(), QStringLiteral("approaching"));
        QCOMPARE(alert[QStringLiteral("cause")].toString(), QStringLiteral("age"));
        QCOMPARE(alert[QStringLiteral("opened_at")].toString(), QStringLiteral("2023-11-14T22:13:20.000Z"));
        QVERIFY(alert[QStringLiteral("closed_at")].isNull());
        QVERIFY(alert[QStringLiteral("owner")].isNull());
    }

    void aHookGetsThePayloadOnItsInputAndNoShellReadsItsArguments()
    {
        CommandHook hook({script("printf '%s' \"$1\" > argument; cat > input; exit 0"), QStringLiteral("$(touch pwned); `id`")}, {});
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        const QString before = QDir::currentPath();
        QDir::setCurrent(m_dir.path());
        hook.deliver(approaching());
        QTRY_COMPARE(contentOf(QStringLiteral("input")), operations::noticePayload(approaching()));
        QCOMPARE(contentOf(QStringLiteral("argument")), QByteArray("$(touch pwned); `id`"));
        QDir::setCurrent(before);
        QVERIFY(!QFile::exists(m_dir.filePath(QStringLiteral("pwned"))));
        QCOMPARE(failed.count(), 0);
    }

    void aHookDoesNotSeeKeys()
    {
        qputenv("SHOP_KEY", "canary-3f");
        CommandHook::Options options;
        options.hiddenVariables = {QStringLiteral("SHOP_KEY")};
        const QString out = m_dir.filePath(QStringLiteral("environment"));
        CommandHook hook({script("env > \"$1.part\"; mv \"$1.part\" \"$1\""), out}, options);
        hook.deliver(approaching());
        QTRY_VERIFY(QFile::exists(out));
        QVERIFY(!contentOf(QStringLiteral("environment")).contains("canary"));
    }

    void saysWhyAHookFailed_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("timeoutMs");
        QTest::addColumn<QString>("words");
        QTest::newRow("code") << QByteArray("cat > /dev/null; echo no pager >&2; exit 3") << 10'000 << QStringLiteral("ended with code 3 (no pager)");
        QTest::newRow("hangs") << QByteArray("exec sleep 60") << 50 << QStringLiteral("did not end within 0.05 s and was killed");
        QTest::newRow("crashes") << QByteArray("kill -SEGV $$") << 10'000 << QStringLiteral("crashed");
    }
    void saysWhyAHookFailed()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, timeoutMs);
        QFETCH(QString, words);
        CommandHook hook({script(body.constData())}, {Millis(timeoutMs), {}});
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        hook.deliver(approaching());
        hook.deliver(approaching(QStringLiteral("mail"))); // a failure does not stop the next
        QTRY_COMPARE(failed.count(), 2);
        QVERIFY2(failed[0][1].toString().contains(words), qPrintable(failed[0][1].toString()));
        QCOMPARE(failed[1][0].value<Alert>().queueName, QStringLiteral("mail"));
    }

    void aHookNeedNotReadItsInput()
    {
        const QString runs = m_dir.filePath(QStringLiteral("runs"));
        CommandHook hook({script("exec <&-; echo ran >> \"$1\""), runs}, {});
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        for (int i = 0; i < 3; ++i)
            hook.deliver(approaching());
        QTRY_COMPARE(contentOf(QStringLiteral("runs")), QByteArray("ran\nran\nran\n"));
        QCOMPARE(failed.count(), 0);
    }

    void saysThatAHookDoesNotExist()
    {
        CommandHook hook({QStringLiteral("/nonexistent/page-me")}, {});
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        hook.deliver(approaching());
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][1].toString().startsWith(QStringLiteral("The command /nonexistent/page-me could not be started")));
    }

    void quotesLittleOfATalkativeHook()
    {
        CommandHook hook({script("cat > /dev/null; yes | head -c 1000000; exit 1")}, {});
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        hook.deliver(approaching());
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][1].toString().size() < 400);
    }

    void dropsWhatAHookCannotKeepUpWith()
    {
        CommandHook hook({script("exec sleep 60")}, {});
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        for (int i = 0; i < operations::NoticeChannel::longestQueue + 1; ++i)
            hook.deliver(approaching());
        QCOMPARE(failed.count(), 1);
        QVERIFY(failed[0][1].toString().contains(QStringLiteral("can't keep up")));
    }

    void aWebhookPostsThePayloadOnce()
    {
        auto http = std::make_shared<FakeHttp>();
        http->answer = answerOf(204);
        Webhook hook(QUrl(QStringLiteral("https://pager.example/T0/canary")), http);
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        hook.deliver(approaching());
        hook.deliver(approaching());
        QTRY_COMPARE(http->writes.size(), size_t(2));
        QCOMPARE(http->writes[0].method, QByteArray("POST"));
        QCOMPARE(http->writes[0].body, operations::noticePayload(approaching()));
        QVERIFY(!http->writes[0].credential);
        QVERIFY(http->writes[0].idempotencyKey != http->writes[1].idempotencyKey);
        QCOMPARE(failed.count(), 0);
    }

    void saysWhyAWebhookFailedWithoutItsAddress_data()
    {
        QTest::addColumn<int>("status"); // 0: no answer
        QTest::addColumn<QString>("words");
        QTest::newRow("500") << 500 << QStringLiteral("answered 500");
        QTest::newRow("redirect") << 302 << QStringLiteral("answered 302");
        QTest::newRow("silence") << 0 << QStringLiteral("was not reached: No answer.");
    }
    void saysWhyAWebhookFailedWithoutItsAddress()
    {
        QFETCH(int, status);
        QFETCH(QString, words);
        auto http = std::make_shared<FakeHttp>();
        http->answer = answerOf(status);
        if (status == 0)
            http->answer = failure(Error::Kind::OutcomeUnknown, QStringLiteral("No answer."));
        Webhook hook(QUrl(QStringLiteral("https://pager.example/T0/canary")), http);
        QSignalSpy failed(&hook, &operations::NoticeChannel::failed);
        hook.deliver(approaching());
        QCOMPARE(failed.count(), 1);
        const QString text = failed[0][1].toString();
        QVERIFY2(text.contains(words) && text.contains(QStringLiteral("pager.example")), qPrintable(text));
        QVERIFY(!text.contains(QStringLiteral("canary")));
        QCoreApplication::processEvents();
        QCOMPARE(http->writes.size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestNotices)
#include "TestNotices.moc"
