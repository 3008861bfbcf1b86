// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace holdwatch::ui {

/// A field that finds words in a read-only text: marks every place, Enter or F3 goes to the next one,
/// with Shift to the one before, and says which of how many is shown.
class TextSearch final : public QWidget
{
    Q_OBJECT
public:
    static constexpr int mostMarked = 2000;

    /// `text` outlives it.
    explicit TextSearch(QPlainTextEdit &text, QWidget *parent = nullptr);

    void start();  ///< puts the cursor into the field
    void next();
    void previous();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void search();
    void show(int match);
    void mark();

    QPlainTextEdit &m_text;
    QLineEdit *m_words;
    QLabel *m_count;
    QVector<int> m_matches; ///< positions in the text
    int m_current = -1;
};

} // namespace holdwatch::ui
