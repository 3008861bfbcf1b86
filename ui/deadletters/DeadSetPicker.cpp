// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/DeadSetPicker.h"

#include "models/core/Format.h"

#include <QSignalBlocker>

#include <algorithm>

namespace holdwatch::ui {

namespace {

QString lineOf(const QueueStatus &status)
{
    const auto &depth = status.sample.depth;
    return QStringLiteral("%1 \u00B7 %2 \u00B7 %3").arg(status.queue.displayName, status.connectionName, depth.has() ? formatCount(depth.value()) : QStringLiteral("\u2013"));
}

qint64 depthOf(const QueueStatus &status)
{
    return status.sample.depth.has() ? status.sample.depth.value() : -1;
}

} // namespace

DeadSetPicker::DeadSetPicker(const QueueTableModel &queues, QWidget *parent) : QComboBox(parent), m_queues(queues)
{
    setObjectName(QStringLiteral("deadSets"));
    setAccessibleName(QStringLiteral("Dead-letter queue"));
    setMinimumContentsLength(36);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(this, &QComboBox::activated, this, [this](int index) {
        if (index == m_listed.size()) {
            setCurrentIndex(int(m_listed.indexOf(m_chosen)));
            emit othersRequested();
            return;
        }
        if (index < 0 || m_listed.at(index) == m_chosen)
            return;
        m_chosen = m_listed.at(index);
        emit deadSetChosen();
    });
}

void DeadSetPicker::setScope(const ViewScope &scope)
{
    m_scope = scope;
    refresh();
}

void DeadSetPicker::setMarked(const QSet<QueueId> &marked)
{
    m_marked = marked;
    refresh();
}

std::optional<QueueStatus> DeadSetPicker::chosen() const
{
    const QueueStatus *status = m_chosen.name.isEmpty() ? nullptr : m_queues.find(m_chosen);
    return status ? std::optional(*status) : std::nullopt;
}

bool DeadSetPicker::choose(const QueueId &deadSet)
{
    if (!m_listed.contains(deadSet))
        return false;
    const bool isOther = m_chosen != deadSet;
    m_chosen = deadSet;
    refresh();
    if (isOther)
        emit deadSetChosen();
    return true;
}

void DeadSetPicker::refresh()
{
    if (view()->isVisible())
        return; // nothing moves under the hand
    QVector<const QueueStatus *> sets;
    for (int row = 0; row < m_queues.rowCount(); ++row) {
        const QueueStatus &status = m_queues.statusAt(row);
        if ((status.queue.isDeadLetterQueue || m_marked.contains(status.queue.id)) && m_scope.covers(status.queue.id.connection, status.environment))
            sets.append(&status);
    }
    std::stable_sort(sets.begin(), sets.end(), [](const QueueStatus *a, const QueueStatus *b) { return depthOf(*a) > depthOf(*b); });
    const QSignalBlocker quiet(this);
    m_listed.clear();
    for (int i = 0; i < sets.size(); ++i) {
        m_listed.append(sets[i]->queue.id);
        if (i < count())
            setItemText(i, lineOf(*sets[i]));
        else
            addItem(lineOf(*sets[i]));
    }
    while (count() > sets.size())
        removeItem(count() - 1);
    addItem(QStringLiteral("Other queues\u2026"));
    const QueueId before = m_chosen;
    if (!m_listed.contains(m_chosen))
        m_chosen = m_listed.value(0);
    setCurrentIndex(int(m_listed.indexOf(m_chosen)));
    if (m_chosen != before)
        QMetaObject::invokeMethod(this, &DeadSetPicker::deadSetChosen, Qt::QueuedConnection);
}

} // namespace holdwatch::ui
