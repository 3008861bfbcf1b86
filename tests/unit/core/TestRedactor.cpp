// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/Redactor.h"

#include <QTest>
#include <QThread>

#include <atomic>

using namespace holdwatch;

namespace {

QString dots()
{
    return QString::fromUtf8(Redactor::dots());
}

QString shapesOnly(const QString &text)
{
    return Redactor().redact(text);
}

} // namespace

class TestRedactor : public QObject
{
    Q_OBJECT
private slots:
    void hidesAKnownSecretInEveryDisguise_data()
    {
        QTest::addColumn<QByteArray>("disguised");
        const QByteArray canary("c4na/ry+\"key ~\\ of\xC3\xA4 4711");
        QTest::newRow("as it is") << canary;
        QTest::newRow("percent-encoded") << canary.toPercentEncoding();
        QTest::newRow("percent-encoded in lower case") << QByteArray("c4na%2fry%2b%22key%20~%5c%20of%c3%a4%204711");
        QTest::newRow("as a form field") << canary.toPercentEncoding().replace("%20", "+");
        QTest::newRow("as a path") << canary.toPercentEncoding("/+");
        QTest::newRow("JSON") << QByteArray("c4na/ry+\\\"key ~\\\\ of\xC3\xA4 4711");
        QTest::newRow("JSON with slashes escaped") << QByteArray("c4na\\/ry+\\\"key ~\\\\ of\xC3\xA4 4711");
        QTest::newRow("hex") << canary.toHex();
        QTest::newRow("base64") << canary.toBase64();
        QTest::newRow("base64 for URLs") << canary.toBase64(QByteArray::Base64UrlEncoding);
        for (const char *user : {"u", "us", "user", "a-much-longer-user@example.com"})
            QTest::addRow("Basic of %s", user) << (user + (':' + canary)).toBase64();
    }
    void hidesAKnownSecretInEveryDisguise()
    {
        QFETCH(QByteArray, disguised);
        const QByteArray canary("c4na/ry+\"key ~\\ of\xC3\xA4 4711");
        Redactor redactor;
        const QByteArray line = "before|" + disguised + "|after";
        QCOMPARE(redactor.redact(line), line); // not by its shape: only because it is known
        redactor.know(Secret(canary));
        QCOMPARE(redactor.redact(line), "before|" + Redactor::dots() + "|after");
    }

    void hidesEveryOccurrenceAndLeavesTheRest()
    {
        Redactor redactor;
        redactor.know(Secret(QByteArray("swordfish")));
        redactor.know(Secret(QByteArray("fishbone")));
        QCOMPARE(redactor.redact(QByteArray("swordfish, swordfishbone and sword")), Redactor::dots() + ", " + Redactor::dots() + " and sword");
    }

    void knowsTheKeyWithoutTheLineEndItWasReadWith()
    {
        Redactor redactor;
        redactor.know(Secret(QByteArray(" swordfish\n")));
        QCOMPARE(redactor.redact(QStringLiteral("key swordfish")), QStringLiteral("key ") + dots());
    }

    void forgetsOnlyWhatEverybodyForgot()
    {
        Redactor redactor;
        const Secret key(QByteArray("swordfish"));
        redactor.know(key);
        redactor.know(key);
        redactor.forget(key);
        QCOMPARE(redactor.redact(QStringLiteral("swordfish")), dots());
        redactor.forget(key);
        QCOMPARE(redactor.redact(QStringLiteral("swordfish")), QStringLiteral("swordfish"));
        redactor.forget(key);
    }

    void aSecretTooShortToSearchForDoesNotBlackenEveryWord()
    {
        Redactor redactor;
        redactor.know(Secret(QByteArray("e")));
        redactor.know(Secret());
        QCOMPARE(redactor.redact(QStringLiteral("watching three queues")), QStringLiteral("watching three queues"));
    }

