// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/TestPanel.h"

#include "ui/common/Labels.h"
#include "ui/common/Theme.h"
#include "ui/common/VerdictBadge.h"

#include <QPainter>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr int shapeSize = 12;
constexpr int shapeColumn = 24;

Verdict likenessOf(TestStep::State state)
{
    switch (state) {
    case TestStep::State::Passed: return Verdict::Healthy;
    case TestStep::State::Warned: return Verdict::Approaching;
    case TestStep::State::Failed: return Verdict::Breached;
    case TestStep::State::Running: return Verdict::Watch;
    case TestStep::State::Waiting:
    case TestStep::State::Skipped: break;
    }
    return Verdict::NotReported;
}

} // namespace

class TestPanel::Step final : public QWidget
{
public:
    explicit Step(QWidget *parent)
        : QWidget(parent), m_title(plainLabel({}, Type::Body, QFont::DemiBold)), m_word(secondaryLabel({})), m_result(plainLabel({})), m_details(secondaryLabel({})),
          m_advice(plainLabel({}))
    {
        for (QLabel *label : {m_result, m_details, m_advice}) {
            label->setWordWrap(true);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        }
        auto *head = new QHBoxLayout;
        head->addWidget(m_title);
        head->addStretch();
        head->addWidget(m_word);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(shapeColumn, 0, 0, 0);
        layout->setSpacing(2);
        layout->addLayout(head);
        for (QLabel *label : {m_result, m_details, m_advice})
            layout->addWidget(label);
    }

    void show(const TestStep &step)
    {
        m_state = step.state;
        m_title->setText(titleOf(step.kind));
        m_word->setText(step.state == TestStep::State::Waiting ? QString() : toWord(step.state));
        m_result->setText(step.result);
        m_details->setText(step.details.join(QLatin1Char('\n')));
        m_advice->setText(step.advice);
        for (QLabel *label : {m_result, m_details, m_advice})
            label->setVisible(!label->text().isEmpty());
        setAccessibleName(QStringLiteral("%1: %2").arg(titleOf(step.kind), toWord(step.state)));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        paintVerdictShape(painter, QRectF(2, m_title->geometry().center().y() - shapeSize / 2.0 + 1, shapeSize, shapeSize), likenessOf(m_state), Theme::of(this));
    }

private:
    TestStep::State m_state = TestStep::State::Waiting;
    QLabel *m_title;
    QLabel *m_word;
    QLabel *m_result;
    QLabel *m_details;
    QLabel *m_advice;
};

TestPanel::TestPanel(QWidget *parent) : QScrollArea(parent)
{
    setObjectName(QStringLiteral("testPanel"));
    setAccessibleName(QStringLiteral("Connection test"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *inner = new QWidget;
    m_layout = new QVBoxLayout(inner);
    m_layout->setContentsMargins(0, 0, space::s, 0);
    m_layout->setSpacing(space::m);
    m_layout->addStretch();
    setWidget(inner);
    setFocusPolicy(Qt::NoFocus);
    clear();
}

void TestPanel::clear()
{
    show(ConnectionTest::planned());
}

void TestPanel::show(const ConnectionTest &test)
{
    m_test = test;
    while (m_steps.size() < test.steps.size()) {
        m_steps.append(new Step(widget()));
        m_layout->insertWidget(int(m_steps.size()) - 1, m_steps.last());
    }
    for (qsizetype i = 0; i < test.steps.size(); ++i)
        m_steps.at(i)->show(test.steps.at(i));
    for (qsizetype i = 0; i < test.steps.size(); ++i) {
        if (test.steps.at(i).state == TestStep::State::Failed)
            ensureWidgetVisible(m_steps.at(i));
    }
}

QString TestPanel::text() const
{
    QStringList lines;
    for (const TestStep &step : m_test.steps) {
        lines << QStringLiteral("%1: %2").arg(titleOf(step.kind), toWord(step.state));
        for (const QString &line : QStringList{step.result} + step.details + QStringList{step.advice}) {
            if (!line.isEmpty())
                lines << QStringLiteral("  ") + line;
        }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace holdwatch::ui
