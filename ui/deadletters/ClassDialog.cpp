// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/ClassDialog.h"

#include "models/payload/TextView.h"

#include "models/tolerance/ToleranceDraft.h"
#include "ui/common/FormRows.h"
#include "ui/common/Labels.h"
#include "ui/common/Operator.h"
#include "ui/common/Theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

using Verdict = FailureClass::Verdict;
using State = FailureClass::State;

QString idFrom(const QString &title)
{
    QString id;
    for (const QChar c : title.toLower())
        id += c.isLetterOrNumber() ? c : QLatin1Char('-');
    return id;
}

/// What differs from letter to letter is left open.
QString patternFrom(const QString &error)
{
    constexpr int enough = 80;
    QString pattern;
    for (const QChar c : error.left(enough))
        pattern += c.isDigit() || c == payload::maskDots.front() ? QLatin1Char('*') : c;
    while (pattern.contains(QLatin1String("**")))
        pattern.replace(QLatin1String("**"), QLatin1String("*"));
    return pattern.isEmpty() || pattern.endsWith(QLatin1Char('*')) ? pattern : pattern + QLatin1Char('*');
}

QComboBox *choices(const QString &name, const QVector<std::pair<QString, int>> &items)
{
    auto *box = new QComboBox;
    box->setObjectName(name);
    for (const auto &[text, value] : items)
        box->addItem(text, value);
    return box;
}

} // namespace

ClassDialog::ClassDialog(DeadLetterPort &port, const QString &classId, const std::optional<DeadLetterRow> &likeThis, QWidget *parent)
    : QDialog(parent), m_port(port), m_rows(new FormRows), m_problem(plainLabel({})), m_save(new QPushButton(QStringLiteral("&Save")))
{
    setObjectName(QStringLiteral("classDialog"));
    const QVector<FailureClass> classes = port.rules().classes;
    const auto known = std::find_if(classes.cbegin(), classes.cend(), [&](const FailureClass &each) { return each.id == classId; });
    m_isNew = known == classes.cend();
    if (!m_isNew)
        m_class = *known;
    setWindowTitle(m_isNew ? QStringLiteral("New failure class") : QStringLiteral("Failure class %1").arg(m_class.title));

    m_title = m_rows->addLine(QStringLiteral("title"), QStringLiteral("&Name"), {});
    m_verdict = choices(QStringLiteral("verdict"), {{QStringLiteral("not known"), int(Verdict::Unknown)}, {QStringLiteral("transient: trying again can help"), int(Verdict::Transient)},
                                                    {QStringLiteral("permanent: only a fix can help"), int(Verdict::Permanent)}});
    m_rows->add(QStringLiteral("verdict"), QStringLiteral("&Kind"), m_verdict);
    m_state = choices(QStringLiteral("state"), {{QStringLiteral("new"), int(State::New)}, {QStringLiteral("diagnosing"), int(State::Diagnosing)},
                                                {QStringLiteral("fixed"), int(State::Fixed)}, {QStringLiteral("won't fix"), int(State::WontFix)}});
    m_rows->add(QStringLiteral("state"), QStringLiteral("S&tate"), m_state);
    m_fix = m_rows->addLine(QStringLiteral("fix"), QStringLiteral("Fixed &in"), QStringLiteral("The change that fixed it"), QStringLiteral("CHANGE-1234"));
    m_owner = m_rows->addLine(QStringLiteral("owner"), QStringLiteral("&Owner"), QStringLiteral("Who is asked first"));
    m_claim = m_rows->addLine(QStringLiteral("claim"), QStringLiteral("&Claimed by"), QStringLiteral("\"I'm on it\""), operatorName());
    m_note = m_rows->addLine(QStringLiteral("note"), QStringLiteral("No&te"), {});
    m_runbook = m_rows->addLine(QStringLiteral("runbook"), QStringLiteral("R&unbook"), {}, QStringLiteral("https://"));
    m_usefulFor = m_rows->addLine(QStringLiteral("usefulFor"), QStringLiteral("Useful &for"), QStringLiteral("A message older than this is not worth redriving"), QStringLiteral("always"));
    m_rows->addTitle(QStringLiteral("Messages that belong to it"));
    m_errorPattern = m_rows->addLine(QStringLiteral("errorPattern"), QStringLiteral("&Error like"), QStringLiteral("* stands for anything; empty: no new rule"), QStringLiteral("no new rule"));
    m_queuePattern = m_rows->addLine(QStringLiteral("queuePattern"), QStringLiteral("From &queue"), QStringLiteral("* stands for anything"), QStringLiteral("any"));

    auto *cancel = new QPushButton(QStringLiteral("Cancel"));
    cancel->setAutoDefault(false);
    m_save->setObjectName(QStringLiteral("saveClass"));
    m_save->setDefault(true);
    m_problem->setObjectName(QStringLiteral("classProblem"));
    m_problem->setWordWrap(true);
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_problem->setPalette(red);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::l, space::l, space::l, space::m);
    layout->setSpacing(space::m);
    layout->addWidget(m_rows, 1);
    layout->addLayout(buttons);
    resize(540, sizeHint().height());
    fill();
    if (likeThis && m_isNew) {
        m_errorPattern->setText(patternFrom(likeThis->error));
        m_queuePattern->setText(likeThis->originQueue);
    }
    for (QLineEdit *field : {m_title, m_fix, m_runbook, m_usefulFor})
        connect(field, &QLineEdit::textChanged, this, &ClassDialog::refresh);
    connect(m_state, &QComboBox::currentIndexChanged, this, &ClassDialog::refresh);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &ClassDialog::save);
    refresh();
}

