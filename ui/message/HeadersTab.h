// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetter.h"
#include "models/payload/Masking.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLineEdit;
class QLabel;
class QToolButton;

namespace holdwatch::ui {

class PlainTable;
class TextPane;

/// A message's headers as the system gave them, sensitive ones masked. What a row shows is worked out when it is drawn.
class HeaderModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, KindColumn, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    void setHeaders(const QVector<LetterHeader> &headers);
    void setSensitiveNames(const QStringList &patterns);
    void setFilter(const QString &words); ///< in names, and in what is shown of values
    int total() const { return int(m_headers.size()); }

    const LetterHeader &header(int row) const { return m_headers[m_rows[size_t(row)]]; }
    const payload::MaskList &masks(int row) const { return masksOf(m_rows[size_t(row)]); }
    QStringList reveal(int row); ///< names of what was revealed by that
    QStringList revealAll();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const payload::MaskList &masksOf(int number) const;
    QStringList revealNumber(int number);
    QString valueText(int number) const;
    void filter();

    QVector<LetterHeader> m_headers;
    std::vector<int> m_rows;
    QString m_filter;
    payload::SensitiveNames m_names;
    mutable QHash<int, payload::MaskList> m_masks;
};

class HeadersTab final : public QWidget
{
    Q_OBJECT
public:
    explicit HeadersTab(QWidget *parent = nullptr);
    void show(const DeadLetter &letter);
    void setSensitiveNames(const QStringList &patterns);
    void startSearch();
    HeaderModel &model() { return *m_model; }

signals:
    void revealed(const QString &field);
    void noteRaised(const QString &text);

private:
    void showCurrent();
    void tell(const QStringList &names);
    void showCount();
    void copyValue();

    HeaderModel *m_model;
    QLineEdit *m_filter;
    QLabel *m_count;
    QToolButton *m_reveal;
    QToolButton *m_revealAll;
    PlainTable *m_table;
    QLabel *m_title;
    TextPane *m_value;
};

} // namespace holdwatch::ui
