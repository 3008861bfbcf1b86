// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/ReadingBar.h"

#include "ui/common/Labels.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace holdwatch::ui {

namespace {

QPushButton *makeButton(const QString &name, const QString &text)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    return button;
}

QString sentenceOf(const ReadingState &state, UtcTime now, Zone zone)
{
    QString text = toSentence(state);
    const bool isOver = state.stage != ReadingState::Stage::Nothing && state.stage != ReadingState::Stage::Reading;
    if (isOver && state.capturedAt != UtcTime{})
        text += QStringLiteral(" Snapshot of %1 %2, %3 ago.").arg(formatTimeOfDay(state.capturedAt, zone), zoneName(zone, state.capturedAt), formatAgo(now - state.capturedAt));
    if (state.looks > 0)
        text += state.looks == 1 ? QStringLiteral(" One look was made.") : QStringLiteral(" %1 looks were made.").arg(state.looks);
    if (state.error)
        text += QLatin1Char(' ') + toSentence(*state.error);
    if (!state.note.isEmpty())
        text += QLatin1Char(' ') + state.note;
    return text;
}

} // namespace

ReadingBar::ReadingBar(QWidget *parent)
    : QWidget(parent), m_text(new ElidedLabel), m_progress(new QProgressBar), m_stop(makeButton(QStringLiteral("stopReading"), QStringLiteral("Stop"))),
      m_more(makeButton(QStringLiteral("readMore"), QStringLiteral("Read more\u2026"))), m_again(makeButton(QStringLiteral("readAgain"), QStringLiteral("Read again\u2026")))
{
    setObjectName(QStringLiteral("readingBar"));
    m_text->setObjectName(QStringLiteral("readingState"));
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_progress->setFixedWidth(120);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(QStringLiteral("Reading"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, space::xs, space::m, space::xs);
    layout->setSpacing(space::s);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_stop);
    layout->addWidget(m_more);
    layout->addWidget(m_again);
    connect(m_stop, &QPushButton::clicked, this, &ReadingBar::stopRequested);
    connect(m_more, &QPushButton::clicked, this, &ReadingBar::moreRequested);
    connect(m_again, &QPushButton::clicked, this, &ReadingBar::againRequested);
}

void ReadingBar::show(const ReadingState &state, const LookTerms &terms, UtcTime now, Zone zone)
{
    using Stage = ReadingState::Stage;
    const bool isReading = state.stage == Stage::Reading;
    m_text->setText(sentenceOf(state, now, zone));
    setAccessibleName(m_text->text());
    m_progress->setVisible(isReading);
    constexpr int steps = 1000;
    m_progress->setRange(0, isReading && state.total && *state.total > 0 ? steps : 0);
    if (state.total && *state.total > 0)
        m_progress->setValue(int(std::min<qint64>(steps, state.seen * steps / *state.total)));
    m_stop->setVisible(isReading);
    const bool hasMore = state.stage == Stage::Sample || state.stage == Stage::Stopped;
    m_more->setVisible(hasMore);
    m_more->setToolTip(plainToolTip(terms.canPage ? QStringLiteral("Go on where it stopped") : QStringLiteral("Looks again from the start, and further. %1").arg(terms.sentence)));
    m_again->setVisible(!isReading);
    m_again->setToolTip(plainToolTip(terms.sentence));
}

} // namespace holdwatch::ui
