// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/message/PayloadDocument.h"

#include "models/core/Format.h"

#include <algorithm>
#include <utility>

namespace holdwatch::ui {

using namespace payload;

namespace {

constexpr qsizetype readAtOnce = previewBytes; ///< bodies up to here are read whole before they are shown
constexpr qsizetype renderedAtOnce = 2 * previewBytes;
constexpr qsizetype largestStep = 4 * 1024 * 1024;

struct Panes
{
    PaneText raw;
    PaneText pretty;
};

Panes panesOf(const QByteArray &body, const ByteRanges &hidden, qsizetype shown)
{
    return {rawPaneText(body, hidden, shown), prettyPaneText(body, hidden, shown)};
}

/// Where the beginning was read again, what a person revealed stays so.
void keepRevealed(MaskList &masks, const MaskList &before)
{
    for (const Mask &mask : before.masks()) {
        if (mask.isRevealed)
            masks.reveal(masks.maskAt(mask.range.from));
    }
}

QString faultText(const JsonTree &tree)
{
    const JsonFault &fault = *tree.fault();
    if (tree.isEmpty())
        return QStringLiteral("Not JSON: %1 at byte %2.").arg(fault.why, formatCount(fault.at));
    return QStringLiteral("No JSON from byte %1 on: %2. The rest stands as it is.").arg(formatCount(fault.at), fault.why);
}

} // namespace

QString formatBytes(qsizetype bytes)
{
    if (bytes < 1000)
        return QStringLiteral("%1 B").arg(bytes);
    double value = double(bytes) / 1024;
    const char *unit = "KB";
    for (const char *next : {"MB", "GB"}) {
        if (value < 1000)
            break;
        value /= 1024;
        unit = next;
    }
    return QStringLiteral("%1 %2").arg(QString::number(value, 'f', value < 100 ? 1 : 0), QLatin1String(unit));
}

PayloadScan scanOf(const QByteArray &body, const QStringList &sensitive, const std::function<bool()> &isWanted)
{
    PayloadScan scan;
    scan.masks = masksOf(body, SensitiveNames(sensitive));
    if (isWanted())
        scan.facts = factsOf(body);
    if (isWanted())
        scan.tree = JsonTree(body);
    return scan;
}

PayloadDocument::PayloadDocument(const Decompressor *decompressor, QObject *parent)
    : QObject(parent), m_decompressor(decompressor), m_chain(std::make_unique<DecodingChain>(QByteArray(), decompressor)),
      m_sensitive(SensitiveNames::defaultPatterns()), m_tree(new JsonTreeModel(this)), m_reading(this), m_rendering(this)
{
}

PayloadDocument::~PayloadDocument() = default;

void PayloadDocument::open(const QByteArray &payload)
{
    m_outers.clear();
    m_chain = std::make_unique<DecodingChain>(payload, m_decompressor);
    showResult();
}

bool PayloadDocument::openValue(JsonTree::Node node)
{
    if (node == JsonTree::none || json().type(node) != JsonTree::Type::String || m_outers.size() >= DecodingChain::mostSteps)
        return false;
    const QString pointer = visible(json().pointer(node));
    auto inner = std::make_unique<DecodingChain>(json().value(node), m_decompressor);
    if (inner->original().size() <= largestStep) {
        const std::vector<Encoding> steps = inner->suggestion();
        std::all_of(steps.begin(), steps.end(), [&inner](Encoding step) { return inner->apply(step); });
    }
    m_outers.push_back({std::exchange(m_chain, std::move(inner)), pointer});
    showResult();
    return true;
}

bool PayloadDocument::looksEncoded(JsonTree::Node node) const
{
    if (node == JsonTree::none || json().type(node) != JsonTree::Type::String)
        return false;
    return json().range(node).size() > previewBytes || !guessEncodings(json().value(node)).empty();
}

void PayloadDocument::returnTo(size_t outer, size_t steps)
{
    if (outer < m_outers.size()) {
        m_chain = std::move(m_outers[outer].chain);
        m_outers.resize(outer);
        while (m_chain->steps().size() > steps)
            m_chain->undo();
        showResult();
    } else {
        undoTo(steps);
    }
}

void PayloadDocument::setSensitiveNames(const QStringList &patterns)
{
    if (m_sensitive == patterns)
        return;
    m_sensitive = patterns;
    showResult();
}

void PayloadDocument::decode(const std::vector<Encoding> &steps)
{
    bool isOther = false;
    for (const Encoding step : steps) {
        if (!m_chain->apply(step))
            break;
        isOther = true;
    }
    if (isOther)
        showResult();
    else
        emit suggested(); // the refusal is to be said
}

void PayloadDocument::undoTo(size_t steps)
{
    if (steps >= m_chain->steps().size())
        return;
    while (m_chain->steps().size() > steps)
        m_chain->undo();
    showResult();
}

void PayloadDocument::showResult()
{
    m_reading.restart();
    m_rendering.restart();
    m_suggestion.clear();
    m_masks = {};
    m_facts = {};
    m_isScanned = false;
    m_shown = previewBytes;
    m_tree->setTree({});
    if (body().size() <= readAtOnce) {
        PayloadScan scan = scanOf(body(), m_sensitive);
        m_masks = scan.masks;
        const Panes panes = panesOf(body(), m_masks.hidden(), m_shown);
        m_raw = panes.raw;
        m_pretty = panes.pretty;
        emit opened();
        takeScan(std::move(scan));
    } else {
        readBeginning();
        emit opened();
        m_reading.run([body = body(), names = m_sensitive, isWanted = m_reading.watch()] { return scanOf(body, names, isWanted); }, [this](PayloadScan scan) { takeScan(std::move(scan)); });
    }
    suggest();
}

void PayloadDocument::readBeginning()
{
    const QByteArrayView beginning = QByteArrayView(body()).first(std::min(body().size(), m_shown + previewBytes));
    m_masks = masksOf(beginning, SensitiveNames(m_sensitive));
    Panes panes = panesOf(body(), m_masks.hidden(), m_shown);
    m_raw = std::move(panes.raw);
    m_pretty = std::move(panes.pretty);
}

void PayloadDocument::takeScan(PayloadScan scan)
{
    const ByteRanges before = m_masks.hidden();
    keepRevealed(scan.masks, m_masks);
    m_masks = std::move(scan.masks);
    m_facts = std::move(scan.facts);
    m_tree->setTree(std::move(scan.tree), m_masks.hidden());
    m_isScanned = true;
    if (before != m_masks.hidden())
        render();
    emit scanned();
}

void PayloadDocument::suggest()
{
    if (body().isEmpty())
        return;
    m_reading.run([body = body(), decompressor = m_decompressor] { return DecodingChain(body, decompressor).suggestion(); },
                  [this](std::vector<Encoding> suggestion) {
                      m_suggestion = std::move(suggestion);
                      emit suggested();
                  });
}

void PayloadDocument::render()
{
    m_rendering.restart();
    const auto take = [this](Panes panes) {
        m_raw = std::move(panes.raw);
        m_pretty = std::move(panes.pretty);
        emit rendered();
    };
    if (m_shown <= renderedAtOnce)
        return take(panesOf(body(), m_masks.hidden(), m_shown));
    m_rendering.run([body = body(), hidden = m_masks.hidden(), shown = m_shown] { return panesOf(body, hidden, shown); }, take);
}

void PayloadDocument::loadMore()
{
    if (!canLoadMore())
        return;
    m_shown += std::min(m_shown * 3, largestStep);
    render();
}

QStringList PayloadDocument::remarks() const
{
    QStringList told;
    if (!m_chain->refusal().isEmpty())
        told << QStringLiteral("Could not be decoded. %1").arg(m_chain->refusal());
    for (const DecodingChain::Step &step : m_chain->steps()) {
        if (!step.result.remark.isEmpty())
            told << step.text();
    }
    if (body().isEmpty())
        return told << QStringLiteral("The body is empty: 0 bytes.");
    if (!m_isScanned)
        return told << QStringLiteral("Still reading the rest of %1.").arg(formatBytes(body().size()));
    told += m_facts.sentences();
    if (json().fault())
        told << faultText(json());
    if (!json().tolerated().empty())
        told << QStringLiteral("Not quite JSON at byte %1: %2.").arg(formatCount(json().tolerated().front().at), json().tolerated().front().why);
    if (json().leftOut() > 0)
        told << QStringLiteral("The tree leaves out the last %1.").arg(formatBytes(json().leftOut()));
    return told;
}

JsonTree::Node PayloadDocument::nodeAt(qsizetype offset) const
{
    const JsonTree &tree = json();
    JsonTree::Node found = JsonTree::none;
    JsonTree::Node node = tree.root();
    JsonTree::Node parent = JsonTree::none;
    while (node != JsonTree::none) {
        const ByteRange range = tree.range(node);
        const qsizetype from = tree.hasKey(node) ? tree.keyRange(node).from : range.from;
        if (offset >= range.until && parent != JsonTree::none) {
            node = tree.nextSibling(node, parent);
            continue;
        }
        if (offset < from || offset > range.until)
            break;
        found = node;
        if (!tree.isContainer(node) || offset < range.from)
            break;
        parent = node;
        node = tree.firstChild(node);
    }
    return found;
}

bool PayloadDocument::looksLikeJson() const
{
    const QString begin = m_pretty.text.left(64).trimmed();
    const bool hasBracket = begin.startsWith(QLatin1Char('{')) || begin.startsWith(QLatin1Char('['));
    return m_pretty.jsonUntil > 0 && (hasBracket || (m_isScanned && json().isWholeJson()));
}

int PayloadDocument::maskedCount() const
{
    return int(std::count_if(m_masks.masks().begin(), m_masks.masks().end(), [](const Mask &mask) { return !mask.isRevealed; }));
}

QString PayloadDocument::fieldOf(qsizetype mask) const
{
    const Mask &one = m_masks.masks()[size_t(mask)];
    const JsonTree::Node node = nodeAt(one.range.from);
    QString pointer = node == JsonTree::none ? QString() : visible(json().pointer(node));
    if (!m_outers.empty())
        pointer = QStringLiteral("%1, decoded: %2").arg(m_outers.back().pointer, pointer.isEmpty() ? one.name : pointer);
    return pointer.isEmpty() ? one.name : pointer.size() > 200 ? pointer.left(200) + QChar(0x2026) : pointer;
}

void PayloadDocument::reveal(qsizetype mask)
{
    if (!m_masks.reveal(mask))
        return;
    m_tree->setHidden(m_masks.hidden());
    render();
    emit revealed(fieldOf(mask));
}

void PayloadDocument::revealAll()
{
    QStringList fields;
    for (qsizetype mask = 0; mask < qsizetype(m_masks.masks().size()); ++mask) {
        if (m_masks.reveal(mask))
            fields << fieldOf(mask);
    }
    if (fields.isEmpty())
        return;
    m_tree->setHidden(m_masks.hidden());
    render();
    for (const QString &field : fields)
        emit revealed(field);
}

void PayloadDocument::hideAll()
{
    m_masks.hideAll();
    m_tree->setHidden(m_masks.hidden());
    render();
}

} // namespace holdwatch::ui