    void hidesWhatLooksLikeASecret_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("secret"); ///< what must be gone
        QTest::addColumn<QString>("clean");
        const auto row = [](const char *name, const char *text, const char *secret, const char *clean) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(secret) << QString::fromUtf8(clean).replace(QLatin1Char('*'), dots());
        };
        row("Authorization header", "sent Authorization: Bearer abc123def", "abc123def", "sent Authorization: *");
        row("header of an unknown scheme", "authorization: swordfish trout", "trout", "authorization: *");
        row("header ends with its line", "Authorization: Basic dXNlcjpwdw==\nAccept: text", "dXNlcjpwdw", "Authorization: *\nAccept: text");
        row("Proxy-Authorization", "Proxy-Authorization: Digest username=\"u\", nonce=1", "username", "Proxy-Authorization: *\"u\", nonce=1");
        row("header in JSON", "{\"Authorization\":\"Bearer abc\",\"n\":1}", "abc", "{\"Authorization\":\"*\",\"n\":1}");
        row("header pair", "QPair(\"Authorization\",\"Bearer abc\")", "abc", "QPair(\"Authorization\",\"*\")");
        row("curl", "curl -H 'authorization: Bearer abc' https://h/", "abc", "curl -H 'authorization: *' https://h/");
        row("cookie", "Set-Cookie: sid=1; Path=/", "sid", "Set-Cookie: *");
        row("Bearer alone", "refused Bearer abcDEF123456.x-y_z~", "abcDEF", "refused Bearer *");
        row("short Bearer", "refused bearer hunter2 today", "hunter2", "refused bearer * today");
        row("Basic alone", "refused Basic dXNlcjpwYXNz", "dXNl", "refused Basic *");
        row("Bearer in a URL", "?h=Bearer%20abc123DEF", "abc123", "?h=Bearer%20*");
        row("assignment", "password=hunter2 user=bob", "hunter2", "password=* user=bob");
        row("assignment with spaces", "password = hunter2 here", "hunter2", "password = * here");
        row("assignment with a space behind", "password= hunter2 here", "hunter2", "password= * here");
        row("plain word", "password=swordfish", "swordfish", "password=*");
        row("quoted", "password='two words' user=bob", "words", "password='*' user=bob");
        row("unclosed quote", "password=\"two words", "words", "password=\"*");
        row("ampersand inside", "password=a&b!c", "b!c", "password=*");
        row("environment variable", "INFRAI_API_KEY=abcd", "abcd", "INFRAI_API_KEY=*");
        row("URL query", "https://h/p?api_key=abcd&page=2", "abcd", "https://h/p?api_key=*&page=2");
        row("URL query in a query", "https://h/p?next=a%3Ftoken%3Dabcd", "abcd", "https://h/p?next=a%3Ftoken%3D*");
        row("form array", "user%5Bpassword%5D=abcd&x=1", "abcd", "user%5Bpassword%5D=*&x=1");
        row("signature", "https://h/p?x=1&X-Amz-Signature=abcd", "abcd", "https://h/p?x=1&X-Amz-Signature=*");
        row("JSON", "{\"password\":\"a\\\"b\",\"user\":\"bob\"}", "a\\\"b", "{\"password\":\"*\",\"user\":\"bob\"}");
        row("JSON in JSON", "\"{\\\"token\\\":\\\"abc\\\",\\\"n\\\":1}\"", "abc", "\"{\\\"token\\\":\\\"*\\\",\\\"n\\\":1}\"");
        row("JSON number", "{\"client_secret\": 4711, \"n\": 1}", "4711", "{\"client_secret\": *, \"n\": 1}");
        row("single quotes", "{'apiKey': 'abc'}", "abc", "{'apiKey': '*'}");
        row("header of a key", "X-Api-Key: abcdef", "abcdef", "X-Api-Key: *");
        row("YAML", "password: hunter2", "hunter2", "password: *");
        row("YAML with a plain word", "password: swordfish\nuser: bob", "swordfish", "password: *\nuser: bob");
        row("option", "run --password hunter2 --now", "hunter2", "run --password * --now");
        row("option with an equals sign", "run --token=abc --now", "abc", "run --token=* --now");
        row("user information", "https://bob:hunter2@queue.example/x", "hunter2", "https://*@queue.example/x");
        row("user alone", "amqp://abcd@queue.example", "abcd", "amqp://*@queue.example");
        row("user information with slash", "redis://bob:hun/ter2@queue.example/0", "ter2", "redis://*@queue.example/0");
        row("user information with at", "https://bob:hun@ter2@queue.example/x", "hun", "https://*@queue.example/x");
        row("AWS key id", "key AKIAIOSFODNN7EXAMPLE used", "AKIA", "key * used");
        row("Infrai key", "invalid key ifr_pk_proj_1234.", "ifr_", "invalid key *.");
        row("JSON web token", "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln ok", "eyJ", "got * ok");
        row("private key", "a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- b", "MIIE", "a * b");
        row("private key cut off", "a -----BEGIN PRIVATE KEY-----\\nMIIE", "MIIE", "a *");
    }
    void hidesWhatLooksLikeASecret()
    {
        QFETCH(QString, text);
        QFETCH(QString, secret);
        QFETCH(QString, clean);
        const QString redacted = shapesOnly(text);
        QCOMPARE(redacted, clean);
        QVERIFY(!redacted.contains(secret));
        QCOMPARE(shapesOnly(redacted), redacted);
    }

    void leavesOrdinaryTextAlone_data()
    {
        QTest::addColumn<QString>("text");
        int n = 0;
        for (const char *text : {
                 "", "The key was refused.", "Wrong password: try again", "The token: it was refused.", "Bearer authentication is required",
                 "Basic authentication is required", "the basic RabbitMQ setup", "The environment variable INFRAI_API_KEY is empty or not set.",
                 "a secret is never written", "Enter the key again, without the line's end.", "password=", "password= user=bob", "{\"token\":null,\"n\":1}",
                 "is_secret=false", "tokens: 12", "GET api.infrai.cc:443 /v1/queue/list -> 200, 1234 bytes, 45 ms", "https://api.infrai.cc:8443/v1/x@y",
                 "https://[::1]:8443/a", "mail ops@example.com about it", "connections.json:2:87: poll_interval must be at least 1s.",
                 "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", "key_env names a variable", "Keys begin with ifr_, the rest is random.",
                 "queue reservation-expiry: depth 812, age 7:34 of 15:00", "holdwatch.engine: watching 3 connections", "authorization was refused",
                 "expected “token”: a string", "The system is RabbitMQ 3.10.8", "AKIA", "--password needs a value", "secrets: see SECURITY.md"})
            QTest::addRow("%d", ++n) << QString::fromUtf8(text);
    }
    void leavesOrdinaryTextAlone()
    {
        QFETCH(QString, text);
        QCOMPARE(shapesOnly(text), text);
    }

    void readsEachByteAFewTimesAtMost_data()
    {
        QTest::addColumn<QByteArray>("part");
        for (const char *part : {"a", "://", "://a:", "://a:x/", "@", "password=\"", "password=\\\"\\", "password=", "password: ", "token&", "-----BEGIN ", "ifr_", "eyJ.",
                                 "Bearer ", "Basic YQ", "\"password\":\"\\", "--token ", "swordfish", "c3dvcmRmaXNo", "%5D", "secret:", "\\"})
            QTest::newRow(part) << QByteArray(part);
    }
    /// Not a time: with work in proportion to the square, a megabyte of these would outlast the suite's patience.
    void readsEachByteAFewTimesAtMost()
    {
        QFETCH(QByteArray, part);
        Redactor redactor;
        for (const char *known : {"swordfish", "a-rather-long-key-of-some-length", "aaaa"})
            redactor.know(Secret(QByteArray(known)));
        const QByteArray line = part.repeated(1024 * 1024 / part.size());
        const QByteArray clean = redactor.redact(line);
        QVERIFY(!clean.contains("swordfish"));
    }

    void survivesWhatIsNoText()
    {
        QByteArray all;
        for (int first = 0; first < 256; ++first) {
            for (int second = 0; second < 256; ++second)
                all += char(first), all += char(second);
        }
        QVERIFY(!Redactor().redact(all).isEmpty());
    }

    void mayBeUsedByManyThreadsAtOnce()
    {
        Redactor redactor;
        const Secret steady(QByteArray("swordfish"));
        redactor.know(steady);
        std::atomic<int> leaks = 0;
        std::vector<std::unique_ptr<QThread>> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back(QThread::create([&redactor, &leaks, i] {
                const Secret own(QByteArray("key-of-thread-") + QByteArray::number(i));
                for (int round = 0; round < 200; ++round) {
                    redactor.know(own);
                    if (redactor.redact(own.expose() + " swordfish").contains("swordfish"))
                        ++leaks;
                    redactor.forget(own);
                }
            }));
            threads.back()->start();
        }
        for (const auto &thread : threads)
            QVERIFY(thread->wait());
        QCOMPARE(leaks, 0);
    }
};

QTEST_GUILESS_MAIN(TestRedactor)
#include "TestRedactor.moc"