void ClassDialog::fill()
{
    m_title->setText(m_class.title);
    m_verdict->setCurrentIndex(m_verdict->findData(int(m_class.verdict)));
    m_state->setCurrentIndex(m_state->findData(int(m_class.state)));
    m_fix->setText(m_class.fixReference);
    m_owner->setText(m_class.owner);
    m_claim->setText(m_class.claimedBy);
    m_note->setText(m_class.note);
    m_runbook->setText(m_class.runbook);
    m_usefulFor->setText(m_class.usefulFor ? typedDuration(*m_class.usefulFor) : QString());
}

FailureClass ClassDialog::edited() const
{
    FailureClass edited = m_class;
    edited.title = m_title->text().trimmed();
    if (m_isNew)
        edited.id = idFrom(edited.title);
    edited.verdict = Verdict(m_verdict->currentData().toInt());
    edited.state = State(m_state->currentData().toInt());
    edited.fixReference = edited.state == State::Fixed ? m_fix->text().trimmed() : QString();
    edited.owner = m_owner->text().trimmed();
    edited.claimedBy = m_claim->text().trimmed();
    edited.note = m_note->text().trimmed();
    edited.runbook = m_runbook->text().trimmed();
    edited.usefulFor = parseDuration(m_usefulFor->text().trimmed());
    return edited;
}

std::optional<ClassRule> ClassDialog::rule() const
{
    ClassRule rule;
    rule.errorTextPattern = m_errorPattern->text().trimmed();
    rule.queuePattern = m_queuePattern->text().trimmed();
    if (rule.errorTextPattern.isEmpty())
        return std::nullopt;
    return rule;
}

void ClassDialog::refresh()
{
    const bool isFixed = State(m_state->currentData().toInt()) == State::Fixed;
    m_rows->setRowVisible(QStringLiteral("fix"), isFixed);
    QHash<QString, QString> faults;
    if (m_title->text().trimmed().isEmpty())
        faults.insert(QStringLiteral("title"), QStringLiteral("Give it a name."));
    if (isFixed && m_fix->text().trimmed().isEmpty())
        faults.insert(QStringLiteral("fix"), QStringLiteral("Name the change: a redrive will ask for it."));
    const QString useful = m_usefulFor->text().trimmed();
    if (!useful.isEmpty() && !parseDuration(useful))
        faults.insert(QStringLiteral("usefulFor"), QStringLiteral("Write a duration like 30m, 12h or 2d."));
    const QUrl runbook(m_runbook->text().trimmed());
    if (!runbook.isEmpty() && runbook.scheme() != QLatin1String("https") && runbook.scheme() != QLatin1String("http"))
        faults.insert(QStringLiteral("runbook"), QStringLiteral("Write the whole link, with https://."));
    m_rows->showFaults(faults);
    m_save->setEnabled(faults.isEmpty());
}

void ClassDialog::save()
{
    ClassRules rules = m_port.rules();
    const FailureClass edited = this->edited();
    const auto place = std::find_if(rules.classes.begin(), rules.classes.end(), [&](const FailureClass &each) { return each.id == edited.id; });
    if (place == rules.classes.end())
        rules.classes.append(edited);
    else
        *place = edited;
    if (std::optional<ClassRule> added = rule()) {
        added->classId = edited.id;
        rules.rules.prepend(*added);
    }
    m_save->setEnabled(false);
    m_port.saveRules(rules, this, [this, title = edited.title](const Result<void> &answer) {
        m_save->setEnabled(true);
        if (!answer) {
            m_problem->setText(QStringLiteral("Nothing was saved. %1").arg(toSentence(answer.error())));
            return;
        }
        emit saved(QStringLiteral("Saved the class %1; every letter was classified anew.").arg(title));
        accept();
    });
}

} // namespace holdwatch::ui
