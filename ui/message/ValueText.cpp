// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/ValueText.h"

#include "ui/common/Metrics.h"

#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>

namespace holdwatch::ui {

ValueText::ValueText(const QString &objectName, const QString &accessibleName, QWidget *parent) : QPlainTextEdit(parent)
{
    setObjectName(objectName);
    setAccessibleName(accessibleName);
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFrameShape(NoFrame);
    setFont(typeFont(font(), Type::Body));
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabChangesFocus(true);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ValueText::setValue(const QString &text)
{
    if (toPlainText() == text)
        return; // a selection stays while the clock ticks
    setPlainText(text);
    setFixedHeight(heightForLines());
}

int ValueText::heightForLines() const
{
    int lines = 0;
    for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next())
        lines += std::max(1, block.layout()->lineCount());
    return std::clamp(lines, 1, 12) * fontMetrics().lineSpacing() + 2;
}

QSize ValueText::sizeHint() const
{
    return {200, heightForLines()};
}

void ValueText::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    setFixedHeight(heightForLines());
}

} // namespace holdwatch::ui
