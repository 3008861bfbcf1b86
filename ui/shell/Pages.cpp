// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/Pages.h"

#include "ui/alerts/AlertsPage.h"
#include "ui/audit/AuditPage.h"
#include "ui/connections/ConnectionsPage.h"
#include "ui/deadletters/DeadLettersPage.h"
#include "ui/overview/OverviewPage.h"
#include "ui/practice/PracticePage.h"
#include "ui/queue/QueuePage.h"
#include "ui/redrive/RedrivePage.h"

namespace holdwatch::ui {

std::vector<PageEntry> standardPages(const PageContext &context, PracticePort &practice, const WriteAccess &access)
{
    return {
        {OverviewPage::info(), [context] { return new OverviewPage(context); }},
        {QueuePage::info(), [context] { return new QueuePage(context); }},
        {DeadLettersPage::info(), [context] { return new DeadLettersPage(context); }},
        {RedrivePage::info(), [context, &access] { return new RedrivePage(context, access); }},
        {AlertsPage::info(), [context] { return new AlertsPage(context); }},
        {ConnectionsPage::info(), [context] { return new ConnectionsPage(context); }},
        {AuditPage::info(), [context] { return new AuditPage(context, context.redrive); }},
        {PracticePage::info(), [context, &practice] { return new PracticePage(context, practice); }},
    };
}

} // namespace holdwatch::ui
