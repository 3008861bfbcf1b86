// SPDX-License-Identifier: GPL-3.0-or-later
// Time from handing a message to the view until its first frame is painted, against QTextEdit::setPlainText of the
// same bytes and its first frame, in the same run. bench_message [MEGABYTES…], by default 1 10 50.
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

double ours(const MessageSample &sample, const decode::Unpacker &unpacker, double &scroll)
{
    ui::MessageView view({&unpacker, nullptr, {}});
    view.resize(900, 700);
    view.show();
    view.grab();
    QElapsedTimer timer;
    timer.start();
    view.show(sample.letter, sample.row);
    view.grab();
    const double first = millis(timer);
    auto *raw = view.findChild<ui::TextPane *>(QStringLiteral("payloadRaw"));
    QVector<double> frames;
    for (int i = 0; i < 50; ++i) {
        timer.restart();
        raw->verticalScrollBar()->setValue(i * 37);
        raw->grab();
        frames << millis(timer);
    }
    scroll = *std::max_element(frames.begin(), frames.end());
    return first;
}

double naive(const QByteArray &payload)
{
    QTextEdit edit;
    edit.setReadOnly(true);
    edit.resize(900, 700);
    edit.show();
    edit.grab();
    QElapsedTimer timer;
    timer.start();
    edit.setPlainText(QString::fromUtf8(payload));
    edit.grab();
    return millis(timer);
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
    std::printf("%8s %22s %22s %10s %22s\n", "MB", "first paint, ms", "QTextEdit, ms", "ratio", "slowest scroll, ms");
    for (const QString &size : sizes) {
        MessageSample sample = messageSample(QStringLiteral("order"), UtcTime{});
        sample.letter.payload = jsonOfSize(size.toInt() * 1'000'000, false);
        sample.letter.payloadSize = sample.letter.payload.size();
        QVector<double> view;
        QVector<double> scrolls;
        for (int i = 0; i < rounds; ++i) {
            double scroll = 0;
            view << ours(sample, unpacker, scroll);
            scrolls << scroll;
            QThreadPool::globalInstance()->waitForDone(); // what reads on is not to be measured with the next
        }
        const double edit = naive(sample.letter.payload);
        std::printf("%8s %22.1f %22.1f %9.0fx %22.1f\n", qPrintable(size), medianOf(view), edit, edit / medianOf(view), medianOf(scrolls));
        std::fflush(stdout);
    }
    return 0;
}
