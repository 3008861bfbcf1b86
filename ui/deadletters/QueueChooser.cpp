// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/QueueChooser.h"

#include "models/core/Format.h"
#include "models/payload/TextView.h"
#include "ui/common/Labels.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace holdwatch::ui {

bool soundsDead(const QString &name)
{
    static constexpr std::array words{"dlq", "dlx", "dead", "poison", "failed", "_error", "-error", ".error", "parking"};
    return std::any_of(words.begin(), words.end(), [&name](const char *word) { return name.contains(QLatin1String(word), Qt::CaseInsensitive); });
}

QueueChooser::QueueChooser(const QueueTableModel &queues, const ViewScope &scope, const QSet<QueueId> &marked, QWidget *parent)
    : QDialog(parent), m_before(marked), m_filter(new QLineEdit), m_list(new QListWidget)
{
    setObjectName(QStringLiteral("queueChooser"));
    setWindowTitle(QStringLiteral("Other queues"));
    m_filter->setObjectName(QStringLiteral("chooserFilter"));
    m_filter->setPlaceholderText(QStringLiteral("Part of a name"));
    m_filter->setAccessibleName(QStringLiteral("Part of a name"));
    m_list->setObjectName(QStringLiteral("chooserList"));
    m_list->setAccessibleName(QStringLiteral("Queues"));
    m_list->setUniformItemSizes(true);
    QVector<const QueueStatus *> found;
    for (int row = 0; row < queues.rowCount(); ++row) {
        const QueueStatus &status = queues.statusAt(row);
        if (!status.queue.isDeadLetterQueue && scope.covers(status.queue.id.connection, status.environment))
            found.append(&status);
    }
    std::stable_sort(found.begin(), found.end(), [](const QueueStatus *a, const QueueStatus *b) {
        const bool deadA = soundsDead(a->queue.id.name), deadB = soundsDead(b->queue.id.name);
        return deadA != deadB ? deadA : a->queue.displayName.compare(b->queue.displayName, Qt::CaseInsensitive) < 0;
    });
    for (const QueueStatus *status : std::as_const(found)) {
        const auto &depth = status->sample.depth;
        auto *item = new QListWidgetItem(payload::visible(QStringLiteral("%1 \u00B7 %2 \u00B7 %3").arg(status->queue.displayName, status->connectionName,
                                                                                                  depth.has() ? formatCount(depth.value()) : noFigure())), m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(marked.contains(status->queue.id) ? Qt::Checked : Qt::Unchecked);
        m_queues << status->queue.id;
    }
    auto *about = secondaryLabel(QStringLiteral("No queue names these as its dead-letter queue. Those marked are listed beside the others; what a look does there is said before it is made."), Type::Body);
    about->setWordWrap(true);
    auto *cancel = new QPushButton(QStringLiteral("Cancel"));
    cancel->setAutoDefault(false);
    auto *use = new QPushButton(QStringLiteral("&List those marked"));
    use->setObjectName(QStringLiteral("useMarked"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(use);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::l, space::l, space::l, space::m);
    layout->setSpacing(space::m);
    layout->addWidget(about);
    layout->addWidget(m_filter);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    resize(520, 420);
    connect(m_filter, &QLineEdit::textChanged, this, &QueueChooser::filter);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(use, &QPushButton::clicked, this, &QDialog::accept);
}

void QueueChooser::filter(const QString &words)
{
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setHidden(!m_list->item(row)->text().contains(words.trimmed(), Qt::CaseInsensitive));
}

QSet<QueueId> QueueChooser::marked() const
{
    QSet<QueueId> marked = m_before;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            marked.insert(m_queues[row]);
        else
            marked.remove(m_queues[row]);
    }
    return marked;
}

} // namespace holdwatch::ui
