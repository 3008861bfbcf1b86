// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/StatusStrip.h"

#include "models/access/WriteAccess.h"
#include "models/connections/ConnectionModel.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace holdwatch::ui {

namespace {

constexpr int stripHeight = 30;
constexpr int noteStays = 8000;
constexpr int mostNamed = 4;

class EnvironmentWord final : public ElidedLabel
{
public:
    using ElidedLabel::ElidedLabel;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme &theme = Theme::of(this);
        painter.setFont(font());
        painter.setPen(property("production").toBool() ? theme.production : theme.secondary);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());
    }
};

/// A line that can be clicked and gives way at its end instead of its middle.
class LineButton final : public QAbstractButton
{
public:
    using QAbstractButton::QAbstractButton;
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 2 * space::xs + 4, 24}; }
    QSize minimumSizeHint() const override { return {60, 24}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme &theme = Theme::of(this);
        painter.setPen(hasFocus() ? QPen(theme.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(underMouse() ? theme.raised : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), cornerRadius, cornerRadius);
        const QRect line = rect().adjusted(space::xs, 0, -space::xs, 0);
        painter.setPen(theme.text);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fontMetrics().elidedText(text(), Qt::ElideRight, line.width()));
    }
};

LineButton *makeLineButton(const QString &name, QWidget *parent)
{
    auto *button = new LineButton(parent);
    button->setObjectName(name);
    button->setFont(typeFont(button->font(), Type::Small));
    button->setAttribute(Qt::WA_Hover);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return button;
}

bool isFine(const ConnectionStatus &status)
{
    const bool answers = status.state == ConnectionStatus::State::Ok || status.state == ConnectionStatus::State::Connecting;
    return answers && status.noticeTroubles.isEmpty();
}

ElidedLabel *makeLine(ElidedLabel *label, bool fixed)
{
    label->setFont(typeFont(label->font(), Type::Small));
    label->setSecondary(true);
    label->setSizePolicy(fixed ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Fixed);
    return label;
}

QPushButton *makeFlat(const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(parent);
    button->setObjectName(name);
    button->setFlat(true);
    button->setFont(typeFont(button->font(), Type::Small));
    button->setFixedHeight(24);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

} // namespace

StatusStrip::StatusStrip(const ConnectionModel &connections, const WriteAccess &access, const Clock &clock, QWidget *parent)
    : QWidget(parent), m_connections(connections), m_access(access), m_clock(clock), m_pause(makeFlat(QStringLiteral("pauseButton"), this)),
      m_lock(makeFlat(QStringLiteral("lockButton"), this)),
      m_word(new EnvironmentWord), m_cost(makeLine(new ElidedLabel, true)), m_states(makeLineButton(QStringLiteral("connectionStates"), this)),
      m_right(makeLine(new ElidedLabel, false))
{
    setObjectName(QStringLiteral("statusStrip"));
    setFixedHeight(stripHeight);
    makeLine(m_word, true);
    m_word->setFont(typeFont(font(), Type::Small, QFont::Bold));
    m_word->setObjectName(QStringLiteral("environmentWord"));
    m_right->setObjectName(QStringLiteral("statusNote"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, 1, space::m, 0);
    layout->setSpacing(space::m);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_word, m_lock, m_pause, m_cost, m_states})
        layout->addWidget(widget);
    layout->addWidget(m_right, 1);
    m_noteEnds.setSingleShot(true);
    connect(&m_noteEnds, &QTimer::timeout, this, [this] {
        m_note.clear();
        refresh();
    });
    connect(m_lock, &QPushButton::clicked, this, &StatusStrip::lockToggled);
    connect(m_pause, &QPushButton::clicked, this, &StatusStrip::pauseToggled);
    connect(m_states, &QAbstractButton::clicked, this, &StatusStrip::connectionsRequested);
    setPaused(false);
}

void StatusStrip::setScope(const ViewScope &scope)
{
    m_scope = scope;
    refresh();
}

