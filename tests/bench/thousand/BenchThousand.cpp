// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Session.h"
#include "app/storage/config/Settings.h"
#include "tests/support/RabbitBroker.h"
#include "ui/shell/MainWindow.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <sys/resource.h>
#include <unistd.h>

using namespace holdwatch;

namespace {

constexpr int queues = 1000;
constexpr int beatMs = 4;

/// A practice queue in a process of its own, with a thousand queues.
class PracticeServer
{
public:
    bool start(const QString &program)
    {
        m_process.start(program, {QStringLiteral("practice"), QStringLiteral("--json"), QStringLiteral("--data"), m_folder.path()});
        if (!m_process.waitForReadyRead(30'000))
            return false;
        access = QJsonDocument::fromJson(m_process.readLine()).object();
        return createQueues();
    }
    ~PracticeServer()
    {
        m_process.terminate();
        m_process.waitForFinished();
    }

    QJsonObject access;

private:
    bool createQueues()
    {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.addCaCertificates(access[QStringLiteral("ca_file")].toString());
        QNetworkAccessManager manager;
        for (int i = 0; i < queues; ++i) {
            QNetworkRequest request(QUrl(access[QStringLiteral("url")].toString() + QStringLiteral("/v1/queue/create")));
            request.setSslConfiguration(tls);
            request.setRawHeader("Authorization", "Bearer " + access[QStringLiteral("key")].toString().toLatin1());
            request.setRawHeader("Idempotency-Key", "bench-" + QByteArray::number(i));
            request.setHeader(QNetworkRequest::ContentTypeHeader, QStringLiteral("application/json"));
            QNetworkReply *reply = manager.post(request, R"({"name":"bench-)" + QByteArray::number(i) + R"("})");
            QEventLoop loop;
            QObject::connect(reply, &QNetworkReply::finished, &loop, &QEventLoop::quit);
            loop.exec();
            if (reply->error() != QNetworkReply::NoError)
                return false;
            reply->deleteLater();
        }
        return true;
    }

    QTemporaryDir m_folder;
    QProcess m_process;
};

double cpuSeconds()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double residentMegabytes()
{
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly))
        return 0;
    return statm.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

/// How late the window's thread comes to a timer of a few milliseconds: everything that holds it up.
class StallMeter : public QObject
{
public:
    StallMeter()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_late.append(std::max(0.0, double(m_clock.nsecsElapsed()) / 1e6 - beatMs));
            m_clock.restart();
        });
        m_clock.start();
        m_timer.start(beatMs);
    }
    double quantile(double share)
    {
        std::sort(m_late.begin(), m_late.end());
        return m_late.isEmpty() ? 0 : m_late[qsizetype(share * double(m_late.size() - 1))];
    }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    QVector<double> m_late;
};

void spin(int seconds)
{
    QEventLoop loop;
    QTimer::singleShot(Seconds(seconds), &loop, &QEventLoop::quit);
    loop.exec();
}

int measure(const char *name, const QJsonObject &connection, int seconds)
{
    QTemporaryDir profile;
    QFile file(profile.filePath(QStringLiteral("connections.json")));
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("schema"), 1}, {QStringLiteral("connections"), QJsonArray{connection}}}).toJson());
    file.close();
    auto session = bootstrap::Session::open(profile.path());
    if (!session)
        return 1;
    storage::Settings settings((*session)->profile().settingsFile());
    ui::MainWindow window({(*session)->monitor(), (*session)->connections(), (*session)->access(), (*session)->practice(), (*session)->deadLetters(), (*session)->redrive()}, (*session)->clock(), settings);
    int samples = 0;
    QObject::connect(&(*session)->monitor(), &MonitorPort::statusesChanged, &window, [&](const QVector<QueueStatus> &changed) { samples += int(changed.size()); });
    window.show();
    (*session)->start();
    spin(15); // the first listing, the first layout
    const double cpuBefore = cpuSeconds(), memoryBefore = residentMegabytes();
    samples = 0;
    StallMeter stalls;
    spin(seconds);
    std::printf("%-22s %8d %9.1f %% %8.1f %8.1f %8.1f %9.0f %9.0f\n", name, samples, 100.0 * (cpuSeconds() - cpuBefore) / seconds, stalls.quantile(0.5), stalls.quantile(0.99),
                stalls.quantile(1.0), memoryBefore, residentMegabytes());
    std::fflush(stdout);
    return 0;
}

QJsonObject connectionOf(const QString &provider, const QString &url, const QString &caFile, const QString &user)
{
    QJsonObject connection{{QStringLiteral("name"), QStringLiteral("Bench")}, {QStringLiteral("provider"), provider}, {QStringLiteral("url"), url},
                           {QStringLiteral("ca_file"), caFile}, {QStringLiteral("key_env"), QStringLiteral("HOLDWATCH_BENCH_KEY")},
                           {QStringLiteral("poll_interval"), QStringLiteral("5s")}, {QStringLiteral("proxy"), QStringLiteral("none")}};
    if (!user.isEmpty())
        connection.insert(QStringLiteral("user"), user);
    return connection;
}

} // namespace

/// bench_thousand HOLDWATCH [SECONDS]: a window over 1,000 queues polled every 5 s, first of a practice queue
/// in another process, then of a RabbitMQ where there is one.
int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_thousand HOLDWATCH [SECONDS]\n");
        return 2;
    }
    const int seconds = argc > 2 ? atoi(argv[2]) : 60;
    std::printf("%-22s %8s %11s %8s %8s %8s %9s %9s\n", "1,000 queues, 5 s", "samples", "CPU, core", "median", "p99", "longest", "MB before", "MB after");
    {
        PracticeServer server;
        if (!server.start(QString::fromLocal8Bit(argv[1])))
            return 1;
        qputenv("HOLDWATCH_BENCH_KEY", server.access[QStringLiteral("key")].toString().toLatin1());
        measure("practice (Infrai)", connectionOf(QStringLiteral("infrai"), server.access[QStringLiteral("url")].toString(), server.access[QStringLiteral("ca_file")].toString(), {}), seconds);
    }
    if (const QString missing = test::RabbitBroker::missing(); !missing.isEmpty()) {
        std::printf("RabbitMQ: not measured, %s\n", qPrintable(missing));
        return 0;
    }
    test::RabbitBroker broker;
    bool ready = broker.start();
    for (int i = 0; ready && i < queues; ++i)
        ready = broker.declareQueue(QStringLiteral("/"), QStringLiteral("bench-%1").arg(i));
    if (!ready)
        return 1;
    qputenv("HOLDWATCH_BENCH_KEY", broker.password());
    return measure("RabbitMQ", connectionOf(QStringLiteral("rabbitmq"), broker.url().toString(), broker.caFile(), QString::fromLatin1(broker.user())), seconds);
}
