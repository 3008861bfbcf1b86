// SPDX-License-Identifier: GPL-3.0-or-later
// window_demo [--extra N] [--theme light|dark] [--page KEY] [--select NAME] [--size WxH] [--shot FILE] [--state empty|waiting|failing|paused] [--dialog diagnostics|connection|remove|unlock|confirm|tolerance|maintenance|approve|refuse|breakglass|reconcile|people|review|start|correct]
// On the audit page --state is broken, reading, unreadable, nothing or readonly.
// On the redrive page --state is one of its own: none, draft, flawed, drafting, nokeychain, norosters, all, or see redriveStates().
#include "models/core/Time.h"
#include "tests/support/AuditStory.h"
#include "tests/support/DemoStory.h"
#include "models/access/WriteAccess.h"
#include "tests/support/FakeConnections.h"
#include "models/deadletters/LetterRowMaker.h"
#include "tests/support/FakeDeadLetters.h"
#include "tests/support/LetterStory.h"
#include "tests/support/FakeDiagnostics.h"
#include "tests/support/FakeMonitor.h"
#include "tests/gui/demo/RedriveDemo.h"
#include "tests/support/MemorySettings.h"
#include "ui/alerts/MaintenanceDialog.h"
#include "ui/connections/ConfirmKeyDialog.h"
#include "ui/connections/ConnectionDialog.h"
#include "ui/connections/RemoveDialog.h"
#include "ui/connections/UnlockDialog.h"
#include "ui/diagnostics/DiagnosticsDialog.h"
#include "ui/queue/ToleranceDialog.h"
#include "ui/shell/MainWindow.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTableView>
#include <QTimer>

#include "models/ports/PracticePort.h"

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

class FakePractice final : public PracticePort
{
public:
    PracticeState state() const override { return m_state; }
    QStringList scenarios() const override { return {QStringLiteral("first-minutes")}; }
    void setFault(const QString &, bool) override {}
    void setPaused(bool) override {}
    void setSpeed(double) override {}
    void startScenario(const QString &) override {}

private:
    PracticeState m_state;
};

void tell(FakeMonitor &monitor, const QString &state, int extra)
{
    const UtcTime now = SystemClock().now();
    if (state == QLatin1String("empty"))
        return;
    const bool failing = state == QLatin1String("failing");
    for (ConnectionStatus status : demoConnections(now)) {
        if (failing && status.state != ConnectionStatus::State::Unreachable)
            continue;
        emit monitor.connectionChanged(status);
    }
    if (failing || state == QLatin1String("waiting"))
        return;
    emit monitor.statusesChanged(demoQueues(now, extra));
    for (const Alert &alert : demoAlerts(now))
        emit monitor.alertChanged(alert);
    for (const AlertLogEntry &entry : demoLog(now))
        emit monitor.alertLogged(entry);
    if (state == QLatin1String("paused"))
        monitor.setPaused(true);
    if (state == QLatin1String("storage"))
        emit monitor.storageChanged(QStringLiteral("The disk is full. Monitoring goes on in memory; nothing on disk was overwritten. Free some space."));
}

/// Of the audit page: broken, reading, unreadable, nothing, readonly; else one that holds.
void layOutRecord(FakeRedrive &port, const QString &state)
{
    port.audit = state == QLatin1String("nothing") ? QVector<AuditEntry>() : auditStory(SystemClock().now(), 400);
    port.auditCheck = auditCheckOf(port.audit);
    port.holdsAudit = state == QLatin1String("reading");
    if (state == QLatin1String("broken")) {
        port.auditCheck.brokenAt = port.audit.size() - 5;
        port.auditCheck.vouchedUpTo = *port.auditCheck.brokenAt - 1;
        port.auditCheck.problem = QStringLiteral("It was changed: its hash does not fit what it says.");
    }
    if (state == QLatin1String("unreadable")) {
        Error error;
        error.kind = Error::Kind::Storage;
        error.what = QStringLiteral("audit.sqlite can't be opened or created.");
        error.next = QStringLiteral("Check that the profile folder exists and may be written.");
        port.nextFailure = error;
    }
}

void tellLetters(FakeDeadLetters &port, ui::MainWindow &window)
{
    if (port.termsAsked.isEmpty())
        return;
    const QueueId deadSet = port.termsAsked.last();
    const UtcTime now = SystemClock().now();
    QVector<DeadLetterRow> rows;
    for (const DeadLetter &letter : letterStory(deadSet, now)) {
        rows << makeRow(letter, rows.size(), port.classRules, QStringLiteral("infrai"));
        port.letters[rows.last().number] = letter;
    }
    port.tell(deadSet, rows, now);
    auto *table = window.findChild<QTableView *>(QStringLiteral("letterTable"));
    table->selectRow(2);
}

