// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/AuditPage.h"

#include "models/ports/RedrivePort.h"
#include "models/ports/SettingsPort.h"
#include "ui/audit/ChainLine.h"
#include "ui/audit/EntryDetail.h"
#include "ui/audit/StandingDelegate.h"
#include "ui/common/EmptyState.h"
#include "ui/common/FilterField.h"
#include "ui/common/Labels.h"
#include "ui/common/NoticeBar.h"
#include "ui/common/PlainTable.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimeZone>
#include <QVBoxLayout>

#include <utility>

namespace holdwatch::ui {

namespace {

constexpr int pageSize = 200;
constexpr int pageSizeWhileFiltering = 2000;
constexpr int narrowPage = 1060; ///< as on the overview
constexpr int rowsAhead = 50;
constexpr int enoughMatches = 100; ///< more than a screen; below that a filter goes on looking

QString splitterKey() { return QStringLiteral("audit/splitter"); }

} // namespace

PageInfo AuditPage::info()
{
    return {QStringLiteral("audit"), QStringLiteral("Audit"), QStringLiteral("audit")};
}

AuditPage::AuditPage(PageContext context, RedrivePort &redrive, QWidget *parent)
    : Page(info(), parent), m_context(context), m_redrive(redrive), m_proxy(m_model), m_chain(new ChainLine), m_notice(new NoticeBar), m_filter(new FilterField(auditCatalogue())),
      m_count(secondaryLabel({})), m_table(new PlainTable(QStringLiteral("auditTable"), QStringLiteral("Record"))), m_detail(new EntryDetail),
      m_splitter(new QSplitter(Qt::Horizontal)), m_empty(new EmptyState), m_stack(new QStackedWidget)
{
    m_stack->addWidget(makeContent());
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_chain);
    layout->addWidget(m_notice);
    layout->addWidget(makeTools());
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_table);
    listen();
    fetchNewer();
    verify();
}

AuditPage::~AuditPage()
{
    // The table outlives the models and is laid out once more when the window closes.
    m_table->disconnect(this);
    m_table->verticalScrollBar()->disconnect(this);
}

QVector<ShortcutHint> AuditPage::shortcuts() const
{
    return {{QStringLiteral("/"), QStringLiteral("Filter, as in kind:outcome redrive:rd-2026* by:Ada")},
            {QStringLiteral("Enter"), QStringLiteral("Open the redrive of the selected entry")},
            {QStringLiteral("Ctrl+E"), QStringLiteral("Export the record")}};
}

void AuditPage::setScope(const ViewScope &scope)
{
    m_zone = scope.zone;
    m_model.setZone(m_zone);
    m_chain->setZone(m_zone);
    showCurrent();
}

void AuditPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool AuditPage::stepBack()
{
    if (m_filter->text().isEmpty())
        return false;
    m_filter->clear();
    return true;
}

QWidget *AuditPage::makeTools()
{
    m_filter->setObjectName(QStringLiteral("auditFilter"));
    m_filter->setAccessibleName(QStringLiteral("Filter the record"));
    m_filter->setPlaceholderText(QStringLiteral("Filter, as in kind:outcome by:Ada  ( / )"));
    m_count->setObjectName(QStringLiteral("auditCount"));
    auto *tools = new QWidget;
    auto *layout = new QHBoxLayout(tools);
    layout->setContentsMargins(space::m, space::xs, space::m, space::s);
    layout->setSpacing(space::s);
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_count);
    return tools;
}

QWidget *AuditPage::makeContent()
{
    m_table->setModel(&m_proxy);
    m_table->setItemDelegateForColumn(AuditModel::StandingColumn, new StandingDelegate(m_table));
    const int widths[] = {64, 150, 300, 110, 92, 140};
    for (int column = 0; column < AuditModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->horizontalHeader()->setSectionResizeMode(AuditModel::WhatColumn, QHeaderView::Stretch);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_detail);
    m_splitter->setSizes({856, 344});
    m_splitter->setStretchFactor(0, 1);
    m_splitter->restoreState(m_context.settings.read(splitterKey()).toByteArray());
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_context.settings.write(splitterKey(), m_splitter->saveState()); });
    return m_splitter;
}

void AuditPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    // What happened keeps room to be read; who and which redrive stand in the detail too.
    m_table->setColumnHidden(AuditModel::PlanColumn, width() < narrowPage);
    m_table->setColumnHidden(AuditModel::WhoColumn, width() < narrowPage);
}

