// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/Decoding.h"
#include "models/payload/JsonTreeModel.h"
#include "models/payload/Masking.h"
#include "ui/message/Background.h"
#include "ui/message/PaneText.h"

namespace holdwatch::ui {

/// What is read of a whole body; takes one pass or two, so large bodies are read in the background.
struct PayloadScan
{
    payload::TextFacts facts;
    payload::JsonTree tree;
    payload::MaskList masks;
};
/// Stops between its passes, with what it has, when `isWanted` says no.
PayloadScan scanOf(const QByteArray &body, const QStringList &sensitive, const std::function<bool()> &isWanted = [] { return true; });

/// One message's body on its way to the screen: decoded as far as a person went, masked, a beginning of it as text.
/// Opening takes the same time for any size; what needs all bytes follows with `scanned`. Window's thread.
class PayloadDocument final : public QObject
{
    Q_OBJECT
public:
    explicit PayloadDocument(const payload::Decompressor *decompressor, QObject *parent = nullptr);
    ~PayloadDocument() override;

    void open(const QByteArray &payload);
    void setSensitiveNames(const QStringList &patterns);

    const payload::DecodingChain &chain() const { return *m_chain; }
    const QByteArray &body() const { return m_chain->result(); }
    const std::vector<payload::Encoding> &suggestion() const { return m_suggestion; } ///< comes with `suggested`
    void decode(const std::vector<payload::Encoding> &steps); ///< as far as it goes; see chain().refusal()
    void undoTo(size_t steps);

    /// A string of the body as a body of its own, decoded as far as it suggests itself; what is masked in it stays so, by masks
    /// of its own. False: it is no string.
    bool openValue(payload::JsonTree::Node node);
    bool looksEncoded(payload::JsonTree::Node node) const;
    struct Outer
    {
        std::unique_ptr<payload::DecodingChain> chain;
        QString pointer; ///< of the string in what `chain` led to
    };
    const std::vector<Outer> &outers() const { return m_outers; } ///< outermost first; empty: the message itself is shown
    void returnTo(size_t outer, size_t steps);                    ///< that one is shown again, with so many of its steps
    const QByteArray &original() const { return m_outers.empty() ? m_chain->original() : m_outers.front().chain->original(); }

    const PaneText &raw() const { return m_raw; }
    const PaneText &pretty() const { return m_pretty; }
    qsizetype shown() const { return std::min(m_shown, body().size()); } ///< bytes of the body that raw text and hex reach
    bool isPart() const { return m_raw.leftOut > 0 || m_pretty.leftOut > 0; }
    bool canLoadMore() const { return isScanned() && isPart(); }
    void loadMore();

    bool isScanned() const { return m_isScanned; }
    const payload::TextFacts &facts() const { return m_facts; }   ///< once scanned
    payload::JsonTreeModel &tree() { return *m_tree; }            ///< empty until scanned
    const payload::JsonTree &json() const { return m_tree->tree(); }
    bool looksLikeJson() const;
    QStringList remarks() const;                                  ///< what a person must know of these bytes
    payload::JsonTree::Node nodeAt(qsizetype offset) const;       ///< the innermost value, or its key, that holds this byte

    const payload::MaskList &masks() const { return m_masks; }
    int maskedCount() const;
    QString fieldOf(qsizetype mask) const; ///< its JSON pointer, or its name where it has none
    void reveal(qsizetype mask);
    void revealAll();
    void hideAll();

signals:
    void opened();                        ///< other bytes are shown
    void rendered();                      ///< the same bytes, shown anew
    void scanned();
    void suggested();
    void revealed(const QString &field);  ///< once for each

private:
    void showResult();
    void readBeginning();
    void takeScan(PayloadScan scan);
    void suggest();
    void render();

    const payload::Decompressor *m_decompressor;
    std::unique_ptr<payload::DecodingChain> m_chain;
    std::vector<Outer> m_outers;
    std::vector<payload::Encoding> m_suggestion;
    QStringList m_sensitive;
    payload::MaskList m_masks;
    payload::TextFacts m_facts;
    payload::JsonTreeModel *m_tree;
    PaneText m_raw;
    PaneText m_pretty;
    qsizetype m_shown = 0; ///< budget of either text
    bool m_isScanned = false;
    Background m_reading;
    Background m_rendering;
};

/// "12.4 MB", "812 B".
QString formatBytes(qsizetype bytes);

} // namespace holdwatch::ui
