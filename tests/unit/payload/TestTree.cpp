// SPDX-License-Identifier: GPL-3.0-or-later
#include "NastySamples.h"
#include "models/payload/JsonTree.h"

#include <QTest>

using namespace holdwatch::payload;
using Node = JsonTree::Node;

namespace {

/// Every node, by walking down from the root without recursion.
std::vector<Node> walk(const JsonTree &tree)
{
    std::vector<Node> found;
    std::vector<Node> open;
    if (!tree.isEmpty())
        open.push_back(tree.root());
    while (!open.empty()) {
        const Node node = open.back();
        open.pop_back();
        found.push_back(node);
        const auto children = tree.children(node);
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    return found;
}

} // namespace

class TestTree : public QObject
{
    Q_OBJECT
private slots:
    void keepsOrderDuplicatesAndDigits()
    {
        const JsonTree tree("{\"z\":1.10,\"a\":1E400,\"z\":1234567890123456789012345678901234567890}");
        const auto children = tree.children(tree.root());
        QCOMPARE(children.size(), 3u);
        QCOMPARE(tree.key(children[0]), "z");
        QCOMPARE(tree.value(children[0]), "1.10");
        QCOMPARE(tree.key(children[1]), "a");
        QCOMPARE(tree.value(children[1]), "1E400");
        QCOMPARE(tree.key(children[2]), "z");
        QCOMPARE(tree.value(children[2]), "1234567890123456789012345678901234567890");
    }

    void coversEveryKeyAndValueThatIsThere()
    {
        for (const Sample &sample : nastySamples()) {
            const JsonTree tree(sample.bytes);
            std::vector<ByteRange> wanted;
            JsonScanner scanner(sample.bytes);
            while (const auto token = scanner.next()) {
                if (token->isScalar() || token->opens())
                    wanted.push_back(token->range);
            }
            const auto nodes = walk(tree);
            QVERIFY2(nodes.size() == wanted.size(), sample.name);
            for (size_t i = 0; i < nodes.size(); ++i)
                QVERIFY2(tree.range(nodes[i]).from == wanted[i].from, sample.name);
            QVERIFY2(tree.isWholeJson() == isJson(sample.bytes), sample.name);
        }
    }

    void showsWhatWasReadBeforeAFault()
    {
        const JsonTree tree("{\"a\":[1,2,{\"b\":tru");
        QVERIFY(tree.fault());
        QCOMPARE(tree.value(tree.at("/a/1").node), "2");
        QCOMPARE(tree.type(tree.at("/a/2").node), JsonTree::Type::Object);
        QVERIFY(!tree.at("/a/2/b"));
        QCOMPARE(tree.bytes(tree.at("/a").node), "[1,2,{\"b\":");
    }

