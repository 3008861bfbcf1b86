// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/Profile.h"
#include "tests/unit/storage/NoRoom.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;
using holdwatch::storage::test::NoRoom;

class TestProfile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

private slots:
    void makesAFolderForItsOwnerAlone()
    {
        const auto profile = Profile::open(path("new/inner"));
        QVERIFY(profile.has_value());
        for (const QString &folder : {(*profile)->directory(), (*profile)->practiceDirectory(), (*profile)->logDirectory()})
            QVERIFY(!(QFile::permissions(folder) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther)));
        QCOMPARE((*profile)->historyFile(), path("new/inner/history.sqlite"));
    }

    void saysWhoHoldsItAndLetsGoAgain()
    {
        {
            const auto first = Profile::open(path("shared"));
            QVERIFY(first.has_value());
            const auto second = Profile::open(path("shared"));
            QVERIFY(!second.has_value());
            QCOMPARE(second.error().kind, Error::Kind::Storage);
            QVERIFY2(second.error().what.contains(QStringLiteral("process %1").arg(QCoreApplication::applicationPid())), qPrintable(second.error().what));
            QVERIFY(second.error().next.contains(QStringLiteral("--profile")));
        }
        QVERIFY(Profile::open(path("shared")).has_value());
    }

    void leavesThePermissionsOfAnExistingFolderAlone()
    {
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("open")));
        const auto intended = QFile::permissions(path("open"));
        QVERIFY(Profile::open(path("open")).has_value());
        QCOMPARE(QFile::permissions(path("open")), intended);
    }

    void opensAFolderThatHasNoRoomAndSaysSo()
    {
        QVERIFY(Profile::open(path("full")).has_value());
        const auto profile = [&] {
            const NoRoom full(0);
            return Profile::open(path("full"));
        }();
        QVERIFY(profile.has_value());
        QVERIFY((*profile)->problem().has_value());
        QVERIFY((*profile)->problem()->what.contains(path("full")));
        QVERIFY((*profile)->problem()->kept.contains(QStringLiteral("Nothing in it was changed")));
        const auto again = Profile::open(path("full")); // there is room again, and nobody holds it
        QVERIFY(again.has_value() && !(*again)->problem());
    }

    void refusesAFileInPlaceOfAFolder()
    {
        QFile file(path("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto profile = Profile::open(path("file"));
        QVERIFY(profile.error().what.contains(QStringLiteral("it is a file")));
        QVERIFY(Profile::open(path("file/below")).error().what.contains(QStringLiteral("could not be created")));
    }
};

QTEST_GUILESS_MAIN(TestProfile)
#include "TestProfile.moc"
