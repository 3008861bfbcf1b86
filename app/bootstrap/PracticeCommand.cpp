// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/PracticeCommand.h"

#include "app/bootstrap/Logging.h"
#include "app/bootstrap/StopSignals.h"
#include "app/bootstrap/Usage.h"
#include "app/practice/PracticeHost.h"
#include "app/practice/workload/PracticeControl.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

struct Wishes
{
    QString folder;
    practice::HostOptions host;
    QString dialect;
    QString scenario; ///< of the workload beside the queue, or noScenario
    double speed = 1;
    bool json = false;
};

const QString noScenario = QStringLiteral("none");

void addOptions(QCommandLineParser &parser)
{
    const QString usualFolder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/holdwatch/practice-server");
    parser.setApplicationDescription(QStringLiteral("Serves the practice queue over HTTPS on this computer only, with a workload beside it."));
    parser.addHelpOption();
    parser.addOptions({
        {QStringLiteral("port"), QStringLiteral("Port to listen on (default: a free one)."), QStringLiteral("N"), QStringLiteral("0")},
        {QStringLiteral("data"), QStringLiteral("Folder for queues, key and certificate."), QStringLiteral("DIR"), usualFolder},
        {QStringLiteral("dialect"), QStringLiteral("Field names and units: a, b or c."), QStringLiteral("a|b|c"), QStringLiteral("a")},
        {QStringLiteral("scenario"), QStringLiteral("Story that the workload tells: none, %1.").arg(practice::scenarioIds().join(QStringLiteral(", "))),
         QStringLiteral("NAME"), practice::defaultScenarioId()},
        {QStringLiteral("speed"), QStringLiteral("Speed of the workload, %1 to %2.").arg(practice::slowestSpeed).arg(practice::fastestSpeed), QStringLiteral("X"),
         QStringLiteral("1")},
        {QStringLiteral("json"), QStringLiteral("Print url, key and files as one line of JSON.")},
    });
}

/// What is wrong with the arguments, or nothing.
std::optional<QString> readWishes(const QCommandLineParser &parser, Wishes &wishes)
{
    if (!parser.positionalArguments().isEmpty())
        return QStringLiteral("\"%1\" is not understood.").arg(parser.positionalArguments().first());
    bool isPort = false;
    wishes.host.port = parser.value(QStringLiteral("port")).toUShort(&isPort);
    if (!isPort)
        return QStringLiteral("--port takes a number from 0 to 65535.");
    wishes.dialect = parser.value(QStringLiteral("dialect")).toLower();
    const auto dialect = practice::dialectFromWord(wishes.dialect);
    if (!dialect)
        return QStringLiteral("--dialect is a, b or c.");
    wishes.host.api.dialect = *dialect;
    wishes.scenario = parser.value(QStringLiteral("scenario"));
    if (wishes.scenario != noScenario && !practice::scenarioIds().contains(wishes.scenario))
        return QStringLiteral("--scenario is none or one of: %1.").arg(practice::scenarioIds().join(QStringLiteral(", ")));
    bool isNumber = false;
    wishes.speed = parser.value(QStringLiteral("speed")).toDouble(&isNumber);
    if (!isNumber || !(wishes.speed >= practice::slowestSpeed && wishes.speed <= practice::fastestSpeed))
        return QStringLiteral("--speed takes a number from %1 to %2.").arg(practice::slowestSpeed).arg(practice::fastestSpeed);
    if (wishes.scenario == noScenario && parser.isSet(QStringLiteral("speed")))
        return QStringLiteral("--speed is the speed of a scenario's workload, and --scenario none has none.");
    wishes.folder = QDir(parser.value(QStringLiteral("data"))).absolutePath();
    wishes.json = parser.isSet(QStringLiteral("json"));
    return std::nullopt;
}

void print(const practice::PracticeAccess &access, const Wishes &wishes)
{
    const QString key = QString::fromLatin1(access.key.expose());
    if (wishes.json) {
        const QJsonObject line{{QStringLiteral("url"), access.url.toString()}, {QStringLiteral("key"), key},
                               {QStringLiteral("key_file"), access.keyFile}, {QStringLiteral("ca_file"), access.caFile},
                               {QStringLiteral("data"), wishes.folder}, {QStringLiteral("dialect"), wishes.dialect},
                               {QStringLiteral("scenario"), wishes.scenario}};
        std::printf("%s\n", QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
    } else {
        std::printf("url: %s\nkey: %s\nkey file: %s\nca file: %s\ndata: %s\nscenario: %s\n", qPrintable(access.url.toString()), qPrintable(key),
                    qPrintable(access.keyFile), qPrintable(access.caFile), qPrintable(wishes.folder), qPrintable(wishes.scenario));
    }
    std::fflush(stdout);
}

int serve(Wishes wishes)
{
    Redactor redactor;
    const Logging logging(QString(), redactor);
    practice::PracticeHost host;
    const StopSignals stopSignals([] { QCoreApplication::quit(); });
    QObject::connect(&host, &practice::PracticeHost::started, [&] {
        const practice::PracticeAccess access = host.access();
        redactor.know(access.key);
        print(access, wishes);
    });
    QObject::connect(&host, &practice::PracticeHost::failed, [](const Error &error) {
        std::fprintf(stderr, "holdwatch practice: %s\n", qPrintable(toSentence(error)));
        QCoreApplication::exit(exitCodeForTrouble);
    });
    if (wishes.scenario != noScenario) {
        practice::WorkloadRunner::Options workload;
        workload.ledgerPath = wishes.folder + QStringLiteral("/ledger.sqlite");
        workload.scenario = wishes.scenario;
        workload.speed = wishes.speed;
        wishes.host.beside = practice::workloadBesideQueue(workload, nullptr);
    }
    host.start(wishes.folder, wishes.host);
    return QCoreApplication::exec();
}

} // namespace

int runPractice(QStringList arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    arguments.prepend(QStringLiteral("holdwatch practice"));
    if (!parser.parse(arguments)) {
        std::fprintf(stderr, "holdwatch practice: %s\n", qPrintable(parser.errorText()));
        return exitCodeForTrouble;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        std::fputs(qPrintable(parser.helpText()), stdout);
        return 0;
    }
    Wishes wishes;
    if (const auto problem = readWishes(parser, wishes)) {
        std::fprintf(stderr, "holdwatch practice: %s\n", qPrintable(*problem));
        return exitCodeForTrouble;
    }
    return serve(std::move(wishes));
}

} // namespace holdwatch::bootstrap
