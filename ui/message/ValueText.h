// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace holdwatch::ui {

/// A value to read and to copy: plain, wrapped also inside words, as high as its lines up to a dozen.
class ValueText final : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit ValueText(const QString &objectName, const QString &accessibleName, QWidget *parent = nullptr);
    void setValue(const QString &text);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, heightForLines()}; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    int heightForLines() const;
};

} // namespace holdwatch::ui