QDialog *makeDialog(const QString &name, FakeDiagnostics &diagnostics, FakeConnections &connections, FakeMonitor &monitor, const Clock &clock, QWidget *window)
{
    const UtcTime now = clock.now();
    const ConnectionConfig production = connections.configured.value(1);
    if (name == QLatin1String("connection"))
        return new ui::ConnectionDialog(connections, production, window);
    if (name == QLatin1String("remove"))
        return new ui::RemoveDialog(production, window);
    if (name == QLatin1String("unlock"))
        return new ui::UnlockDialog({demoConnections(now).value(1)}, window);
    if (name == QLatin1String("confirm"))
        return new ui::ConfirmKeyDialog(production, QStringLiteral("https://queues.example.org:443"), window);
    if (name == QLatin1String("tolerance"))
        return new ui::ToleranceDialog(monitor, clock, demoQueues(now).constFirst(), Zone::Utc, window);
    if (name == QLatin1String("maintenance"))
        return new ui::MaintenanceDialog(demoConnections(now), clock, Zone::Utc, window);
    return name == QLatin1String("diagnostics") ? new ui::DiagnosticsDialog(diagnostics, window) : nullptr;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser options;
    for (const char *name : {"extra", "theme", "page", "select", "size", "shot", "state", "dialog"})
        options.addOption({QString::fromLatin1(name), {}, QStringLiteral("value")});
    options.process(application);

    MemorySettings settings;
    if (options.isSet(QStringLiteral("theme")))
        settings.write(QStringLiteral("appearance/theme"), options.value(QStringLiteral("theme")));
    SystemClock clock;
    FakeMonitor monitor;
    FakePractice practice;
    FakeConnections connections;
    for (const ConnectionStatus &status : demoConnections(clock.now())) {
        ConnectionConfig config;
        config.id = status.id;
        config.name = status.name;
        config.provider = status.provider;
        config.environment = status.environment;
        config.baseUrl = QUrl(QStringLiteral("https://queues.example.com/v1"));
        connections.configured << config;
    }
    WriteAccess access(clock);
    FakeDeadLetters letters;
    letters.terms.effect = LookTerms::Effect::Declared;
    letters.terms.sentence = QStringLiteral("Each message that is shown is marked as redelivered; its place in the queue stays. Consumers of this queue wait a moment.");
    FakeRedrive redrive;
    const bool isRedrive = options.value(QStringLiteral("page")) == QLatin1String("redrive");
    if (isRedrive)
        layOutRedrives(redrive, options.value(QStringLiteral("state")), clock.now());
    if (options.value(QStringLiteral("page")) == QLatin1String("audit"))
        layOutRecord(redrive, options.value(QStringLiteral("state")));
    ui::MainWindow window({monitor, connections, access, practice, letters, redrive}, clock, settings);
    const QStringList size = options.value(QStringLiteral("size")).split(QLatin1Char('x'));
    if (size.size() == 2)
        window.resize(size.at(0).toInt(), size.at(1).toInt());
    window.show();
    tell(monitor, isRedrive ? QString() : options.value(QStringLiteral("state")), options.value(QStringLiteral("extra")).toInt());
    if (options.isSet(QStringLiteral("page")))
        window.openPage(options.value(QStringLiteral("page")));
    if (options.value(QStringLiteral("page")) == QLatin1String("deadletters") && options.value(QStringLiteral("state")) != QLatin1String("terms"))
        QTimer::singleShot(200, &window, [&] { tellLetters(letters, window); });
    if (options.value(QStringLiteral("state")) == QLatin1String("readonly"))
        emit redrive.auditProblem(QStringLiteral("There is no room left to write audit.sqlite."));
    if (options.isSet(QStringLiteral("select"))) {
        auto *table = window.findChild<QTableView *>(QStringLiteral("queueTable"));
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            if (table->model()->index(row, 0).data().toString() == options.value(QStringLiteral("select")))
                table->setCurrentIndex(table->model()->index(row, 1));
        }
    }
    if (isRedrive) {
        access.unlock(ConnectionId(QStringLiteral("infrai-eu")));
        showRedrives(redrive, window, options.value(QStringLiteral("state")), options.value(QStringLiteral("dialog")), clock);
    }
    FakeDiagnostics diagnostics;
    window.setDiagnostics(&diagnostics);
    QWidget *shown = &window;
    if (QDialog *dialog = makeDialog(options.value(QStringLiteral("dialog")), diagnostics, connections, monitor, clock, &window)) {
        dialog->open();
        shown = dialog;
    }
    if (options.isSet(QStringLiteral("shot"))) {
        QTimer::singleShot(isRedrive ? 1500 : 700, shown, [&options, shown] {
            QWidget *modal = QApplication::activeModalWidget();
            (modal ? modal : shown)->grab().save(options.value(QStringLiteral("shot")));
            QApplication::quit();
        });
    }
    return QApplication::exec();
}
