// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/TopBar.h"

#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"
#include "ui/common/VerdictChips.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace holdwatch::ui {

namespace {

struct Range
{
    const char *text;
    Millis window;
};

/// Below this width the bar says less, so that nothing overlaps.
constexpr int narrowBar = 1060;

QString searchText() { return QStringLiteral("Search\u2026  Ctrl+K"); }

constexpr Range ranges[] = {
    {"Last 15 min", Minutes(15)}, {"Last 1 h", std::chrono::hours(1)}, {"Last 6 h", std::chrono::hours(6)},
    {"Last 24 h", std::chrono::hours(24)}, {"Last 7 d", std::chrono::hours(7 * 24)},
};

QComboBox *makeCombo(const QString &objectName, const QString &name, int width)
{
    auto *combo = new QComboBox;
    combo->setObjectName(objectName);
    combo->setAccessibleName(name);
    combo->setToolTip(name);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setMinimumWidth(width / 2);
    combo->setMaximumWidth(width);
    combo->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return combo;
}

/// Keeps what is chosen while the list around it changes.
void refill(QComboBox *combo, const QVector<QPair<QString, QVariant>> &items)
{
    bool same = combo->count() == items.size();
    for (int i = 0; same && i < items.size(); ++i)
        same = combo->itemText(i) == items.at(i).first && combo->itemData(i) == items.at(i).second;
    if (same)
        return;
    const QSignalBlocker quiet(combo);
    const QVariant chosen = combo->currentData();
    combo->clear();
    for (const auto &[text, data] : items)
        combo->addItem(text, data);
    combo->setCurrentIndex(std::max(0, combo->findData(chosen)));
}

} // namespace

TopBar::TopBar(QWidget *parent)
    : QWidget(parent), m_connection(makeCombo(QStringLiteral("connectionFilter"), QStringLiteral("Connection"), 220)),
      m_environment(makeCombo(QStringLiteral("environmentFilter"), QStringLiteral("Environment"), 180)),
      m_range(makeCombo(QStringLiteral("timeRange"), QStringLiteral("Time range of charts"), 140)),
      m_search(new QPushButton(icon(QStringLiteral("search")), searchText())), m_clock(new QToolButton)
{
    setObjectName(QStringLiteral("topBar"));
    setConnections({});
    for (const Range &range : ranges)
        m_range->addItem(QString::fromLatin1(range.text), qlonglong(range.window.count()));
    m_range->setCurrentIndex(1);
    m_search->setObjectName(QStringLiteral("searchButton"));
    m_search->setAccessibleName(QStringLiteral("Search"));
    m_search->setToolTip(QStringLiteral("Find a queue, a page or an action (Ctrl+K)"));
    m_clock->setObjectName(QStringLiteral("clockButton"));
    m_clock->setAutoRaise(true);
    m_clock->setFocusPolicy(Qt::TabFocus);
    m_clock->setToolTip(QStringLiteral("Every time in the window is in this zone. Click to switch between UTC and local time."));

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(space::m, space::s, space::m, space::s);
    layout->setSpacing(space::s);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_connection, m_environment, m_range, m_search})
        layout->addWidget(widget);
    layout->addStretch(1);
    for (Verdict verdict : verdictsWorstFirst()) {
        auto *chip = new VerdictChip(verdict, this);
        chip->setObjectName(QStringLiteral("count-") + toWord(verdict).replace(QLatin1Char(' '), QLatin1Char('-')));
        chip->setCheckable(false);
        chip->setWordless(true);
        chip->hide();
        layout->addWidget(chip);
        m_chips << chip;
        connect(chip, &QAbstractButton::clicked, this, [this, verdict] { emit verdictChosen(verdict); });
    }
    layout->addSpacing(space::s);
    layout->addWidget(m_clock);

    for (QComboBox *combo : {m_connection, m_environment, m_range})
        connect(combo, &QComboBox::currentIndexChanged, this, &TopBar::readScope);
    connect(m_search, &QPushButton::clicked, this, &TopBar::searchRequested);
    connect(m_clock, &QToolButton::clicked, this, [this] {
        m_scope.zone = m_scope.zone == Zone::Utc ? Zone::Local : Zone::Utc;
        emit scopeChanged(m_scope);
    });
}

void TopBar::setConnections(const QVector<ConnectionStatus> &connections)
{
    QVector<QPair<QString, QVariant>> items{{QStringLiteral("All connections"), QVariant()}};
    for (const ConnectionStatus &status : connections)
        items.append({status.name, status.id.text()});
    refill(m_connection, items);
    fillEnvironments(connections);
    readScope();
}

void TopBar::setCounts(const QHash<Verdict, int> &counts)
{
    m_counts = counts;
    showCounts();
}

void TopBar::setNow(UtcTime now)
{
    const QString text = zoneName(m_scope.zone, now) + QLatin1Char(' ') + formatTimeOfDay(now, m_scope.zone);
    m_clock->setText(text);
    m_clock->setAccessibleName(QStringLiteral("Clock, %1").arg(zoneName(m_scope.zone, now)));
}

void TopBar::setScope(const ViewScope &scope)
{
    const QSignalBlocker quietConnection(m_connection), quietEnvironment(m_environment), quietRange(m_range);
    m_scope = scope;
    m_connection->setCurrentIndex(std::max(0, m_connection->findData(scope.connection ? QVariant(scope.connection->text()) : QVariant())));
    m_environment->setCurrentIndex(std::max(0, m_environment->findData(scope.environment ? QVariant(int(*scope.environment)) : QVariant())));
    m_range->setCurrentIndex(std::max(0, m_range->findData(qlonglong(scope.window.count()))));
}

void TopBar::showCounts()
{
    // In a narrow window the quiet verdicts give way; the overview's own chips still count them.
    const bool narrow = width() < narrowBar;
    for (VerdictChip *chip : m_chips) {
        const bool quiet = severityOf(chip->verdict()) <= severityOf(Verdict::NotReported);
        chip->setCount(m_counts.value(chip->verdict()));
        chip->setVisible(m_counts.value(chip->verdict()) > 0 && !(narrow && quiet));
    }
}

void TopBar::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_search->setText(width() < narrowBar ? QString() : searchText());
    showCounts();
}

void TopBar::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(QRect(0, height() - 1, width(), 1), Theme::of(this).line);
}

void TopBar::fillEnvironments(const QVector<ConnectionStatus> &connections)
{
    QVector<QPair<QString, QVariant>> items{{QStringLiteral("All environments"), QVariant()}};
    for (Environment environment : {Environment::Production, Environment::Staging, Environment::Development, Environment::Practice}) {
        const bool used = std::any_of(connections.cbegin(), connections.cend(), [environment](const ConnectionStatus &s) { return s.environment == environment; });
        if (used)
            items.append({toWord(environment), int(environment)});
    }
    refill(m_environment, items);
}

void TopBar::readScope()
{
    ViewScope scope = m_scope;
    const QVariant connection = m_connection->currentData();
    const QVariant environment = m_environment->currentData();
    scope.connection = connection.isValid() ? std::optional(ConnectionId(connection.toString())) : std::nullopt;
    scope.environment = environment.isValid() ? std::optional(Environment(environment.toInt())) : std::nullopt;
    scope.window = Millis(m_range->currentData().toLongLong());
    if (scope == m_scope)
        return;
    m_scope = scope;
    emit scopeChanged(m_scope);
}

} // namespace holdwatch::ui
