// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/HistoryTab.h"

#include "models/payload/FieldFinder.h"
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/message/PayloadDocument.h"
#include "ui/message/ValueText.h"

#include <QGridLayout>
#include <QPushButton>

namespace holdwatch::ui {

namespace {

QString placesText(const QStringList &own, const payload::FieldFinder &common)
{
    QStringList places = own;
    for (const payload::FieldPlace &place : common.places())
        places << place.text();
    places.removeDuplicates();
    return QStringLiteral("Looked at: %1.").arg(places.join(QStringLiteral(", ")));
}

QString moment(UtcTime at, Zone zone)
{
    return QStringLiteral("%1 %2").arg(formatDateTime(at, zone), zoneName(zone, at));
}

} // namespace

HistoryTab::HistoryTab(const MessageTools &tools, QWidget *parent) : QScrollArea(parent), m_tools(tools), m_follow(new QPushButton)
{
    setObjectName(QStringLiteral("historyTab"));
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *body = new QWidget;
    body->setBackgroundRole(QPalette::Base);
    body->setAutoFillBackground(true);
    m_grid = new QGridLayout(body);
    m_grid->setContentsMargins(space::l, space::m, space::l, space::m);
    m_grid->setHorizontalSpacing(space::l);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    m_key = add("historyKey", QStringLiteral("Idempotency key"));
    m_follow->setText(QStringLiteral("Follow this key"));
    m_follow->setObjectName(QStringLiteral("followKey"));
    m_follow->setIcon(icon(QStringLiteral("search")));
    m_grid->addWidget(m_follow, m_grid->rowCount(), 1, Qt::AlignLeft);
    m_grid->setRowMinimumHeight(m_grid->rowCount(), space::m);
    m_version = add("historyVersion", QStringLiteral("Schema version"));
    m_handler = add("historyHandler", QStringLiteral("Handler version"));
    m_deadline = add("historyDeadline", QStringLiteral("Retention"));
    m_redrives = add("historyRedrives", QStringLiteral("Earlier redrives"));
    m_deliveries = add("historyDeliveries", QStringLiteral("Deliveries"));
    m_id = add("historyId", QStringLiteral("Message id"));
    m_sizes = add("historySizes", QStringLiteral("Sizes"));
    m_digest = add("historyDigest", QStringLiteral("Content SHA-256"));
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setWidget(body);
    connect(m_follow, &QPushButton::clicked, this, [this] { emit followRequested(m_keyText); });
}

ValueText *HistoryTab::add(const char *objectName, const QString &title)
{
    const int row = m_grid->rowCount();
    auto *value = new ValueText(QLatin1String(objectName), title);
    auto *note = secondaryLabel({}, Type::Small);
    note->setWordWrap(true);
    note->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    note->setMinimumWidth(60);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_grid->addWidget(secondaryLabel(title, Type::Body), row, 0, Qt::AlignTop);
    m_grid->addWidget(value, row, 1);
    m_grid->addWidget(note, row + 1, 1);
    m_grid->setRowMinimumHeight(row + 2, space::s);
    m_notes.insert(value, note);
    return value;
}

void HistoryTab::fill(ValueText *value, const QString &text, const QString &note)
{
    value->setValue(text);
    m_notes.value(value)->setText(note);
    m_notes.value(value)->setVisible(!note.isEmpty());
}

void HistoryTab::show(const DeadLetter &letter, const DeadLetterRow &row, Zone zone, std::optional<UtcTime> now)
{
    using payload::visible;
    m_keyText = row.key;
    const bool hasKey = !row.key.isEmpty();
    fill(m_key, hasKey ? visible(row.key) : QStringLiteral("None found"),
         hasKey ? QStringLiteral("Found at %1.").arg(visible(row.keyPlace)) : placesText(m_tools.places.key, payload::FieldFinder::ofIdempotencyKey()));
    m_follow->setVisible(hasKey);
    fill(m_version, row.version.isEmpty() ? QStringLiteral("None found") : visible(row.version),
         row.version.isEmpty() ? placesText(m_tools.places.version, payload::FieldFinder::ofSchemaVersion()) : QStringLiteral("Found at %1.").arg(visible(row.versionPlace)));
    fill(m_handler, row.handlerVersion.isEmpty() ? noFigure() : visible(row.handlerVersion));
    fill(m_redrives, row.redrives == 0 ? QStringLiteral("None known here") : formatCount(row.redrives));
    fill(m_deliveries, formatMetric(letter.deliveries, [](int count) { return formatCount(count); }), letter.deliveries.note());
    fill(m_id, letter.id.isEmpty() ? noFigure() : visible(letter.id.text()), letter.id.isEmpty() ? QStringLiteral("This system gives its messages no id.") : QString());
    const QString here = letter.payloadIsWhole ? QString() : QStringLiteral(", of which %1 are here").arg(formatBytes(letter.payload.size()));
    fill(m_sizes, QStringLiteral("%1 bytes of payload%2, %3 headers").arg(formatCount(letter.payloadSize), here, formatCount(letter.headers.size())),
         QStringLiteral("Content type %1, encoding %2").arg(letter.contentType.isEmpty() ? noFigure() : visible(letter.contentType),
                                                          letter.contentEncoding.isEmpty() ? noFigure() : visible(letter.contentEncoding)));
    fill(m_digest, row.digest.isEmpty() ? noFigure() : QString::fromLatin1(row.digest.toHex()),
         !row.digest.isEmpty() ? QString() : letter.payloadIsWhole ? QStringLiteral("Not worked out yet.") : QStringLiteral("Needs the whole payload, and only a part is here."));
    showDeadline(letter, zone, now);
}

void HistoryTab::showDeadline(const DeadLetter &letter, Zone zone, std::optional<UtcTime> now)
{
    if (!letter.expiresAt)
        return fill(m_deadline, noFigure(), QStringLiteral("No retention deadline is known."));
    QString text = QStringLiteral("Deleted at %1").arg(moment(*letter.expiresAt, zone));
    if (now)
        text = *letter.expiresAt <= *now ? QStringLiteral("Past: %1").arg(moment(*letter.expiresAt, zone))
                                         : QStringLiteral("In %1, at %2").arg(formatDuration(*letter.expiresAt - *now), moment(*letter.expiresAt, zone));
    fill(m_deadline, text, letter.expiryNote.isEmpty() ? QString() : payload::visible(letter.expiryNote));
}

} // namespace holdwatch::ui
