// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"
#include "models/core/Format.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/payload/SensitiveNames.h"
#include "ui/message/MessageTools.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace holdwatch::ui {

class AttemptsTab;
class CompareTab;
class ElidedLabel;
class EmptyState;
class HeadersTab;
class HistoryTab;
class PayloadTab;

/// One dead letter in tabs: Payload, Headers, Attempts, History, and Compare when asked. Plain text only, byte-exact,
/// sensitive fields masked until revealed. Opening takes the same time for any size; nothing here blocks.
/// Ctrl+F finds, F3 and Shift+F3 step, Ctrl+C copies, Ctrl+PgUp and Ctrl+PgDown change the tab. Window's thread.
class MessageView final : public QWidget
{
    Q_OBJECT
public:
    explicit MessageView(const MessageTools &tools, QWidget *parent = nullptr);
    ~MessageView() override;

    void show(const DeadLetter &letter, const DeadLetterRow &row); ///< masked anew; the tab and the view that were chosen stay
    using QWidget::show;
    void clear();
    void setLoading();
    void setFailure(const Error &error);
    void setZone(Zone zone);
    void setSensitiveNames(const QStringList &patterns);
    void compareWith(const DeadLetter &other, const QString &title); ///< with the message shown now, decoded as it is; opens the tab

    enum class Tab { Payload, Headers, Attempts, History, Compare };
    void openTab(Tab tab);
    void setWide(bool isWide);
    bool isWide() const;
    bool leaveSearch(); ///< for Esc; false: no search was open

signals:
    void revealed(const QString &field); ///< once for each field: "/card/number", "header Authorization"
    void noteRaised(const QString &text);
    void followRequested(const QString &key);
    void compareRequested();
    void widthRequested(bool isWide); ///< the whole page for the message, or only its place

private:
    QWidget *makeHead();
    void makeKeys();
    void showHead();
    void showTimes();
    void startSearch();
    std::optional<UtcTime> now() const;

    const MessageTools m_tools;
    DeadLetter m_letter;
    DeadLetterRow m_row;
    bool m_hasLetter = false;
    Zone m_zone = Zone::Utc;
    QStringList m_sensitive;
    payload::SensitiveNames m_names;
    QStackedWidget *m_stack;
    EmptyState *m_state;
    QTabWidget *m_tabs;
    QToolButton *m_wide;
    ElidedLabel *m_title;
    ElidedLabel *m_facts;
    ElidedLabel *m_error;
    PayloadTab *m_payload;
    HeadersTab *m_headers;
    AttemptsTab *m_attempts;
    HistoryTab *m_history;
    CompareTab *m_compare;
    QTimer m_second; ///< the countdown
};

} // namespace holdwatch::ui
