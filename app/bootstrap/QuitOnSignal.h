// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace holdwatch::bootstrap {

/// While this lives, the first SIGINT or SIGTERM asks the application to quit in order; a second one ends
/// it at once, as usual. One at a time, on the main thread.
class QuitOnSignal : public QObject
{
    Q_OBJECT
public:
    explicit QuitOnSignal(QObject *parent = nullptr);
    ~QuitOnSignal() override;

private:
    int m_readEnd = -1;
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace holdwatch::bootstrap
