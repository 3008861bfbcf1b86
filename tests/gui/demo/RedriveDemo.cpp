// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/demo/RedriveDemo.h"

#include "models/deadletters/LetterRowMaker.h"
#include "tests/support/LetterStory.h"
#include "ui/redrive/RedrivePage.h"

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

namespace holdwatch::test {

namespace {

PlanRequest someRequest()
{
    PlanRequest request;
    request.deadSet = {ConnectionId(QStringLiteral("infrai-eu")), QStringLiteral("reservation-expiry.dlq")};
    request.letters = {0, 1, 2};
    return request;
}

/// Signals of the last minutes, so that the charts have something to draw.
void tellPast(FakeRedrive &port, UtcTime now)
{
    const RedriveRecord record = port.records.first();
    if (!record.run.lastSignals)
        return;
    for (int i = 39; i >= 0; --i) {
        RunState run = record.run;
        run.lastSignals->now = now - Seconds(6) * i;
        run.lastSignals->targetAge = Seconds(9 + (i * 7) % 17);
        run.lastSignals->deadDepth = *record.run.lastSignals->deadDepth + i / 8;
        port.setRun(record.plan.id, run);
    }
}

void press(ui::MainWindow &window, const char *name)
{
    if (auto *button = window.findChild<QPushButton *>(QString::fromLatin1(name)))
        QTimer::singleShot(600, button, [button] { button->click(); });
}

void openDialog(FakeRedrive &port, ui::MainWindow &window, const QString &dialog, const Clock &clock)
{
    const std::pair<const char *, const char *> buttons[] = {{"approve", "openApprove"}, {"refuse", "openRefuse"}, {"breakglass", "openBreakGlass"}, {"reconcile", "reconcile"}, {"people", "people"},
                                                              {"review", "openReview"},   {"start", "startRun"},   {"compare", "compare"}};
    for (const auto &[name, button] : buttons) {
        if (dialog == QLatin1String(name))
            press(window, button);
    }
    if (dialog != QLatin1String("correct"))
        return;
    const QueueId deadSet = someRequest().deadSet;
    const DeadLetter letter = letterStory(deadSet, clock.now(), 4).at(1);
    const DeadLetterRow row = makeRow(letter, 1, builtInRules(), QStringLiteral("infrai"));
    Q_UNUSED(port)
    QTimer::singleShot(600, &window, [&window, deadSet, row, letter] { window.findChild<ui::RedrivePage *>()->startCorrection(deadSet, row, letter); });
}

} // namespace

void layOutRedrives(FakeRedrive &port, const QString &state, UtcTime now)
{
    layOut(port, {}, now);
    const bool isDraft = state == QLatin1String("draft") || state == QLatin1String("flawed");
    if (redriveStates().contains(state))
        layOut(port, {state, QStringLiteral("closed"), QStringLiteral("refused")}, now);
    else if (state == QLatin1String("all"))
        layOut(port, {QStringLiteral("stepping"), QStringLiteral("asked"), QStringLiteral("unknown"), QStringLiteral("waiting"), QStringLiteral("returned"), QStringLiteral("breakglass"), QStringLiteral("approved"),
                      QStringLiteral("closed"), QStringLiteral("refused"), QStringLiteral("expired")}, now);
    else if (state == QLatin1String("nokeychain") || state == QLatin1String("noroster"))
        layOut(port, {QStringLiteral("asked"), QStringLiteral("waiting")}, now);
    if (!port.records.isEmpty() && port.records.first().run.lastSignals)
        port.records.first().run.lastSignals->now = now - Seconds(6) * 40;
    if (isDraft)
        port.nextDraft = redriveDraft(now, state == QLatin1String("flawed"));
    if (state == QLatin1String("drafting"))
        port.answersAtOnce = false;
    OperatorState people = port.state;
    if (state == QLatin1String("nokeychain")) {
        people.keychain = OperatorState::Keychain::Unavailable;
        people.self.reset();
    }
    if (state == QLatin1String("noroster")) {
        people.roster.reset();
        people.problems << QStringLiteral("The roster in this profile is not signed by the pinned key. It is not used.");
    }
    port.setPeople(people);
    for (int i = 0; i < 12; ++i)
        port.evidence << EvidenceRow{i, i == 4 ? EvidenceRow::Found::Different : i == 7 ? EvidenceRow::Found::Missing : EvidenceRow::Found::Equal};
}

void showRedrives(FakeRedrive &port, ui::MainWindow &window, const QString &state, const QString &dialog, const Clock &clock)
{
    const bool isDraft = state == QLatin1String("draft") || state == QLatin1String("flawed") || state == QLatin1String("drafting");
    auto *page = window.findChild<ui::RedrivePage *>();
    if (isDraft)
        page->startPlan(someRequest());
    if (!port.records.isEmpty()) {
        page->showRedrive(port.records.first().plan.id);
        tellPast(port, clock.now());
    }
    openDialog(port, window, dialog, clock);
    if (const int down = qEnvironmentVariableIntValue("DEMO_SCROLL"); down > 0) {
        QTimer::singleShot(900, page, [page, down] {
            for (QScrollArea *area : page->findChildren<QScrollArea *>()) {
                if (area->isVisible())
                    area->verticalScrollBar()->setValue(down);
            }
        });
    }
}

} // namespace holdwatch::test
