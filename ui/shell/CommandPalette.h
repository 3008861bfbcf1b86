// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include <functional>

class QLineEdit;
class QListWidget;

namespace holdwatch::ui {

/// Something a person can ask for by typing.
struct Command
{
    QString title;
    QString hint;     ///< what it belongs to, or its key
    QString iconName;
    std::function<void()> run;
};

/// Ctrl+K: every queue, page and action under one line of text. Runs the chosen one after it has closed.
class CommandPalette final : public QDialog
{
    Q_OBJECT
public:
    explicit CommandPalette(QVector<Command> commands, QWidget *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fill(const QString &text);
    void runCurrent();

    QVector<Command> m_commands;
    QVector<int> m_shown; ///< indices into m_commands, row by row
    QLineEdit *m_input;
    QListWidget *m_list;
};

/// How well `command` answers `words` (case-folded); less is better, negative: not at all.
int matchOf(const Command &command, const QStringList &words);

} // namespace holdwatch::ui
