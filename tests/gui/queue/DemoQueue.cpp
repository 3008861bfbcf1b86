// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/AlertLogModel.h"
#include "models/alerts/OpenAlertsModel.h"
#include "models/connections/ConnectionModel.h"
#include "models/queue/QueueTableModel.h"
#include "tests/support/DemoStory.h"
#include "tests/support/FakeConnections.h"
#include "tests/support/FakeDeadLetters.h"
#include "tests/support/FakeMonitor.h"
#include "tests/support/FakePractice.h"
#include "tests/support/FakeRedrive.h"
#include "tests/support/MemorySettings.h"
#include "tests/support/QueueStory.h"
#include "ui/common/Style.h"
#include "ui/common/Theme.h"
#include "ui/practice/PracticePage.h"
#include "ui/queue/QueuePage.h"
#include "ui/queue/ToleranceDialog.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>
#include <QToolButton>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

/// Practice's own words, as its adapter gives them.
QVector<MetricMeaning> meanings()
{
    return {{QStringLiteral("oldest_age"), Obtained::Reported, QStringLiteral("since the oldest unfinished due message became due; in flight counts"), QStringLiteral("oldest_age_seconds"), {}, {}},
            {QStringLiteral("depth"), Obtained::Reported, QStringLiteral("ready to deliver"), QStringLiteral("ready"), {}, {}}};
}

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QCommandLineParser options;
    options.addHelpOption();
    options.addOptions({{QStringLiteral("story"), QStringLiteral("sawtooth, breach, no-age or quiet"), QStringLiteral("name"), QStringLiteral("breach")},
                        {QStringLiteral("size"), QStringLiteral("1280x800"), QStringLiteral("WxH"), QStringLiteral("1280x800")},
                        {QStringLiteral("dark"), QStringLiteral("dark theme")},
                        {QStringLiteral("minutes"), QStringLiteral("stretch shown"), QStringLiteral("n"), QStringLiteral("60")},
                        {QStringLiteral("unfold"), QStringLiteral("show what the source says")},
                        {QStringLiteral("tolerance"), QStringLiteral("the tolerance editor instead")},
                        {QStringLiteral("practice"), QStringLiteral("the practice panel instead")},
                        {QStringLiteral("live"), QStringLiteral("a sample every second")},
                        {QStringLiteral("shot"), QStringLiteral("write a picture and end"), QStringLiteral("file")}});
    options.process(app);
    QApplication::setStyle(new ui::Style);
    QApplication::setPalette((options.isSet(QStringLiteral("dark")) ? ui::Theme::darkTheme() : ui::Theme::light()).palette());

    const QString name = options.value(QStringLiteral("story"));
    using Kind = QueueStory::Kind;
    const Kind kind = name == QLatin1String("sawtooth") ? Kind::Sawtooth : name == QLatin1String("no-age") ? Kind::NoAge : name == QLatin1String("quiet") ? Kind::Quiet : Kind::Breach;
    SystemClock clock;
    QueueStory story(kind, clock.now());
    FakeMonitor monitor;
    monitor.story = [&](const HistoryQuery &query) { return story.slice(query); };
    MemorySettings settings;
    QueueTableModel queues(clock);
    OpenAlertsModel alerts(clock);
    AlertLogModel log;
    ConnectionModel connections(clock);
    for (ConnectionStatus connection : demoConnections(clock.now())) {
        connection.system = QStringLiteral("Holdwatch practice queue");
        connection.pollingCost = QStringLiteral("one request a queue and poll, free");
        connection.meanings = meanings();
        connections.apply(connection);
    }
    queues.update(options.isSet(QStringLiteral("practice")) ? demoQueues(clock.now()) : QVector<QueueStatus>{story.status()});

    FakePractice workload;
    FakeConnections configured;
    FakeDeadLetters letters;
    FakeRedrive redrives;
    ui::PracticePage practice({monitor, clock, settings, queues, alerts, log, connections, configured, letters, redrives}, workload);
    ui::QueuePage page({monitor, clock, settings, queues, alerts, log, connections, configured, letters, redrives});
    const QStringList size = options.value(QStringLiteral("size")).split(QLatin1Char('x'));
    page.resize(size.value(0).toInt(), size.value(1).toInt());
    practice.resize(page.size());
    page.setScope({{}, {}, Minutes(options.value(QStringLiteral("minutes")).toInt()), Zone::Utc});
    page.showQueue(story.status().queue.id);
    ui::ToleranceDialog dialog(monitor, clock, story.status(), Zone::Utc);
    QWidget *shown = &page;
    if (options.isSet(QStringLiteral("tolerance")))
        shown = &dialog;
    else if (options.isSet(QStringLiteral("practice")))
        shown = &practice;
    shown->show();
    if (options.isSet(QStringLiteral("unfold")))
        page.findChild<QToolButton *>(QStringLiteral("sourceToggle"))->click();

    QTimer ticking;
    QObject::connect(&ticking, &QTimer::timeout, [&] {
        story.setNow(clock.now());
        queues.update({story.status()});
    });
    if (options.isSet(QStringLiteral("live")))
        ticking.start(1000);
    if (options.isSet(QStringLiteral("shot")))
        QTimer::singleShot(900, [&] {
            shown->grab().save(options.value(QStringLiteral("shot")));
            QApplication::quit();
        });
    return QApplication::exec();
}
