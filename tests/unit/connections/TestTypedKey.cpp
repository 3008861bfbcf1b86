// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/KeyPlace.h"
#include "models/connections/TypedKey.h"

#include <QTest>

using namespace holdwatch;

Q_DECLARE_METATYPE(holdwatch::KeyForm)

class TestTypedKey : public QObject
{
    Q_OBJECT
private slots:
    void acceptsWhatCanBeAKey_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<KeyForm>("form");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("a token") << QByteArray("ifr_9-A.~+/=:") << KeyForm::Token << QByteArray("ifr_9-A.~+/=:");
        QTest::newRow("one pasted line break") << QByteArray("ifr_9\n") << KeyForm::Token << QByteArray("ifr_9");
        QTest::newRow("one pasted line break of Windows") << QByteArray("ifr_9\r\n") << KeyForm::Token << QByteArray("ifr_9");
        QTest::newRow("the longest") << QByteArray(4096, 'k') << KeyForm::Token << QByteArray(4096, 'k');
        QTest::newRow("a password in several words") << QByteArray("correct horse: battery") << KeyForm::Password << QByteArray("correct horse: battery");
        QTest::newRow("a password with umlauts") << QByteArray("p\u00e4ss\u2713") << KeyForm::Password << QByteArray("p\u00e4ss\u2713");
    }

    void acceptsWhatCanBeAKey()
    {
        QFETCH(QByteArray, typed);
        QFETCH(KeyForm, form);
        QFETCH(QByteArray, key);
        const auto result = keyFromTyped(Secret(QByteArray(typed)), form);
        QVERIFY2(result, qPrintable(result ? QString() : toSentence(result.error())));
        QCOMPARE(result->expose(), key);
        QVERIFY(faultOfKey(key, form).isEmpty());
    }

    void refusesTheRestWithoutRepeatingIt_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<KeyForm>("form");
        QTest::addColumn<QString>("says");
        const QString around = QStringLiteral("begins or ends with a space");
        const QString control = QStringLiteral("control character");
        const QString header = QStringLiteral("HTTP header");
        QTest::newRow("nothing") << QByteArray() << KeyForm::Token << QStringLiteral("empty");
        QTest::newRow("only a line break") << QByteArray("\n") << KeyForm::Token << QStringLiteral("empty");
        QTest::newRow("two line breaks") << QByteArray("canary\n\n") << KeyForm::Token << around;
        QTest::newRow("a space before") << QByteArray(" canary") << KeyForm::Password << around;
        QTest::newRow("a tab after") << QByteArray("canary\t") << KeyForm::Token << around;
        QTest::newRow("a hard space after") << QByteArray("canary\u00a0") << KeyForm::Password << around;
        QTest::newRow("an invisible space before") << QByteArray("\u200bcanary") << KeyForm::Password << around;
        QTest::newRow("a byte order mark") << QByteArray("\ufeffcanary") << KeyForm::Password << around;
        QTest::newRow("only spaces") << QByteArray("   ") << KeyForm::Password << around;
        QTest::newRow("a line break inside") << QByteArray("canary\ncanary") << KeyForm::Password << control;
        QTest::newRow("a header smuggled in") << QByteArray("canary\r\nX-Admin: 1") << KeyForm::Password << control;
        QTest::newRow("a null byte") << QByteArray("canary\0x", 8) << KeyForm::Token << control;
        QTest::newRow("a delete character") << QByteArray("canary\x7fx") << KeyForm::Password << control;
        QTest::newRow("too long") << QByteArray(4097, 'c') << KeyForm::Password << QStringLiteral("longer than 4096");
        QTest::newRow("binary") << QByteArray("canary\xff\xfe!") << KeyForm::Password << QStringLiteral("no text");
        QTest::newRow("a token in two words") << QByteArray("Bearer canary") << KeyForm::Token << header;
        QTest::newRow("a token with umlauts") << QByteArray("can\u00e4ry") << KeyForm::Token << header;
    }

    void refusesTheRestWithoutRepeatingIt()
    {
        QFETCH(QByteArray, typed);
        QFETCH(KeyForm, form);
        QFETCH(QString, says);
        const auto result = keyFromTyped(Secret(QByteArray(typed)), form);
        QVERIFY(!result);
        QCOMPARE(toWord(result.error().kind), toWord(Error::Kind::Invalid));
        QVERIFY2(result.error().what.contains(says), qPrintable(result.error().what));
        QVERIFY(!result.error().next.isEmpty());
        for (const char *part : {"canary", "can\u00e4ry", "Bearer", "Admin", "ccc"})
            QVERIFY(!toSentence(result.error()).contains(QString::fromUtf8(part)));
    }

    void purposesAndTheirWordsBelongTogether()
    {
        for (const Purpose purpose : {Purpose::Read, Purpose::Write})
            QCOMPARE(purposeFromWord(toWord(purpose)), std::optional(purpose));
        QCOMPARE(purposeFromWord(u"admin"), std::optional<Purpose>());
        QCOMPARE(toWord(KeyPlace::KeychainSilent), QStringLiteral("keychain-silent"));
    }
};

QTEST_GUILESS_MAIN(TestTypedKey)
#include "TestTypedKey.moc"
