// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "ui/message/MessageTools.h"

#include <QScrollArea>

class QGridLayout;
class QLabel;
class QPushButton;

namespace holdwatch::ui {

class ValueText;

/// What is known of a message beside its content: key, version, digest, sizes, deadline, earlier redrives.
class HistoryTab final : public QScrollArea
{
    Q_OBJECT
public:
    explicit HistoryTab(const MessageTools &tools, QWidget *parent = nullptr);
    void show(const DeadLetter &letter, const DeadLetterRow &row, Zone zone, std::optional<UtcTime> now);
    void showDeadline(const DeadLetter &letter, Zone zone, std::optional<UtcTime> now); ///< once a second

signals:
    void followRequested(const QString &key);

private:
    ValueText *add(const char *objectName, const QString &title);
    void fill(ValueText *value, const QString &text, const QString &note = {});

    const MessageTools m_tools;
    QGridLayout *m_grid;
    ValueText *m_key;
    QPushButton *m_follow;
    ValueText *m_version;
    ValueText *m_handler;
    ValueText *m_deadline;
    ValueText *m_redrives;
    ValueText *m_id;
    ValueText *m_digest;
    ValueText *m_sizes;
    ValueText *m_deliveries;
    QHash<const ValueText *, QLabel *> m_notes;
    QString m_keyText;
};

} // namespace holdwatch::ui
