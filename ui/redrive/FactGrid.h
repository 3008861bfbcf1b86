// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>

class QGridLayout;
class QLabel;

namespace holdwatch::ui {

/// Names and what stands for them, in two columns; values change in place. Texts are plain and can be copied.
class FactGrid final : public QWidget
{
    Q_OBJECT
public:
    explicit FactGrid(QWidget *parent = nullptr);

    /// A row once added keeps its place; an empty value hides it.
    void set(const QString &name, const QString &value);
    void addWidget(const QString &name, QWidget *editor);
    QString value(const QString &name) const;

private:
    struct Row
    {
        QLabel *name;
        QLabel *value;
    };
    QGridLayout *m_grid;
    QHash<QString, Row> m_rows;
};

} // namespace holdwatch::ui
