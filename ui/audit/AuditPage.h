// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditFilter.h"
#include "models/audit/AuditModel.h"
#include "ui/common/Page.h"

class QLabel;
class QSplitter;
class QStackedWidget;

namespace holdwatch::ui {

class ChainLine;
class EmptyState;
class EntryDetail;
class FilterField;
class NoticeBar;
class PlainTable;

/// The record of redrives: whether its chain holds, its entries with the newest on top, and one of them with all it holds.
/// Reads older pages as somebody scrolls, or as a filter needs them. Changes nothing.
class AuditPage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    AuditPage(PageContext context, RedrivePort &redrive, QWidget *parent = nullptr);
    ~AuditPage() override;

    QVector<ShortcutHint> shortcuts() const override;
    void setScope(const ViewScope &scope) override;
    void focusFilter() override;
    bool canExport() const override { return m_model.rowCount() > 0; }
    void exportShown() override;
    bool stepBack() override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeTools();
    QWidget *makeContent();
    void listen();
    void verify();
    void fetchNewer(); ///< from the end down to what is held
    void fetchNewerPage(qint64 before);
    void addNewer();
    void endNewer();
    void fetchOlder();
    void fetchOlderIfWanted();
    void applyFilter();
    void showCurrent();
    QString countText() const;
    void refresh();
    void sayWhyEmpty();
    void actOnEmpty();

    PageContext m_context;
    RedrivePort &m_redrive;
    AuditModel m_model;
    AuditProxy m_proxy;
    Zone m_zone = Zone::Utc;
    bool m_isFetchingNewer = false;
    bool m_isFetchingOlder = false;
    bool m_hasGrownMeanwhile = false;
    bool m_wasRead = false;
    bool m_isAtGap = false; ///< there should be older entries, and there are none
    QVector<AuditEntry> m_newer;
    qint64 m_entries = 0; ///< as the port last said
    qint64 m_shown = 0;   ///< number of the entry in the detail; 0: none
    QString m_failure;    ///< of reading
    QString m_problem;    ///< of writing, as the port says
    ChainLine *m_chain;
    NoticeBar *m_notice;
    FilterField *m_filter;
    QLabel *m_count;
    PlainTable *m_table;
    EntryDetail *m_detail;
    QSplitter *m_splitter;
    EmptyState *m_empty;
    QStackedWidget *m_stack;
};

} // namespace holdwatch::ui
