// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Diff.h"
#include "ui/message/Background.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;

namespace holdwatch::ui {

class PlainTable;

class DiffModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { ChangeColumn, WhereColumn, LeftColumn, RightColumn, NoteColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setDiff(payload::Diff diff);
    const payload::Diff &diff() const { return m_diff; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    payload::Diff m_diff;
};

/// What is different between this message and another; compared in the background, masked on both sides.
class CompareTab final : public QWidget
{
    Q_OBJECT
public:
    explicit CompareTab(QWidget *parent = nullptr);

    void compare(const QByteArray &left, const QByteArray &right, const QString &rightTitle, const QStringList &sensitive);
    void forget();
    DiffModel &model() { return *m_model; }
    QString summary() const;

signals:
    void compared();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void take(payload::Diff diff);

    DiffModel *m_model;
    PlainTable *m_table;
    QLabel *m_title;
    QLabel *m_summary;
    Background m_work;
};

} // namespace holdwatch::ui
