// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"

#include <QCoroTask>

namespace holdwatch::operations {

/// What a system's own list says of a dead set, after a first contact. Reads only. Where it can't be listed the bare name has to do.
/// `provider` outlives the task.
QCoro::Task<WatchedQueue> findDeadSet(providers::Provider &provider, QueueId deadSet);

/// Everything that can be seen of a dead set in one sitting, which is released again. At most `most` letters.
struct DeadSetView
{
    QVector<DeadLetter> letters;
    bool isWhole = false;
    std::optional<qint64> total;
    int looks = 0;
};
QCoro::Task<Result<DeadSetView>> viewDeadSet(providers::Provider &provider, WatchedQueue deadSet, int most);

} // namespace holdwatch::operations
