// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/PlanCheck.h"
#include "models/redrive/Run.h"
#include "ui/common/Theme.h"

#include <QWidget>

class QLabel;
class QPainter;

namespace holdwatch::ui {

/// The signs of a redrive: how a part of its form stands, and what became of a message. Each has a shape and a colour of
/// its own, and stands beside its word.
enum class Mark { None, Fine, Missing, Warned, Refused, Waiting, Moving, Confirmed, Returned, Unknown, Skipped, Failed, Left };

Mark markOf(PlanRemark::State state);
Mark markOf(ItemOutcome outcome);
QString wordOf(PlanRemark::State state); ///< "fine", "missing", "look twice", "refused"

const VerdictColors &colorsOf(Mark mark, const Theme &theme);
void paintMark(QPainter &painter, const QRectF &box, Mark mark, const Theme &theme);

/// One mark and a text that wraps beside it. Nothing is shown while the text is empty, but its place may be kept.
class MarkedText final : public QWidget
{
    Q_OBJECT
public:
    explicit MarkedText(QWidget *parent = nullptr);
    void say(Mark mark, const QString &text);
    void setType(int pixels, bool bold);
    Mark mark() const { return m_mark; }
    QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Mark m_mark = Mark::None;
    QLabel *m_text;
};

} // namespace holdwatch::ui
