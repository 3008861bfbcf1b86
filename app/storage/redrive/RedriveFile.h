// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/redrive/PlanFile.h"
#include "app/storage/redrive/StatementFile.h"

namespace holdwatch::storage {

/// What is sent from desktop to desktop by any means: {"documents":[…],"schema":1}, each document in its signed envelope.
/// A plan comes first, or there is none; then statements, all about one plan. Nothing here decides whether a signature holds or
/// a statement counts. Reading is strict and bounded.
struct RedriveFile
{
    static constexpr qint64 mostBytes = signing::Envelope::mostBytes;
    static constexpr int mostStatements = 100;

    std::optional<SignedPlan> plan;
    QVector<SignedStatement> statements;

    QByteArray toJson() const;
    /// Malformed, TooLarge, or Conflict: its documents are not about one plan.
    static Result<RedriveFile> parse(const QByteArray &json);
    static Result<RedriveFile> read(const QString &path); ///< the same, or Storage; never reads more than it may
    Result<void> write(const QString &path) const;        ///< durably, for its owner alone
};

} // namespace holdwatch::storage
