// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/AlertBook.h"

#include <QObject>

namespace holdwatch::operations {

/// One way to tell somebody outside. Delivers in order, one at a time, and never blocks; what can't be
/// delivered is said once and not tried again. Lives on the engine's thread.
class NoticeChannel : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// More than this many waiting means the other side can't keep up; further ones are dropped, and said.
    static constexpr int longestQueue = 100;

    virtual void deliver(const Notice &notice) = 0;

signals:
    void failed(const holdwatch::Alert &alert, const QString &text); ///< a sentence for the alert log
    void delivered(); ///< one notice got through
};

/// The JSON object every channel hands over, described in app/operations/README.md. Ends with a newline.
QByteArray noticePayload(const Notice &notice);

} // namespace holdwatch::operations
