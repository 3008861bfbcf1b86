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
        const QVariantMap columns{{QStringLiteral("delayed"), false}, {QStringLiteral("width"), 120.0}};
        {
            Settings settings(path());
            settings.write(QStringLiteral("theme"), QStringLiteral("dark"));
            settings.write(QStringLiteral("local_time"), true);
            settings.write(QStringLiteral("zoom"), 1.25);
            settings.write(QStringLiteral("range"), qlonglong(3'600'000));
            settings.write(QStringLiteral("order"), QVariantList{3.0, true});
            settings.write(QStringLiteral("columns"), columns);
            settings.write(QStringLiteral("geometry"), geometry);
        }
        const Settings settings(path());
        QVERIFY(settings.problems().isEmpty());
        QCOMPARE(settings.read(QStringLiteral("theme")).toString(), QStringLiteral("dark"));
        QCOMPARE(settings.read(QStringLiteral("local_time")).toBool(), true);
        QCOMPARE(settings.read(QStringLiteral("zoom")).toDouble(), 1.25);
        QCOMPARE(settings.read(QStringLiteral("range")).toLongLong(), 3'600'000);
        QCOMPARE(settings.read(QStringLiteral("order")).toList(), (QVariantList{3.0, true}));
        QCOMPARE(settings.read(QStringLiteral("columns")).toMap(), columns);
        QCOMPARE(settings.read(QStringLiteral("geometry")).toByteArray(), geometry);
        QCOMPARE(settings.read(QStringLiteral("gone"), QStringLiteral("default")).toString(), QStringLiteral("default"));
    }

    void writesNothingWhenNothingChanged()
    {
        Settings settings(path());
        settings.write(QStringLiteral("theme"), QStringLiteral("dark"));
        QVERIFY(QFile::remove(path()));
        settings.write(QStringLiteral("theme"), QStringLiteral("dark"));
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
        settings.write(QStringLiteral("theme"), QStringLiteral("light"));
        QVERIFY(!settings.save().has_value());
        QCOMPARE(settings.read(QStringLiteral("theme")).toString(), QStringLiteral("light")); // for this run
        QFile in(path());
        QVERIFY(in.open(QIODevice::ReadOnly));
        QCOMPARE(in.readAll(), QByteArray("{ \"theme\": dark }"));
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "TestSettings.moc"
