// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace holdwatch::ui {

/// Words to find, which of how many is shown, next and previous. Hidden until Ctrl+F.
class SearchBar final : public QWidget
{
    Q_OBJECT
public:
    explicit SearchBar(QWidget *parent = nullptr);

    void start();
    QString words() const;
    void tell(int current, int count, const QString &within = {}); ///< `within`: what was searched, if not all

signals:
    void wordsChanged(const QString &words);
    void stepped(int by);
    void closed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLineEdit *m_words;
    QLabel *m_count;
};

} // namespace holdwatch::ui
