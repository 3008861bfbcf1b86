// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/Diff.h"
#include "models/payload/FieldFinder.h"
#include "models/payload/HexDump.h"
#include "models/payload/JsonTreeModel.h"
#include "models/payload/LineIndex.h"
#include "models/payload/Masking.h"
#include "models/payload/PrettyJson.h"

#include <QTest>

using namespace holdwatch::payload;

namespace {

QByteArray randomBytes(QRandomGenerator &random)
{
    QByteArray bytes(random.bounded(200), '\0');
    for (char &byte : bytes)
        byte = char(random.bounded(256));
    return bytes;
}

void lookAt(const QByteArray &bytes)
{
    const QByteArray before(bytes.constData(), bytes.size());
    const MaskList masks = masksOf(bytes, SensitiveNames());
    const TextFacts facts = factsOf(bytes);
    const DisplayText shown = displayOf(bytes, masks.hidden());
    QCOMPARE(shown.map.sourceSize(), bytes.size());
    QCOMPARE(shown.map.shownSize(), shown.text.size());
    QCOMPARE(facts.isUtf8(), bytes.isValidUtf8());
    const PrettyText pretty = prettyText(bytes);
    QCOMPARE(withoutSpace(pretty.text), withoutSpace(bytes));
    QCOMPARE(pretty.map.sourceSize(), bytes.size());
    const HexDump hex(bytes, masks.hidden());
    for (qsizetype row = 0; row < hex.rowCount(); ++row)
        QVERIFY(!hex.row(row).hex.isEmpty());
    QCOMPARE(LineIndex(bytes).count(), facts.lines);
    JsonTreeModel model;
    model.setTree(JsonTree(bytes), masks.hidden());
    const auto &tree = model.tree();
    for (qsizetype entry = 0; entry < tree.entryCount(); ++entry) {
        if (!tree.isKey(JsonTree::Node(entry)))
            QVERIFY(!model.indexOf(JsonTree::Node(entry)).siblingAtColumn(JsonTreeModel::ValueColumn).data().toString().isEmpty());
    }
    FieldFinder::ofIdempotencyKey().find({{bytes, bytes}}, tree);
    QVERIFY(diffOf({bytes, masks.hidden()}, {bytes, masks.hidden()}).isSame());
    QVERIFY(bytes == before);
}

} // namespace

class TestFuzz : public QObject
{
    Q_OBJECT
private slots:
    void everyViewStandsRandomBytes()
    {
        QRandomGenerator random(41);
        for (int i = 0; i < 1500 && !QTest::currentTestFailed(); ++i)
            lookAt(randomBytes(random));
    }

    void everyViewStandsNearlyJson()
    {
        QRandomGenerator random(43);
        for (int i = 0; i < 3000 && !QTest::currentTestFailed(); ++i)
            lookAt(nearlyJson(random, random.bounded(30)));
    }

    void everyViewStandsCutAndFlippedJson()
    {
        QRandomGenerator random(47);
        for (int i = 0; i < 2000 && !QTest::currentTestFailed(); ++i) {
            QByteArray text = randomJson(random, 5);
            if (i % 2)
                text.truncate(random.bounded(int(text.size()) + 1));
            else
                text[random.bounded(int(text.size()))] = char(random.bounded(256));
            lookAt(text);
        }
    }
};

QTEST_GUILESS_MAIN(TestFuzz)
#include "TestFuzz.moc"
