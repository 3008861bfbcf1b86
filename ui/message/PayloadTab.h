// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/message/PayloadDocument.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace holdwatch::ui {

class DecodeChips;
class ElidedLabel;
class HexPane;
class SearchBar;
class TextPane;
class TreePane;

/// The body of a message: indented and as sent beside each other, as a tree, as bytes; decoded step by step; masked.
class PayloadTab final : public QWidget
{
    Q_OBJECT
public:
    enum class View { Both, Pretty, Raw, Tree, Hex };

    explicit PayloadTab(const payload::Decompressor *decompressor, QWidget *parent = nullptr);

    void show(const QByteArray &payload, qsizetype wholeSize, bool isWhole);
    void setSensitiveNames(const QStringList &patterns) { m_document.setSensitiveNames(patterns); }
    PayloadDocument &document() { return m_document; }

    void setView(View view);
    View view() const { return m_view; }          ///< as chosen; Both is shown as Pretty where it is too narrow
    void startSearch();
    void stepSearch(int by);
    bool leaveSearch();                           ///< false: it was not open

    QString pointer() const { return m_pointer; } ///< of the place the cursor is at
    void copyText();                              ///< the selection, else everything shown; masked
    void copyBytes();                             ///< the same, exactly; refused while a part is masked
    void copyPointer();
    void decodeValue();                           ///< the string the cursor is at, as a body of its own

signals:
    void revealed(const QString &field);
    void noteRaised(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeTools();
    QWidget *makeStatus();
    void connectPanes();
    void showBody();
    void showRendered();
    void showFacts();
    void showMasks();
    void showPreview();
    void showPlace();
    void applyView();
    void scrollBeside(TextPane *moved);
    bool isNarrow() const;
    View effective() const;
    void search(const QString &words);
    void tellMatches();
    void revealAt(qsizetype offset);
    payload::JsonTree::Node nodeHere() const;
    payload::ByteRange place() const;     ///< bytes that are selected, or the one at the cursor
    payload::ByteRange selected() const;  ///< bytes that are selected; all shown ones if there is no selection
    TextPane *textPane() const;           ///< of the present view; null for tree and hex
    void copyTree();

    PayloadDocument m_document;
    View m_view = View::Both;
    bool m_isFollowing = false; ///< one pane moves because the other did
    bool m_isChosen = false; ///< by a person: a new message does not change it
    qsizetype m_wholeSize = 0;
    bool m_isWhole = true;
    QString m_pointer;

    DecodeChips *m_chips;
    QButtonGroup *m_views;
    QToolButton *m_masked;
    QMenu *m_maskedMenu;
    QToolButton *m_copy;
    QLabel *m_remarks;
    QSplitter *m_texts;
    TextPane *m_pretty;
    TextPane *m_raw;
    TreePane *m_tree;
    HexPane *m_hex;
    QStackedWidget *m_stack;
    SearchBar *m_search;
    ElidedLabel *m_pointerLabel;
    QToolButton *m_copyPointer;
    QToolButton *m_decodeValue;
    QLabel *m_place;
    QLabel *m_preview;
    QToolButton *m_more;
    TextPane *m_lastText;
};

} // namespace holdwatch::ui
