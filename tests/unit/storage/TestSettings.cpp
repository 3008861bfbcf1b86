// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/Settings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::storage;

class TestSettings : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString path() const { return m_folder->filePath(QStringLiteral("settings.json")); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void remembersEveryKindOfValue()
    {
        const QByteArray geometry("\x00\x01\xff geometry", 12);
        {
            Settings settings(path());
            settings.setText(QStringLiteral("theme"), QStringLiteral("dark"));
            settings.setFlag(QStringLiteral("paused"), true);
            settings.setNumber(QStringLiteral("zoom"), 1.25);
            settings.setList(QStringLiteral("hidden_columns"), {QStringLiteral("delayed"), QStringLiteral("consumers")});
            settings.setBytes(QStringLiteral("geometry"), geometry);
            settings.setText(QStringLiteral("gone"), QStringLiteral("x"));
            settings.remove(QStringLiteral("gone"));
            QVERIFY(settings.save().has_value());
        }
        const Settings settings(path());
        QVERIFY(settings.problems().isEmpty());
        QCOMPARE(settings.text(QStringLiteral("theme")), QStringLiteral("dark"));
        QCOMPARE(settings.flag(QStringLiteral("paused")), true);
        QCOMPARE(settings.number(QStringLiteral("zoom")), 1.25);
        QCOMPARE(settings.list(QStringLiteral("hidden_columns")), (QStringList{QStringLiteral("delayed"), QStringLiteral("consumers")}));
        QCOMPARE(settings.bytes(QStringLiteral("geometry")), geometry);
        QCOMPARE(settings.text(QStringLiteral("gone"), QStringLiteral("default")), QStringLiteral("default"));
    }

    void takesAValueOfAnotherTypeForMissing()
    {
        Settings settings(path());
        settings.setText(QStringLiteral("paused"), QStringLiteral("yes"));
        QCOMPARE(settings.flag(QStringLiteral("paused"), true), true);
        QCOMPARE(settings.flag(QStringLiteral("paused"), false), false);
    }

    void writesNothingWhenNothingChanged()
    {
        Settings settings(path());
        settings.remove(QStringLiteral("theme"));
        QVERIFY(settings.save().has_value());
        QVERIFY(!QFile::exists(path()));
    }

    void neverOverwritesAMalformedFile()
    {
        {
            QFile out(path());
            QVERIFY(out.open(QIODevice::WriteOnly));
            out.write("{ \"theme\": dark }");
        }
        Settings settings(path());
        QCOMPARE(settings.problems().front().error.where, QStringLiteral("settings.json:1:12"));
        settings.setText(QStringLiteral("theme"), QStringLiteral("light"));
        QVERIFY(!settings.save().has_value());
        QCOMPARE(settings.text(QStringLiteral("theme")), QStringLiteral("light")); // for this run
        QFile in(path());
        QVERIFY(in.open(QIODevice::ReadOnly));
        QCOMPARE(in.readAll(), QByteArray("{ \"theme\": dark }"));
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "TestSettings.moc"