    void findsTheExamplesOfRfc6901()
    {
        const JsonTree tree("{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}");
        const std::vector<std::pair<QByteArray, QByteArray>> examples{{"/foo", "[\"bar\",\"baz\"]"}, {"/foo/0", "bar"}, {"/", "0"}, {"/a~1b", "1"}, {"/c%d", "2"},
                                                                     {"/e^f", "3"}, {"/g|h", "4"}, {"/i\\j", "5"}, {"/k\"l", "6"}, {"/ ", "7"}, {"/m~0n", "8"}};
        for (const auto &[pointer, value] : examples) {
            QCOMPARE(tree.value(tree.at(pointer).node), value);
            QCOMPARE(tree.pointer(tree.at(pointer).node), pointer);
        }
        QCOMPARE(tree.at("").node, tree.root());
        for (const char *none : {"foo", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/a~b", "/m~n", "/x", "/foo/0/1"})
            QVERIFY2(!tree.at(none), none);
    }

    void takesTheLastOfDuplicatesAndSaysSo()
    {
        const JsonTree tree("{\"id\":1,\"i\\u0064\":2,\"other\":3}");
        QCOMPARE(tree.value(tree.at("/id").node), "2");
        QVERIFY(tree.at("/id").isAmbiguous);
        QVERIFY(!tree.at("/other").isAmbiguous);
        const JsonTree below("{\"o\":{\"x\":1},\"o\":{\"x\":2}}");
        QVERIFY(below.at("/o/x").isAmbiguous);
    }

    void findsDottedPaths()
    {
        const JsonTree tree("{\"order\":{\"lines\":[{\"sku\":\"A\"},{\"sku\":\"B\"}],\"ship.to\":{\"zip\":7}}}");
        QCOMPARE(tree.value(tree.atPath("order.lines[1].sku").node), "B");
        QCOMPARE(tree.value(tree.atPath("order.lines.0.sku").node), "A");
        QCOMPARE(tree.value(tree.atPath("order.ship.to.zip").node), "7");
        QVERIFY(!tree.atPath("order.lines[2].sku"));
        QVERIFY(!tree.atPath("order.ship"));
        QVERIFY(!JsonTree("").atPath("a"));
    }

    void pointersLeadBackWhereTheyCameFrom()
    {
        QRandomGenerator random(5);
        for (int i = 0; i < 300; ++i) {
            const JsonTree tree(randomJson(random, 4));
            for (const Node node : walk(tree)) {
                const auto found = tree.at(tree.pointer(node));
                QVERIFY(found.isAmbiguous || found.node == node);
            }
        }
    }

    void searchesKeysAndValuesAroundTheEnd()
    {
        const JsonTree tree("{\"alpha\":\"x\",\"b\":[\"ALPHA\",\"\\u0061lpha\"],\"c\":12}");
        const JsonTree::Search search{"alpha"};
        const Node first = tree.next(search, JsonTree::none);
        const Node second = tree.next(search, first);
        const Node third = tree.next(search, second);
        QCOMPARE(tree.pointer(first), "/alpha");
        QCOMPARE(tree.pointer(second), "/b/0");
        QCOMPARE(tree.pointer(third), "/b/1");
        QCOMPARE(tree.next(search, third), first);
        QCOMPARE(tree.previous(search, first), third);
        QCOMPARE(tree.previous(search, third), second);
        QCOMPARE(tree.previous(search, JsonTree::none), third);
        QCOMPARE(tree.next({"alpha", true, true, true}, first), third);
        QCOMPARE(tree.next({"alpha", false, true, false}, JsonTree::none), second);
        QCOMPARE(tree.next({"12"}, JsonTree::none), tree.at("/c").node);
        QCOMPARE(tree.next({"nowhere"}, JsonTree::none), JsonTree::none);
        QCOMPARE(tree.next({""}, JsonTree::none), JsonTree::none);
    }

    void holdsAMillionElementsInSixteenBytesEach()
    {
        const JsonTree tree("[" + QByteArray("1,").repeated(999'999) + "2]");
        QCOMPARE(tree.entryCount(), 1'000'001);
        QCOMPARE(tree.value(tree.at("/999999").node), "2");
    }

    void stopsAtItsLimitAndSaysWhatIsLeft()
    {
        const QByteArray text = "[" + QByteArray("1,").repeated(99) + "2]";
        const JsonTree tree(text, {11, 1'000'000});
        QCOMPARE(tree.entryCount(), 11);
        QVERIFY(!tree.fault() && !tree.isWholeJson());
        QVERIFY(tree.leftOut() > 0);
        const JsonTree shortened(text, {1'000, 10});
        QCOMPARE(shortened.leftOut(), text.size() - 10);
        QVERIFY(!shortened.isWholeJson());
    }

    void answersAtAHundredThousandLevels()
    {
        const JsonTree tree(nested(100'000));
        const Node deepest = Node(tree.entryCount() - 1);
        const QByteArray pointer = tree.pointer(deepest);
        QCOMPARE(pointer.size(), 2 * 99'999);
        QCOMPARE(tree.at(pointer).node, deepest);
    }
};

QTEST_GUILESS_MAIN(TestTree)
#include "TestTree.moc"