void StatusStrip::setPaused(bool paused)
{
    m_paused = paused;
    m_pause->setIcon(icon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_pause->setText(paused ? QStringLiteral("Paused: go on") : QStringLiteral("Pause"));
    m_pause->setToolTip(paused ? QStringLiteral("Poll again (Space)") : QStringLiteral("Stop all polling (Space)"));
    refresh();
}

void StatusStrip::setStorageProblem(const QString &problem)
{
    m_storage = problem;
    refresh();
}

void StatusStrip::setStorageNotice(const QString &notice)
{
    m_storageNotice = notice;
    note(notice);
}

void StatusStrip::setConfigurationProblems(const QStringList &problems)
{
    m_configuration = problems;
    refresh();
}

QString StatusStrip::problemText() const
{
    if (!m_storage.isEmpty())
        return m_storage;
    QStringList texts;
    if (m_configuration.size() > 1)
        texts << QStringLiteral("%1 problems:").arg(m_configuration.size());
    texts << m_configuration;
    if (!m_storageNotice.isEmpty())
        texts << m_storageNotice;
    return texts.join(QLatin1Char(' '));
}

void StatusStrip::note(const QString &text)
{
    m_note = text;
    m_noteEnds.start(noteStays);
    refresh();
}

void StatusStrip::refresh()
{
    m_environment.reset();
    for (const ConnectionStatus &status : m_connections.all()) {
        if (m_scope.covers(status.id, status.environment))
            m_environment = std::max(m_environment.value_or(status.environment), status.environment);
    }
    const bool production = m_environment == Environment::Production;
    m_word->setProperty("production", production);
    m_word->setText(m_environment ? QStringLiteral("%1 \u00B7 %2").arg(toWord(*m_environment).toUpper(), rightsText()) : QStringLiteral("no connection"));
    refreshLock();
    m_cost->setText(costText());
    m_states->setText(stateText());
    m_states->updateGeometry();
    m_states->setToolTip(plainToolTip(m_states->text()));
    m_states->setVisible(!m_states->text().isEmpty());
    m_right->setText(!m_note.isEmpty() ? m_note : problemText());
    setAccessibleName(text());
}

QString StatusStrip::rightsText() const
{
    QStringList open;
    for (const ConnectionId &id : m_access.unlocked()) {
        const ConnectionStatus *status = m_connections.find(id);
        open << QStringLiteral("%1 %2").arg(status ? status->name : id.text(), formatDuration(m_access.remaining(id)));
    }
    return open.isEmpty() ? QStringLiteral("read-only") : QStringLiteral("unlocked: ") + open.join(QStringLiteral(", "));
}

void StatusStrip::refreshLock()
{
    const bool unlocked = !m_access.unlocked().isEmpty();
    m_lock->setVisible(m_environment.has_value());
    m_lock->setIcon(icon(unlocked ? QStringLiteral("lock") : QStringLiteral("unlock")));
    m_lock->setText(unlocked ? QStringLiteral("Lock") : QStringLiteral("Unlock\u2026"));
    m_lock->setToolTip(unlocked ? QStringLiteral("Make every connection read-only again") : QStringLiteral("Allow an approved redrive on one connection for 15 minutes"));
}

QString StatusStrip::text() const
{
    return QStringList{m_word->text(), m_cost->text(), m_states->text(), m_right->text()}.join(QStringLiteral("  "));
}

void StatusStrip::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, 0, width(), 1), Theme::of(this).line);
}

QString StatusStrip::costText() const
{
    if (m_paused)
        return QStringLiteral("nothing is polled");
    QString text = QStringLiteral("polls %1/min").arg(formatRate(m_connections.requestsPerMinute()));
    if (const auto cost = m_connections.costPerHourUsd())
        text += QStringLiteral(" \u00B7 ") + formatCostPerHour(*cost);
    return text;
}

QString StatusStrip::stateText() const
{
    QStringList named;
    int fine = 0;
    const bool few = m_connections.rowCount() <= mostNamed;
    for (const ConnectionStatus &status : m_connections.all()) {
        if (!few && isFine(status))
            ++fine;
        else
            named << stateLine(status, m_clock.now());
    }
    if (fine > 0)
        named.prepend(QStringLiteral("%1 ok").arg(fine));
    if (named.size() > mostNamed) {
        const int rest = int(named.size()) - mostNamed;
        named = named.mid(0, mostNamed) << QStringLiteral("%1 more").arg(rest);
    }
    return named.join(QStringLiteral("   "));
}

} // namespace holdwatch::ui
