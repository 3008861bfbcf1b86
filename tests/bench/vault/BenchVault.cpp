// SPDX-License-Identifier: GPL-3.0-or-later
//
// What it takes to keep dead letters: pages of 500 through the vault's thread, as a reading does it, then telling them again,
// reading the same dead set anew, and erasing. Usage: bench_vault [letters] [bytes each]   (default: 1000000 1024)
#include "app/storage/deadletters/DeadLetterVault.h"
#include "models/deadletters/LetterRowMaker.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::storage;

namespace {

constexpr int lettersAPage = 500;
const QueueId deadSet{ConnectionId(QStringLiteral("shop")), QStringLiteral("orders.dlq")};

RowMaker rowMaker(const ClassRules &rules, const QString &provider)
{
    const auto maker = std::make_shared<LetterRowMaker>(rules, provider);
    return [maker](const DeadLetter &letter, LetterNumber number) { return maker->row(letter, number); };
}

DeadLetter letter(qint64 number, int bytes)
{
    DeadLetter each;
    each.id = MessageId(QStringLiteral("018f3a2c-5d1e-7c44-9b1a-%1").arg(number, 12, 10, QLatin1Char('0')));
    each.payload = "{\"idempotency_key\":\"reserve-inventory:" + QByteArray::number(number) + ":1\",\"schema_version\":3,\"filler\":\"";
    each.payload += QByteArray(std::max<qsizetype>(0, bytes - each.payload.size() - 2), 'x') + "\"}";
    each.payloadSize = each.payload.size();
    each.contentType = QStringLiteral("application/json");
    each.error = QStringLiteral("unsupported schema version 3: this consumer knows up to 2");
    each.originQueue = QStringLiteral("orders");
    each.diedAt = fromEpochMillis(1'764'500'000'000 + number);
    each.expiresAt = *each.diedAt + std::chrono::hours(24 * 14);
    return each;
}

template<typename T, typename Question>
T asked(DeadLetterVault &vault, Question question)
{
    std::optional<T> answer;
    QEventLoop loop;
    vault.ask<T>(&loop, question, [&](T given) {
        answer.emplace(std::move(given));
        loop.quit();
    });
    loop.exec();
    return *std::move(answer);
}

double residentMegabytes()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:"))
            return line.mid(6).trimmed().split(' ').front().toDouble() / 1024;
    }
    return 0;
}

double seconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e9;
}

void store(DeadLetterVault &vault, qint64 count, int bytes, const char *what)
{
    QElapsedTimer all;
    all.start();
    double first = 0;
    double slowest = 0;
    double making = 0;
    for (qint64 from = 0; from < count; from += lettersAPage) {
        QElapsedTimer made;
        made.start();
        LetterPage page;
        page.isFirst = from == 0;
        page.state.stage = ReadingState::Stage::Reading;
        page.state.capturedAt = fromEpochMillis(1'764'600'000'000 + (what[0] == 'a' ? 1 : 0));
        page.state.seen = std::min(count, from + lettersAPage);
        for (qint64 number = from; number < page.state.seen; ++number)
            page.letters.append(letter(number, bytes));
        making += seconds(made);
        QElapsedTimer one;
        one.start();
        asked<PageAdded>(vault, [&page](VaultWorker &worker) { return worker.add(deadSet, page); });
        slowest = std::max(slowest, seconds(one));
        if (from == 0)
            first = seconds(one);
    }
    const double total = seconds(all) - making;
    std::printf("%-22s %8.1f s  %9.0f letters/s  first rows after %.1f ms, slowest page %.1f ms\n", what, total, double(count) / total, first * 1e3, slowest * 1e3);
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const QCoreApplication app(argc, argv);
    const qint64 count = argc > 1 ? QByteArray(argv[1]).toLongLong() : 1'000'000;
    const int bytes = argc > 2 ? QByteArray(argv[2]).toInt() : 1024;
    const QTemporaryDir folder(QStringLiteral("bench-vault-XXXXXX"));
    const QString file = folder.filePath(QStringLiteral("deadletters.sqlite"));
    SystemClock clock;
    VaultOptions options;
    options.rowMaker = rowMaker;
    options.keepFor = std::chrono::hours(24 * 3650);
    DeadLetterVault vault(file, clock, options);
    vault.tell([](VaultWorker &worker) { worker.setRules(builtInRules(), false); });
    std::printf("%lld letters of %d bytes\n", static_cast<long long>(count), bytes);
    store(vault, count, bytes, "stored");
    std::printf("%-22s %8.0f MB, log %.0f MB; memory at most %.0f MB\n", "file", double(QFileInfo(file).size()) / 1e6,
                double(QFileInfo(file + QStringLiteral("-wal")).size()) / 1e6, residentMegabytes());
    QElapsedTimer timer;
    timer.start();
    qint64 told = 0;
    for (qint64 from = 0; from < count;) {
        const auto rows = asked<std::vector<DeadLetterRow>>(vault, [from](VaultWorker &worker) { return worker.rows(deadSet, from, 5'000); });
        if (rows.empty())
            break;
        if (from == 0)
            std::printf("%-22s %8.1f ms\n", "first 5,000 told again", seconds(timer) * 1e3);
        told += qint64(rows.size());
        from = rows.back().number + 1;
    }
    std::printf("%-22s %8.1f s  %lld rows\n", "told again", seconds(timer), static_cast<long long>(told));
    store(vault, count, bytes, "again, the old erased");
    timer.restart();
    QEventLoop loop;
    vault.erase(std::nullopt, &loop, [&](const Result<void> &) { loop.quit(); });
    loop.exec();
    std::printf("%-22s %8.1f s  file %.0f MB left\n", "erased", seconds(timer), double(QFileInfo(file).size()) / 1e6);
    return 0;
}
