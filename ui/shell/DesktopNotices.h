// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertBook.h"

#include <QObject>
#include <QSystemTrayIcon>

namespace holdwatch::ui {

/// Notices on the desktop, by the tray icon where there is a tray (stock GNOME has none: then nothing is
/// shown here, and the window, hooks and webhooks are what tells). Never a reason to hide a window.
class DesktopNotices final : public QObject
{
    Q_OBJECT
public:
    explicit DesktopNotices(QObject *parent = nullptr);

    void show(const Notice &notice);
    bool isAvailable() const { return m_tray != nullptr; }
    void lookForTray(); ///< once the window is up

signals:
    void queueChosen(const holdwatch::QueueId &queue); ///< the notice was clicked
    void windowWanted();                               ///< the icon was clicked

private:
    QSystemTrayIcon *m_tray = nullptr;
    QueueId m_latest;
};

/// What a notice says; some notification servers take it as markup, so it holds none.
struct NoticeText
{
    QString title;
    QString body;
};
NoticeText textOf(const Notice &notice);

} // namespace holdwatch::ui
