// SPDX-License-Identifier: GPL-3.0-or-later
// Time from handing a message to the view until its first frame is painted, against QTextEdit::setPlainText of the
// same bytes and its first frame, in the same run. bench_message [MEGABYTES…], by default 1 10 50. The ratio is of processor time.
#include "app/decode/Unpacker.h"
#include "tests/support/MessageSamples.h"
#include "ui/common/Style.h"
#include "ui/message/MessageView.h"
#include "ui/message/PayloadTab.h"
#include "ui/message/TextPane.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTextEdit>
#include <QThreadPool>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

constexpr int rounds = 5;

double medianOf(QVector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double millis(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/// Processor time that this thread has used: what it costs whatever else the machine does.
double threadMillis()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

struct Cost
{
    double wall = 0;
    double processor = 0;
    double scroll = 0; ///< processor time of the slowest frame
};

Cost ours(const MessageSample &sample, const decode::Unpacker &unpacker)
{
    ui::MessageView view({&unpacker, nullptr, {}});
    view.resize(900, 700);
    view.show();
    view.grab();
    QElapsedTimer timer;
    timer.start();
    const double before = threadMillis();
    view.show(sample.letter, sample.row);
    view.grab();
    Cost cost{millis(timer), threadMillis() - before, 0};
    auto *raw = view.findChild<ui::TextPane *>(QStringLiteral("payloadRaw"));
    QVector<double> frames;
    for (int i = 0; i < 50; ++i) {
        const double start = threadMillis();
        raw->verticalScrollBar()->setValue(i * 37);
        raw->grab();
        frames << threadMillis() - start;
    }
    std::sort(frames.begin(), frames.end());
    cost.scroll = frames.last();
    return cost;
}

Cost naive(const QByteArray &payload)
{
    QTextEdit edit;
    edit.setReadOnly(true);
    edit.resize(900, 700);
    edit.show();
    edit.grab();
    QElapsedTimer timer;
    timer.start();
    const double before = threadMillis();
    edit.setPlainText(QString::fromUtf8(payload));
    edit.grab();
    return {millis(timer), threadMillis() - before, 0};
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    QApplication::setStyle(new ui::Style);
    const decode::Unpacker unpacker;
    QStringList sizes = app.arguments().mid(1);
    if (sizes.isEmpty())
        sizes = {QStringLiteral("1"), QStringLiteral("10"), QStringLiteral("50")};
    std::printf("%8s %14s %14s %14s %14s %10s %18s\n", "MB", "ours, wall ms", "processor ms", "QTextEdit wall", "processor ms", "ratio", "slowest frame ms");
    for (const QString &size : sizes) {
        MessageSample sample = messageSample(QStringLiteral("order"), UtcTime{});
        sample.letter.payload = jsonOfSize(size.toInt() * 1'000'000, false);
        sample.letter.payloadSize = sample.letter.payload.size();
        QVector<double> wall;
        QVector<double> processor;
        QVector<double> scroll;
        for (int i = 0; i < rounds; ++i) {
            const Cost cost = ours(sample, unpacker);
            wall << cost.wall;
            processor << cost.processor;
            scroll << cost.scroll;
            QThreadPool::globalInstance()->waitForDone(); // what reads on is not to be measured with the next
        }
        const Cost edit = naive(sample.letter.payload);
        std::printf("%8s %14.1f %14.1f %14.1f %14.1f %9.0fx %18.1f\n", qPrintable(size), medianOf(wall), medianOf(processor), edit.wall, edit.processor,
                    edit.processor / medianOf(processor), medianOf(scroll));
        std::fflush(stdout);
    }
    return 0;
}
