// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/OperatorCommand.h"
#include "app/bootstrap/RosterCommand.h"
#include "tests/unit/gate/GateBench.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::test;
using bootstrap::maintainRoster;
using bootstrap::operate;

/// Two people and their maintainer, by the commands alone.
class TestOperatorCommand : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void refusesWordsItDoesNotKnow_data();
    void refusesWordsItDoesNotKnow();
    void refusesToReplaceAKey();
    void refusesAKeyFileThatOthersMayRead();
    void refusesAFileThatIsNoIdentity();
    void refusesTheSamePersonTwice();
    void refusesToSignWithoutANumber();
    void refusesANameThatIsNotThere();
    void refusesARosterOfAMaintainerWhoIsNotPinned();
    void exportsNothingWithoutIdentity();
    void fromIdentitiesToARoster();
    void printsNoSecret();

private:
    QString path(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    static QString said(const Result<QString> &result) { return result ? *result : toWord(result.error().kind) + QStringLiteral(": ") + result.error().what; }
    QString roster(const QStringList &words) const { return said(maintainRoster(words, planTime())); }
    void identity(const char *name, const QString &who, char letter) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(storage::IdentityFile::toJson(who, keyOf(letter)));
    }
    QByteArray content(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

#define STARTS(text, start) QVERIFY2((text).startsWith(QStringLiteral(start)), qPrintable(text))
#define HOLDS(text, part) QVERIFY2((text).contains(QStringLiteral(part)), qPrintable(text))

void TestOperatorCommand::refusesWordsItDoesNotKnow_data()
{
    QTest::addColumn<QString>("words");
    for (const char *words : {"", "dance", "create", "create Ada Bob", "show me", "export", "pin", "roster", "roster take", "roster give x"})
        QTest::newRow(words) << QString::fromLatin1(words);
}

void TestOperatorCommand::refusesWordsItDoesNotKnow()
{
    QFETCH(QString, words);
    Desktop desktop;
    STARTS(said(operate(words.split(QLatin1Char(' '), Qt::SkipEmptyParts), *desktop.people)), "configuration: ");
    STARTS(roster(words.split(QLatin1Char(' '), Qt::SkipEmptyParts)), "configuration: ");
    QVERIFY(desktop.keychain.entries.empty());
}

void TestOperatorCommand::refusesToReplaceAKey()
{
    HOLDS(roster({QStringLiteral("key"), path("key")}), "fingerprint");
    const QByteArray before = content("key");
    STARTS(roster({QStringLiteral("key"), path("key")}), "conflict: ");
    QCOMPARE(content("key"), before);
    QVERIFY(QFile::remove(path("key")));
    STARTS(roster({QStringLiteral("key"), path("key")}), "conflict: "); // the public half is still there
    QVERIFY(!QFile::exists(path("key")));
}

void TestOperatorCommand::refusesAKeyFileThatOthersMayRead()
{
    (void)roster({QStringLiteral("key"), path("key")});
    identity("ada", QStringLiteral("Ada"), 'a');
    QVERIFY(QFile::setPermissions(path("key"), QFile::ReadOwner | QFile::ReadGroup));
    STARTS(roster({QStringLiteral("sign"), QStringLiteral("--key"), path("key"), QStringLiteral("--number"), QStringLiteral("1"), QStringLiteral("--out"), path("out"), path("ada")}), "configuration: ");
    QVERIFY(!QFile::exists(path("out")));
}

void TestOperatorCommand::refusesAFileThatIsNoIdentity()
{
    (void)roster({QStringLiteral("key"), path("key")});
    for (const char *file : {"key", "key.pub", "none"})
        QVERIFY(!maintainRoster({QStringLiteral("sign"), QStringLiteral("--key"), path("key"), QStringLiteral("--number"), QStringLiteral("1"), QStringLiteral("--out"), path("out"), path(file)}, planTime()));
    QVERIFY(!QFile::exists(path("out")));
}

void TestOperatorCommand::refusesTheSamePersonTwice()
{
    (void)roster({QStringLiteral("key"), path("key")});
    identity("ada", QStringLiteral("Ada"), 'a');
    identity("again", QStringLiteral("ADA"), 'b');
    STARTS(roster({QStringLiteral("sign"), QStringLiteral("--key"), path("key"), QStringLiteral("--number"), QStringLiteral("1"), QStringLiteral("--out"), path("out"), path("ada"), path("again")}), "invalid: ");
}

void TestOperatorCommand::refusesToSignWithoutANumber()
{
    (void)roster({QStringLiteral("key"), path("key")});
    identity("ada", QStringLiteral("Ada"), 'a');
    for (const char *number : {"", "0", "-1", "1.5", "x"})
        STARTS(roster({QStringLiteral("sign"), QStringLiteral("--key"), path("key"), QStringLiteral("--number=%1").arg(QLatin1String(number)), QStringLiteral("--out"), path("out"), path("ada")}), "configuration: ");
}

void TestOperatorCommand::refusesANameThatIsNotThere()
{
    (void)roster({QStringLiteral("key"), path("key")});
    identity("ada", QStringLiteral("Ada"), 'a');
    STARTS(roster({QStringLiteral("sign"), QStringLiteral("--key"), path("key"), QStringLiteral("--number"), QStringLiteral("1"), QStringLiteral("--ask-only"), QStringLiteral("Eve"), QStringLiteral("--out"), path("out"), path("ada")}), "configuration: ");
}

void TestOperatorCommand::refusesARosterOfAMaintainerWhoIsNotPinned()
{
    Desktop desktop;
    (void)roster({QStringLiteral("key"), path("key")});
    (void)roster({QStringLiteral("key"), path("other")});
    identity("ada", QStringLiteral("Ada"), 'a');
    (void)roster({QStringLiteral("sign"), QStringLiteral("--key"), path("other"), QStringLiteral("--number"), QStringLiteral("1"), QStringLiteral("--out"), path("out"), path("ada")});
    STARTS(said(operate({QStringLiteral("roster"), QStringLiteral("take"), path("out")}, *desktop.people)), "forbidden: ");
    HOLDS(said(operate({QStringLiteral("pin"), path("key.pub")}, *desktop.people)), "pinned");
    STARTS(said(operate({QStringLiteral("roster"), QStringLiteral("take"), path("out")}, *desktop.people)), "forbidden: ");
}

void TestOperatorCommand::exportsNothingWithoutIdentity()
{
    Desktop desktop;
    STARTS(said(operate({QStringLiteral("export"), path("out")}, *desktop.people)), "not-found: ");
    QVERIFY(!QFile::exists(path("out")));
    STARTS(said(operate({QStringLiteral("pin"), path("none")}, *desktop.people)), "not-found: ");
}

void TestOperatorCommand::fromIdentitiesToARoster()
{
    Desktop ada;
    Desktop bob;
    HOLDS(said(operate({QStringLiteral("create"), QStringLiteral("Ada Lovelace")}, *ada.people)), "Ada Lovelace, key ");
    HOLDS(said(operate({QStringLiteral("create"), QStringLiteral("Bob")}, *bob.people)), "Bob, key ");
    STARTS(said(operate({QStringLiteral("create"), QStringLiteral("Bob")}, *bob.people)), "conflict: ");
    HOLDS(said(operate({QStringLiteral("export"), path("ada")}, *ada.people)), "Ada Lovelace");
    HOLDS(said(operate({QStringLiteral("export"), path("bob")}, *bob.people)), "Bob");
    HOLDS(roster({QStringLiteral("key"), path("key")}), "fingerprint");
    const QString signedText = roster({QStringLiteral("sign"), QStringLiteral("--key"), path("key"), QStringLiteral("--number"), QStringLiteral("1"), QStringLiteral("--expires"), QStringLiteral("90d"),
                                       QStringLiteral("--ask-only"), QStringLiteral("Bob"), QStringLiteral("--out"), path("out"), path("ada"), path("bob")});
    HOLDS(signedText, "may ask only");
    for (Desktop *desktop : {&ada, &bob}) {
        HOLDS(said(operate({QStringLiteral("pin"), path("key.pub")}, *desktop->people)), "pinned");
        HOLDS(said(operate({QStringLiteral("roster"), QStringLiteral("take"), path("out")}, *desktop->people)), "number 1");
        const QString shown = said(operate({QStringLiteral("show")}, *desktop->people));
        HOLDS(shown, "keychain: available");
        HOLDS(shown, "pinned by this person's keychain");
        HOLDS(shown, "Ada Lovelace, key ");
        QVERIFY2(!shown.contains(QStringLiteral("problem")), qPrintable(shown));
    }
    QCOMPARE(ada.people->state().roster->entries.size(), 2);
    QCOMPARE(ada.people->state().roster->expiresAt, std::optional(planTime() + std::chrono::hours(24 * 90)));
    QVERIFY(!bob.people->state().roster->find(bob.people->state().self->publicKey)->mayApprove);
}

void TestOperatorCommand::printsNoSecret()
{
    Desktop desktop;
    QString printed = said(operate({QStringLiteral("create"), QStringLiteral("Ada")}, *desktop.people)) + said(operate({QStringLiteral("show")}, *desktop.people));
    printed += roster({QStringLiteral("key"), path("key")});
    const QByteArray seed = desktop.keychain.entries[secrets::SecretName::ofOwn(secrets::OwnSecret::OperatorKey)];
    QCOMPARE(seed.size(), 32);
    for (const QByteArray &secret : {seed.toBase64(), seed.toHex(), content("key").trimmed()})
        QVERIFY(!printed.contains(QString::fromLatin1(secret)));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QCOMPARE(QFileInfo(path("key")).permissions() & others, QFile::Permissions());
}

QTEST_GUILESS_MAIN(TestOperatorCommand)
#include "TestOperatorCommand.moc"
