// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/Labels.h"

#include "ui/common/Theme.h"

#include <QEvent>
#include <QPainter>

namespace holdwatch::ui {

namespace {

class SecondaryLabel final : public QLabel
{
public:
    using QLabel::QLabel;

    void colour()
    {
        QPalette own = palette();
        const QColor ink = Theme::of(parentWidget() ? parentWidget()->palette() : own).secondary;
        if (own.color(QPalette::WindowText) == ink)
            return;
        own.setColor(QPalette::WindowText, ink);
        setPalette(own);
    }

protected:
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ParentChange)
            colour();
    }
};

void prepare(QLabel *label, const QString &text, Type type, QFont::Weight weight)
{
    label->setTextFormat(Qt::PlainText);
    label->setFont(typeFont(label->font(), type, weight));
    label->setText(text);
}

} // namespace

QLabel *plainLabel(const QString &text, Type type, QFont::Weight weight, QWidget *parent)
{
    auto *label = new QLabel(parent);
    prepare(label, text, type, weight);
    return label;
}

QLabel *secondaryLabel(const QString &text, Type type, QWidget *parent)
{
    auto *label = new SecondaryLabel(parent);
    prepare(label, text, type, QFont::Normal);
    label->colour();
    return label;
}

QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
}

ElidedLabel::ElidedLabel(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    setToolTip(plainToolTip(text));
    updateGeometry();
    update();
}

void ElidedLabel::setSecondary(bool secondary)
{
    m_secondary = secondary;
    update();
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {space::xxl, fontMetrics().height() + 2};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.setPen(m_secondary ? theme.secondary : theme.text);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

} // namespace holdwatch::ui
