// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/PracticePlace.h"

namespace holdwatch::bootstrap {

QString PracticePlace::take(const QString &profile, const std::function<void(const QString &)> &complain)
{
    auto opened = storage::Profile::open(profile);
    if (opened && !(*opened)->problem()) {
        m_profile = *std::move(opened);
        return m_profile->practiceDirectory();
    }
    m_folder = std::make_unique<QTemporaryDir>();
    complain(toSentence(opened ? *(*opened)->problem() : opened.error()) + QStringLiteral(" The practice queue starts afresh in a folder of its own."));
    return m_folder->path();
}

} // namespace holdwatch::bootstrap
