// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace holdwatch::ui {

/// Labelled rows of a form, each with room below it for the sentence that says what is wrong with it.
class FormRows : public QWidget
{
    Q_OBJECT
public:
    explicit FormRows(QWidget *parent = nullptr);

    /// `field` names the row for `showFault`; `label` may hold an "&" key. `hint` becomes the tooltip and the
    /// accessible description. Takes `editor` over.
    void add(const QString &field, const QString &label, QWidget *editor, const QString &hint = {});
    QLineEdit *addLine(const QString &field, const QString &label, const QString &hint, const QString &placeholder = {});
    void addTitle(const QString &title);  ///< a small heading over the rows that follow; hidden while none of them is shown
    void addNote(QWidget *note);          ///< over the editors' column, without a label

    void setLabel(const QString &field, const QString &label);
    void setRowVisible(const QString &field, bool visible);
    bool has(const QString &field) const { return m_rows.contains(field); }
    /// All faults at once; those whose row is hidden or missing are returned, to be said elsewhere.
    QStringList showFaults(const QHash<QString, QString> &sentences);
    QWidget *editorOf(const QString &field) const;

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Row
    {
        QLabel *label = nullptr;
        QWidget *editor = nullptr;
        QLabel *fault = nullptr;
        QVBoxLayout *column = nullptr;
        bool visible = true;
    };
    void colour();
    void refreshTitles();

    QFormLayout *m_layout;
    QHash<QString, Row> m_rows;
    QVector<std::pair<QLabel *, QStringList>> m_titles; ///< with the fields below each
};

} // namespace holdwatch::ui
