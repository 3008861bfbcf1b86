// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/Profile.h"

#include <QTemporaryDir>

#include <functional>
#include <memory>

namespace holdwatch::bootstrap {

/// Where a command without a window practises: in the profile, or, where that is in use or can't be written,
/// in a folder of its own that goes with this. Holds the profile's lock meanwhile.
class PracticePlace
{
public:
    /// `complain` hears why it is a folder of its own.
    QString take(const QString &profile, const std::function<void(const QString &)> &complain);

private:
    std::unique_ptr<storage::Profile> m_profile;
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace holdwatch::bootstrap
