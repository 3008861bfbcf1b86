// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/deadletters/DeadLetter.h"
#include "models/deadletters/DeadLetterRow.h"
#include "models/payload/Masking.h"

#include <QAbstractScrollArea>

class QToolButton;

namespace holdwatch::ui {

/// One thing that happened to a message.
struct LetterEvent
{
    enum class Kind { Published, Attempt, Died, Seen, Expires };
    Kind kind = Kind::Attempt;
    std::optional<UtcTime> at;
    QString title;
    QString detail;
    int count = 1;
};

/// In the order it happened; what has no time stays behind what it was told after. Reasons are masked by `names`, unless null.
QVector<LetterEvent> eventsOf(const DeadLetter &letter, const DeadLetterRow &row, const payload::SensitiveNames *names = nullptr);

/// How a message came to die, as a line in time. Draws what is in sight.
class Timeline final : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit Timeline(QWidget *parent = nullptr);
    void setEvents(QVector<LetterEvent> events, Zone zone, std::optional<UtcTime> now);
    QStringList lines() const; ///< what is drawn, one text an event

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    bool isNarrow() const;
    int rowHeight() const;
    void setRanges();
    QString timeText(const LetterEvent &event) const;
    QString agoText(const LetterEvent &event) const;
    QString gapText(int number) const;
    void drawEvent(QPainter &painter, int number, int y) const;

    QVector<LetterEvent> m_events;
    Zone m_zone = Zone::Utc;
    std::optional<UtcTime> m_now;
};

class TextPane;

/// Errors and reasons are prose that anybody may have written: masked until revealed, all of a message at once.
class AttemptsTab final : public QWidget
{
    Q_OBJECT
public:
    explicit AttemptsTab(QWidget *parent = nullptr);
    void show(const DeadLetter &letter, const DeadLetterRow &row, Zone zone, std::optional<UtcTime> now); ///< masked anew for another letter
    void setSensitiveNames(const QStringList &patterns);
    void reveal();

signals:
    void revealed(const QString &field); ///< "error text", "attempt reasons"
    void noteRaised(const QString &text);

private:
    void refresh();

    DeadLetter m_letter;
    DeadLetterRow m_row;
    Zone m_zone = Zone::Utc;
    std::optional<UtcTime> m_now;
    payload::SensitiveNames m_names;
    payload::MaskList m_errorMasks;
    bool m_hidesReasons = false;
    bool m_isRevealed = false;
    QToolButton *m_reveal;
    Timeline *m_timeline;
    QWidget *m_errorBox;
    TextPane *m_error;
};

} // namespace holdwatch::ui
