// SPDX-License-Identifier: GPL-3.0-or-later
// Start to first painted window of the program, against a bare window with one chart, in the same run.
// bench_startup HOLDWATCH [ROUNDS]; run it on an X display of its own: xvfb-run -a -s "-screen 0 1400x900x24" …
// Both are watched from outside, by the pixels of the screen, so the product needs no switch for it.
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QImage>
#include <QPixmap>
#include <QProcess>
#include <QScreen>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace {

constexpr int givesUpAfter = 60'000; // ms

/// Several places: a window's frame may come before its content, and a page may be quiet in one of them.
QVector<QRgb> screenPixels()
{
    QVector<QRgb> pixels;
    for (const QPoint place : {QPoint(12, 60), QPoint(400, 300), QPoint(640, 400), QPoint(900, 500)})
        pixels.append(QGuiApplication::primaryScreen()->grabWindow(0, place.x(), place.y(), 1, 1).toImage().pixel(0, 0));
    return pixels;
}

bool isPainted(const QVector<QRgb> &empty)
{
    const QVector<QRgb> now = screenPixels();
    for (int i = 0; i < now.size(); ++i) {
        if (now[i] == empty[i])
            return false;
    }
    return true;
}

std::optional<double> millisToFirstPaint(const QString &program, const QStringList &arguments)
{
    const QVector<QRgb> empty = screenPixels();
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    std::optional<double> painted;
    while (!painted && timer.elapsed() < givesUpAfter && process.state() != QProcess::NotRunning) {
        if (isPainted(empty))
            painted = timer.nsecsElapsed() / 1e6;
        else
            QThread::usleep(500);
    }
    process.terminate();
    if (!process.waitForFinished(10'000))
        process.kill();
    process.waitForFinished();
    while (!(screenPixels() == empty) && timer.elapsed() < givesUpAfter)
        QThread::msleep(5);
    return painted;
}

} // namespace

int main(int argc, char **argv)
{
    QGuiApplication app(argc, argv);
    if (argc < 2 || QGuiApplication::platformName() != QLatin1String("xcb")) {
        std::puts("usage: bench_startup HOLDWATCH [ROUNDS], on an empty X display");
        return 2;
    }
    const QString bare = QCoreApplication::applicationDirPath() + QStringLiteral("/bench_startup_bare");
    const int rounds = argc > 2 ? QByteArray(argv[2]).toInt() : 7;
    QVector<double> bareTimes;
    QVector<double> ownTimes;
    for (int round = 0; round <= rounds; ++round) {
        QTemporaryDir profile;
        const auto floor = millisToFirstPaint(bare, {});
        const auto own = millisToFirstPaint(QString::fromLocal8Bit(argv[1]), {QStringLiteral("--profile"), profile.path()});
        if (!floor || !own) {
            std::printf("no window of %s was painted\n", floor ? argv[1] : "the bare program");
            return 1;
        }
        if (round == 0)
            continue; // warms the file cache
        bareTimes.append(*floor);
        ownTimes.append(*own);
    }
    std::sort(bareTimes.begin(), bareTimes.end());
    std::sort(ownTimes.begin(), ownTimes.end());
    const double floor = bareTimes[rounds / 2];
    const double own = ownTimes[rounds / 2];
    std::printf("Start to first painted window, median of %d\n%-28s %8.1f ms\n%-28s %8.1f ms %6.2fx\n", rounds, "bare window with one chart", floor,
                "Holdwatch, empty profile", own, own / floor);
    return 0;
}
