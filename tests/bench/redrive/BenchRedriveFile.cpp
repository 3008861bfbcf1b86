// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a redrive file with 100,000 messages: reading, verifying, parsing. Baseline: each byte of the same file hashed once (SHA-256).
// Processor time beside the clock's, since a busy machine lengthens only the latter.
// Usage: bench_redrivefile [messages]
#include "tests/support/redrive/RedriveSamples.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTextStream>

#include <algorithm>
#include <ctime>
#include <functional>

using namespace holdwatch;

namespace {

struct Taken
{
    double wall = 0; ///< ms
    double processor = 0;
};

Taken median(const std::function<void()> &work)
{
    QVector<double> wall;
    QVector<double> processor;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        const std::clock_t before = std::clock();
        work();
        processor << double(std::clock() - before) * 1000 / CLOCKS_PER_SEC;
        wall << double(timer.nsecsElapsed()) / 1e6;
    }
    std::sort(wall.begin(), wall.end());
    std::sort(processor.begin(), processor.end());
    return {wall.at(2), processor.at(2)};
}

} // namespace

int main(int argc, char **argv)
{
    const int messages = argc > 1 ? QByteArray(argv[1]).toInt() : 100000;
    RedrivePlan plan = test::smallPlan(messages);
    for (PlanItem &item : plan.items) {
        item.id = MessageId(QStringLiteral("7c9e6679-7425-40de-944b-%1").arg(item.ordinal, 12, 10, QLatin1Char('0')));
        item.digest = QCryptographicHash::hash(QByteArray::number(item.ordinal), QCryptographicHash::Sha256);
        item.size = 900 + item.ordinal % 300;
        item.deliveries = 3;
    }
    QTextStream out(stdout);
    std::optional<storage::SignedPlan> made;
    const Taken sign = median([&] { made = test::signedPlan(plan); });
    const storage::RedriveFile file{made, {}};
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.redrive"));
    const Taken write = median([&] { (void)file.write(path); });
    const QByteArray bytes = file.toJson();
    const Taken hash = median([&] { (void)QCryptographicHash::hash(bytes, QCryptographicHash::Sha256); });
    bool isGood = true;
    const Taken open = median([&] {
        const auto read = storage::RedriveFile::read(path);
        isGood = isGood && read && read->plan->signatureProblem().isEmpty() && read->plan->plan().items.size() == messages;
    });
    const Taken parse = median([&] { isGood = isGood && storage::readPlan(made->envelope().payload); });
    const Taken verify = median([&] { isGood = isGood && made->envelope().holds(plan.requester.publicKey, storage::SignedPlan::payloadType); });
    const auto line = [&](const char *what, const Taken &taken) {
        out << qSetFieldWidth(28) << Qt::left << what << qSetFieldWidth(0) << taken.wall << " ms, processor " << taken.processor << " ms, " << taken.processor / hash.processor << " x\n";
    };
    out << messages << " messages, file " << double(bytes.size()) / 1e6 << " MB, " << (isGood ? "good" : "BAD") << '\n';
    line("hash once (baseline)", hash);
    line("open and verify", open);
    line("  of that: parse the plan", parse);
    line("  of that: the signature", verify);
    line("sign", sign);
    line("write durably", write);
    return isGood ? 0 : 1;
}
