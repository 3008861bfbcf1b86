// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a redrive file with 100,000 messages: reading, verifying, parsing. Baseline: each byte of the same file hashed once (SHA-256).
// Usage: bench_redrivefile [messages]
#include "tests/support/redrive/RedriveSamples.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTextStream>

#include <algorithm>
#include <functional>

using namespace holdwatch;

namespace {

double medianMillis(const std::function<void()> &work)
{
    QVector<double> times;
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        work();
        times << double(timer.nsecsElapsed()) / 1e6;
    }
    std::sort(times.begin(), times.end());
    return times.at(2);
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
    const double sign = medianMillis([&] { made = test::signedPlan(plan); });
    const storage::RedriveFile file{made, {}};
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.redrive"));
    const double write = medianMillis([&] { (void)file.write(path); });
    const QByteArray bytes = file.toJson();
    const double hash = medianMillis([&] { (void)QCryptographicHash::hash(bytes, QCryptographicHash::Sha256); });
    bool isGood = true;
    const double open = medianMillis([&] {
        const auto read = storage::RedriveFile::read(path);
        isGood = isGood && read && read->plan->signatureProblem().isEmpty() && read->plan->plan().items.size() == messages;
    });
    const double parse = medianMillis([&] { isGood = isGood && storage::readPlan(made->envelope().payload); });
    const double verify = medianMillis([&] { isGood = isGood && made->envelope().holds(plan.requester.publicKey, storage::SignedPlan::payloadType); });
    out << messages << " messages, file " << bytes.size() / 1000000.0 << " MB, " << (isGood ? "good" : "BAD") << '\n'
        << "  hash once (baseline)     " << hash << " ms\n"
        << "  open and verify          " << open << " ms, " << open / hash << " x\n"
        << "    of that: parse plan    " << parse << " ms\n"
        << "    of that: signature     " << verify << " ms\n"
        << "  sign                     " << sign << " ms\n"
        << "  write durably            " << write << " ms\n";
    return isGood ? 0 : 1;
}
