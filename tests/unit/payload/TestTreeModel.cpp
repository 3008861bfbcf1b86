// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/JsonTreeModel.h"
#include "models/payload/Masking.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch::payload;

namespace {

QString cell(const QModelIndex &index, int column)
{
    return index.siblingAtColumn(column).data().toString();
}

void openAll(JsonTreeModel &model, const QModelIndex &parent, int levels)
{
    while (model.canFetchMore(parent))
        model.fetchMore(parent);
    for (int row = 0; levels > 0 && row < model.rowCount(parent); ++row)
        openAll(model, model.index(row, 0, parent), levels - 1);
}

} // namespace

class TestTreeModel : public QObject
{
    Q_OBJECT
private slots:
    void showsKeysValuesAndTypesAsTheyAre()
    {
        JsonTreeModel model;
        model.setTree(JsonTree("{\"n\":1.10,\"s\":\"a\\nb\",\"o\":{},\"l\":[1,2],\"b\":true}"));
        const QModelIndex root = model.index(0, 0);
        model.fetchMore(root);
        QCOMPARE(cell(root, JsonTreeModel::TypeColumn), QStringLiteral("object of 5"));
        const auto row = [&](int number) { return model.index(number, 0, root); };
        QCOMPARE(cell(row(0), JsonTreeModel::KeyColumn), QStringLiteral("n"));
        QCOMPARE(cell(row(0), JsonTreeModel::ValueColumn), QStringLiteral("1.10"));
        QCOMPARE(cell(row(1), JsonTreeModel::ValueColumn), QStringLiteral("\"a\\nb\""));
        QCOMPARE(cell(row(2), JsonTreeModel::ValueColumn), QStringLiteral("{}"));
        QCOMPARE(cell(row(3), JsonTreeModel::TypeColumn), QStringLiteral("array of 2"));
        QCOMPARE(row(3).data(JsonTreeModel::PointerRole).toByteArray(), "/l");
    }

    void marksDuplicateKeysAndShowsAll()
    {
        JsonTreeModel model;
        model.setTree(JsonTree("{\"id\":1,\"x\":2,\"i\\u0064\":3}"));
        const QModelIndex root = model.index(0, 0);
        model.fetchMore(root);
        QCOMPARE(model.rowCount(root), 3);
        QVERIFY(model.index(0, 0, root).data(JsonTreeModel::DuplicateRole).toBool());
        QVERIFY(!model.index(1, 0, root).data(JsonTreeModel::DuplicateRole).toBool());
        QVERIFY(model.index(2, 0, root).data(JsonTreeModel::DuplicateRole).toBool());
        QVERIFY(cell(model.index(2, 0, root), JsonTreeModel::TypeColumn).contains(QStringLiteral("more than once")));
    }

    void handsOutAMillionElementsInPages()
    {
        JsonTreeModel model;
        model.setTree(JsonTree("[" + QByteArray("1,").repeated(999'999) + "2]"));
        const QModelIndex root = model.index(0, 0);
        QCOMPARE(model.rowCount(root), 0);
        QVERIFY(model.hasChildren(root) && model.canFetchMore(root));
        model.fetchMore(root);
        QCOMPARE(model.rowCount(root), JsonTreeModel::page);
        const QModelIndex last = model.indexOf(JsonTree::Node(1'000'000));
        QCOMPARE(last.row(), 999'999);
        QCOMPARE(cell(last, JsonTreeModel::ValueColumn), QStringLiteral("2"));
        QVERIFY(!model.canFetchMore(root));
    }

    void leadsToAnyNode()
    {
        QRandomGenerator random(9);
        for (int i = 0; i < 100; ++i) {
            JsonTreeModel model;
            model.setTree(JsonTree(randomJson(random, 4)));
            for (qsizetype entry = 0; entry < model.tree().entryCount(); ++entry) {
                if (model.tree().isKey(JsonTree::Node(entry)))
                    continue;
                const QModelIndex index = model.indexOf(JsonTree::Node(entry));
                QCOMPARE(model.nodeAt(index), JsonTree::Node(entry));
            }
        }
    }

    void keepsTheRulesOfItemModels()
    {
        for (const Sample &sample : nastySamples()) {
            if (sample.bytes.size() > 100'000)
                continue; // the tester asks for every parent of every index
            JsonTreeModel model;
            model.setTree(JsonTree(sample.bytes));
            QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
            openAll(model, {}, 4);
        }
    }

    void opensTheDeepestLevel()
    {
        JsonTreeModel model;
        model.setTree(JsonTree(nested(100'000)));
        QModelIndex index = model.indexOf(JsonTree::Node(99'999));
        QCOMPARE(cell(index, JsonTreeModel::ValueColumn), QStringLiteral("[]"));
        int levels = 0;
        while (index.isValid()) {
            index = index.parent();
            ++levels;
        }
        QCOMPARE(levels, 100'000);
    }

    void masksUntilRevealedWithoutAReset()
    {
        JsonTreeModel model;
        const QByteArray text = "{\"password\":\"hunter2\",\"plain\":\"x\"}";
        MaskList masks = masksOf(text, SensitiveNames());
        model.setTree(JsonTree(text), masks.hidden());
        const QModelIndex password = model.indexOf(model.tree().at("/password").node);
        QCOMPARE(cell(password, JsonTreeModel::ValueColumn), QStringLiteral("\"●●●\""));
        const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        const QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        masks.reveal(0);
        model.setHidden(masks.hidden());
        QCOMPARE(cell(password, JsonTreeModel::ValueColumn), QStringLiteral("\"hunter2\""));
        QCOMPARE(resets.count(), 0);
        QVERIFY(changes.count() > 0);
    }

    void showsHostileTextHarmlessly()
    {
        JsonTreeModel model;
        model.setTree(JsonTree("{\"a\xE2\x80\xAE\":\"x\xFFy\xE2\x80\xAEz\"}"));
        const QModelIndex root = model.index(0, 0);
        model.fetchMore(root);
        QCOMPARE(cell(model.index(0, 0, root), JsonTreeModel::KeyColumn), QStringLiteral("a‹U+202E›"));
        QCOMPARE(cell(model.index(0, 0, root), JsonTreeModel::ValueColumn), QStringLiteral("\"x‹FF›y‹U+202E›z\""));
    }
};

QTEST_GUILESS_MAIN(TestTreeModel)
#include "TestTreeModel.moc"
