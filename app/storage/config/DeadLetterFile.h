// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigProblem.h"
#include "models/core/Result.h"
#include "models/deadletters/ClassRules.h"
#include "models/ports/DeadLetterPort.h"

namespace holdwatch::storage {

struct DeadLetterSettings
{
    ClassRules rules; ///< a person's own first, then those built in
    PayloadPolicy payloads;
};

struct DeadLetterSettingsRead
{
    DeadLetterSettings settings;
    ConfigProblems problems;
};

/// deadletters.json (see resources/schemas/deadletters.schema.json): how dead letters are classified, who works on a
/// class, where keys and versions stand, how long payloads stay on this disk. Same promises as ConnectionFile.
class DeadLetterFile
{
public:
    explicit DeadLetterFile(QString path) : m_path(std::move(path)) {}

    DeadLetterSettingsRead read() const;
    /// What differs from the built-in rules; the payload policy stays as the file has it.
    Result<void> write(const ClassRules &rules) const;

    /// How long payloads stay; everything else stays as the file has it.
    Result<void> write(const PayloadPolicy &policy) const;

private:
    QString m_path;
};

} // namespace holdwatch::storage
