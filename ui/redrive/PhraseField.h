// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace holdwatch::ui {

/// Takes a phrase that has to be typed: a step in which one reads what one agrees to. What comes in any other way (pasted by
/// keys, menu, middle click or program, dropped, redone) is refused and taken out again.
class PhraseField final : public QLineEdit
{
    Q_OBJECT
public:
    explicit PhraseField(QWidget *parent = nullptr);

    void setPhrase(const QString &phrase) { m_phrase = phrase; }
    bool isRight() const { return !m_phrase.isEmpty() && text() == m_phrase; }

signals:
    void pasteRefused();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void guard(const QString &now);
    void refuse();

    QString m_phrase;
    QString m_typed;       ///< what is known to have been typed
    int m_allowed = 0;     ///< characters the event that is being handled may add
    bool m_isMending = false;
};

} // namespace holdwatch::ui
