// SPDX-License-Identifier: GPL-3.0-or-later
//
// How soon a large JSON payload can be looked at, against reading its bytes once in the same run.
// Usage: bench_payload [megabytes]   (default 50)
#include "models/payload/Diff.h"
#include "models/payload/HexDump.h"
#include "models/payload/JsonTreeModel.h"
#include "models/payload/LineIndex.h"
#include "models/payload/Masking.h"
#include "models/payload/PrettyJson.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <numeric>

using namespace holdwatch::payload;

namespace {

constexpr int repetitions = 9;

QByteArray payload(qsizetype bytes)
{
    QByteArray text = "{\"schema_version\":3,\"rows\":[";
    text.reserve(bytes + 200);
    for (qint64 i = 0; text.size() < bytes; ++i)
        text += "{\"id\":" + QByteArray::number(i) + ",\"sku\":\"A-" + QByteArray::number(i % 997) + "\",\"price\":1.10,\"email\":\"someone@example.com\",\"tags\":[\"a\",\"b\"]},";
    text.back() = ']';
    return text + '}';
}

/// Milliseconds, the median of several.
template<typename Work>
double timeOf(Work &&work)
{
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        times.push_back(double(timer.nsecsElapsed()) / 1e6);
    }
    std::nth_element(times.begin(), times.begin() + repetitions / 2, times.end());
    return times[repetitions / 2];
}

volatile qint64 kept = 0; // so that nothing measured is optimised away

} // namespace

int main(int argc, char **argv)
{
    const qsizetype megabytes = argc > 1 ? QByteArray(argv[1]).toLongLong() : 50;
    const QByteArray bytes = payload(megabytes * 1024 * 1024);
    const SensitiveNames names;
    const double once = timeOf([&] { kept = std::accumulate(bytes.begin(), bytes.end(), qint64(0), [](qint64 sum, char c) { return sum + uchar(c); }); });
    const auto line = [once](const char *what, double time) { std::printf("%-64s %9.2f ms  %7.2f x\n", what, time, time / once); };
    std::printf("%lld MB of JSON in one line, median of %d\n\n", qlonglong(megabytes), repetitions);
    line("reading every byte once", once);
    line("first preview: raw, pretty, hex, masks and facts of 256 KB", timeOf([&] {
             const QByteArrayView first = QByteArrayView(bytes).first(pageEnd(bytes, 0));
             const MaskList masks = masksOf(bytes, names, first.size());
             const PrettyText pretty = prettyText(bytes);
             kept = displayOf(first, masks.hidden()).text.size() + displayOf(pretty.text, pretty.map.toShown(masks.hidden())).text.size() + factsOf(first).lines
                  + HexDump(bytes, masks.hidden()).row(0).hex.size();
         }));
    line("the whole: facts", timeOf([&] { kept = factsOf(bytes).lines; }));
    line("the whole: line index", timeOf([&] { kept = LineIndex(bytes).count(); }));
    line("the whole: masks", timeOf([&] { kept = qint64(masksOf(bytes, names).masks().size()); }));
    line("the whole: tree", timeOf([&] { kept = JsonTree(bytes).entryCount(); }));
    const JsonTree tree(bytes);
    line("the whole: a search that finds nothing", timeOf([&] { kept = tree.next({"nowhere"}, JsonTree::none); }));
    std::printf("\n%lld keys and values in the tree, %lld bytes beyond its limit\n", qlonglong(tree.entryCount()), qlonglong(tree.leftOut()));
    return 0;
}
