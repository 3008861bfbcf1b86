// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/redrive/RedriveFile.h"

namespace holdwatch::storage {

/// The redrives a profile knows: <profile>/redrives/<plan id>/ (0700) with plan.json and a file for each statement. Files are
/// added, durably, and never changed; what is damaged is named and left alone. Synchronous; one thread, under the profile's lock.
class RedriveFolder
{
public:
    static QString in(const QString &profile) { return profile + QStringLiteral("/redrives"); }
    explicit RedriveFolder(QString directory) : m_directory(std::move(directory)) {}

    struct Loaded
    {
        SignedPlan plan;
        QVector<SignedStatement> statements; ///< oldest first
        QVector<Error> problems;             ///< a sentence for each file that can't be read; `where` is its path
    };
    struct Listing
    {
        QVector<Loaded> redrives; ///< by id
        QVector<Error> problems;  ///< folders whose plan can't be read
    };
    Listing list() const;
    Result<Loaded> load(const PlanId &id) const; ///< NotFound, Malformed …; Invalid: no plan's id

    /// Conflict: another plan of that id is here, or one that can't be read. Keeping the same once more succeeds.
    Result<void> keep(const SignedPlan &plan);
    /// The plan must be here. The same once more succeeds; Conflict: another one of that id.
    Result<void> keep(const SignedStatement &statement);
    /// Everything that is kept here about the plan. Refused (Conflict) while the folder holds anything unreadable.
    Result<void> forget(const PlanId &id);

private:
    QString folderOf(const PlanId &id) const;

    QString m_directory;
};

} // namespace holdwatch::storage