void AuditPage::listen()
{
    connect(&m_redrive, &RedrivePort::auditGrew, this, [this](qint64 entries) {
        m_entries = std::max(m_entries, entries);
        fetchNewer();
    });
    connect(&m_redrive, &RedrivePort::auditProblem, this, [this](const QString &problem) {
        m_problem = problem;
        refresh();
    });
    connect(m_chain, &ChainLine::verifyRequested, this, &AuditPage::verify);
    connect(m_chain, &ChainLine::exportRequested, this, &AuditPage::exportShown);
    connect(m_filter, &FilterField::filterChanged, this, &AuditPage::applyFilter);
    connect(m_filter, &FilterField::faultChanged, this, &AuditPage::refresh);
    connect(m_table, &PlainTable::currentRowChanged, this, &AuditPage::showCurrent);
    connect(m_table, &PlainTable::rowActivated, this, [this](int row) {
        const PlanId &plan = m_model.entryAt(m_proxy.sourceRow(row)).what.plan;
        if (!plan.isEmpty())
            emit redriveRequested(plan);
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &AuditPage::fetchOlderIfWanted);
    connect(m_table->verticalScrollBar(), &QScrollBar::rangeChanged, this, &AuditPage::fetchOlderIfWanted);
    connect(m_detail, &EntryDetail::redriveRequested, this, &Page::redriveRequested);
    connect(m_detail, &EntryDetail::copied, this, &Page::noteRaised);
    connect(m_empty, &EmptyState::actionTriggered, this, &AuditPage::actOnEmpty);
    connect(m_notice, &NoticeBar::actionTriggered, this, &AuditPage::fetchOlder);
}

void AuditPage::verify()
{
    m_chain->setChecking();
    m_redrive.verifyAudit(this, [this](const Result<AuditCheck> &check) {
        if (!check) {
            m_model.setCheck(std::nullopt);
            m_chain->setFailed(check.error());
        } else {
            m_entries = std::max(m_entries, check->entries);
            m_model.setCheck(*check);
            m_chain->setCheck(*check, m_context.clock.now());
        }
        showCurrent();
        refresh();
    });
}

void AuditPage::fetchNewer()
{
    if (m_isFetchingNewer) {
        m_hasGrownMeanwhile = true;
        return;
    }
    m_isFetchingNewer = true;
    fetchNewerPage(0);
    refresh();
}

void AuditPage::fetchNewerPage(qint64 before)
{
    m_redrive.fetchAudit(before, pageSize, this, [this](const Result<QVector<AuditEntry>> &page) {
        m_failure = page ? QString() : toSentence(page.error());
        if (!page) {
            endNewer();
            return;
        }
        m_wasRead = true;
        m_newer += *page;
        // Shown only once they reach what is held: a failure in between must not leave a gap.
        if (!page->isEmpty() && m_model.newest() > 0 && page->last().number > m_model.newest() + 1) {
            fetchNewerPage(page->last().number);
            return;
        }
        addNewer();
        endNewer();
    });
}

void AuditPage::addNewer()
{
    // What somebody reads stays where it is; at the top the new ones come into view.
    QScrollBar *bar = m_table->verticalScrollBar();
    const int place = bar->value();
    const int rows = m_proxy.rowCount();
    m_model.add(m_newer);
    const int added = (m_proxy.rowCount() - rows) * rowHeight;
    if (place > 0 && added > 0) {
        bar->setMaximum(bar->maximum() + added); // the table itself would only see to it at its next layout
        bar->setValue(place + added);
    }
    m_entries = std::max(m_entries, m_model.newest());
    if (m_table->currentRow() < 0 && m_proxy.rowCount() > 0 && m_shown == 0)
        m_table->selectRow(0);
}

void AuditPage::endNewer()
{
    m_newer.clear();
    m_isFetchingNewer = false;
    refresh();
    if (std::exchange(m_hasGrownMeanwhile, false))
        fetchNewer();
    fetchOlderIfWanted();
}

void AuditPage::fetchOlderIfWanted()
{
    // Counted in rows: before the first layout the bar's own end means nothing.
    const int lastInView = (m_table->verticalScrollBar()->value() + m_table->viewport()->height()) / rowHeight;
    const bool isNearEnd = lastInView + rowsAhead >= m_proxy.rowCount();
    const bool isSearching = m_proxy.isFiltering() && m_proxy.rowCount() < enoughMatches;
    if ((isNearEnd || isSearching) && m_model.hasOlder() && !m_isFetchingOlder && !m_isAtGap)
        fetchOlder();
}

void AuditPage::fetchOlder()
{
    m_isFetchingOlder = true;
    m_redrive.fetchAudit(m_model.oldest(), m_proxy.isFiltering() ? pageSizeWhileFiltering : pageSize, this, [this](const Result<QVector<AuditEntry>> &page) {
        m_isFetchingOlder = false;
        m_failure = page ? QString() : toSentence(page.error());
        // Nothing older although there should be: those were removed, as the check says.
        m_isAtGap = page && page->isEmpty();
        if (page)
            m_model.add(*page);
        refresh();
        if (page)
            fetchOlderIfWanted();
    });
}

void AuditPage::applyFilter()
{
    m_proxy.setFilter(m_filter->expression(), {m_context.clock.now(), m_zone == Zone::Utc ? QTimeZone::utc() : QTimeZone::systemTimeZone()});
    showCurrent();
    refresh();
    fetchOlderIfWanted();
}

void AuditPage::showCurrent()
{
    const int row = m_table->currentRow();
    if (row < 0 || row >= m_proxy.rowCount()) {
        m_shown = 0;
        m_detail->clear();
        return;
    }
    const int source = m_proxy.sourceRow(row);
    m_shown = m_model.entryAt(source).number;
    m_detail->showEntry(m_model.entryAt(source), m_model.standingAt(source), m_zone);
}

QString AuditPage::countText() const
{
    if (!m_filter->fault().isEmpty())
        return m_filter->fault();
    if (!m_proxy.isFiltering())
        return m_entries == 1 ? QStringLiteral("1 entry") : QStringLiteral("%1 entries").arg(formatCount(m_entries));
    const QString found = QStringLiteral("%1 of %2 match").arg(formatCount(m_proxy.rowCount()), formatCount(m_model.rowCount()));
    return m_model.hasOlder() && !m_isAtGap ? found + QStringLiteral(", looked back to entry %1").arg(formatCount(m_model.oldest())) : found;
}

void AuditPage::refresh()
{
    m_chain->setEntries(m_entries);
    m_count->setText(countText());
    const QString unread = m_failure.isEmpty() || m_model.rowCount() == 0 ? QString() : QStringLiteral("Not all entries could be read. ") + m_failure;
    const QString notice = m_problem.isEmpty() ? unread : m_problem + QStringLiteral(" Nothing is sent while the record can't be written.");
    m_notice->say(QStringLiteral("warning"), notice, m_problem.isEmpty() && !unread.isEmpty() ? QStringLiteral("Try again") : QString());
    if (m_proxy.rowCount() == 0)
        sayWhyEmpty();
    m_stack->setCurrentIndex(m_proxy.rowCount() > 0 ? 0 : 1);
}

void AuditPage::sayWhyEmpty()
{
    const QString mark = QStringLiteral("audit");
    if (m_model.rowCount() > 0 && (m_isFetchingOlder || m_isFetchingNewer))
        m_empty->say(QStringLiteral("search"), QStringLiteral("Looking through the record\u2026"), countText());
    else if (m_model.rowCount() > 0)
        m_empty->say(QStringLiteral("filter"), QStringLiteral("No entry matches the filter"), countText(), QStringLiteral("Clear the filter"));
    else if (!m_failure.isEmpty())
        m_empty->say(QStringLiteral("warning"), QStringLiteral("The record can't be read"), m_failure, QStringLiteral("Try again"));
    else if (!m_wasRead)
        m_empty->say(mark, QStringLiteral("Reading the record\u2026"), QStringLiteral("The newest entries come first."));
    else
        m_empty->say(mark, QStringLiteral("Nothing has been recorded yet"),
                     QStringLiteral("Who asks for a redrive, who approves it, what is about to be sent and what becomes of each message is written down here, and can be proven later."));
}

void AuditPage::actOnEmpty()
{
    if (m_model.rowCount() > 0)
        m_filter->clear();
    else
        fetchNewer();
}

void AuditPage::exportShown()
{
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Export the record"), QStringLiteral("audit.jsonl"), QStringLiteral("Record (*.jsonl)"));
    if (path.isEmpty())
        return;
    m_chain->setExporting(true);
    m_redrive.exportAudit(path, this, [this, path](const Result<qint64> &entries) {
        m_chain->setExporting(false);
        emit noteRaised(entries ? QStringLiteral("Exported %1 entries to %2. \u201choldwatch audit verify\u201d checks them.").arg(formatCount(*entries), path)
                                : toSentence(entries.error()));
    });
}

} // namespace holdwatch::ui
