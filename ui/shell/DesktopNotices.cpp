// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/DesktopNotices.h"

#include "ui/common/Icon.h"

namespace holdwatch::ui {

namespace {

QString withoutMarkup(QString text)
{
    return text.replace(QLatin1Char('<'), QChar(0x2039)).replace(QLatin1Char('>'), QChar(0x203A)).replace(QLatin1Char('&'), QLatin1Char('+'));
}

} // namespace

NoticeText textOf(const Notice &notice)
{
    const Alert &alert = notice.alert;
    const QString subject = alert.queueName.isEmpty() ? alert.connectionName : alert.queueName;
    const QString state = notice.kind == Notice::Kind::Closed ? QStringLiteral("over") : toWord(alert.verdict);
    QString body = alert.reason;
    if (notice.kind != Notice::Kind::Closed && !alert.owner.isEmpty())
        body += QStringLiteral("\nOwner: ") + alert.owner;
    return {withoutMarkup(QStringLiteral("%1: %2").arg(subject, state)), withoutMarkup(body)};
}

DesktopNotices::DesktopNotices(QObject *parent) : QObject(parent) {}

void DesktopNotices::lookForTray()
{
    if (m_tray || !QSystemTrayIcon::isSystemTrayAvailable())
        return;
    m_tray = new QSystemTrayIcon(applicationIcon(), this);
    m_tray->setToolTip(QStringLiteral("Holdwatch"));
    m_tray->show();
    connect(m_tray, &QSystemTrayIcon::messageClicked, this, [this] { emit queueChosen(m_latest); });
    connect(m_tray, &QSystemTrayIcon::activated, this, &DesktopNotices::windowWanted);
}

void DesktopNotices::show(const Notice &notice)
{
    if (!m_tray)
        return;
    const NoticeText text = textOf(notice);
    const bool urgent = notice.kind != Notice::Kind::Closed && notice.alert.verdict == Verdict::Breached;
    m_latest = notice.alert.queue;
    m_tray->showMessage(text.title, text.body, urgent ? QSystemTrayIcon::Critical : QSystemTrayIcon::Warning);
}

} // namespace holdwatch::ui
