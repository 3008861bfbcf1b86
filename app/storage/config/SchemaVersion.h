// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigDocument.h"
#include "app/storage/config/ToleranceFormat.h"

#include <optional>

namespace holdwatch::storage {

/// Reads "schema" of a file's root; false, with the problem said, when a newer Holdwatch wrote the file.
bool readSchemaVersion(ConfigObject &root, const ConfigDocument &document, int newest);

/// The first problem that keeps an entry out, and with it keeps us from writing the file anew.
std::optional<Error> firstRefusal(const ConfigProblems &problems);

/// Why a file is not written: it holds something a person wrote that could not be read.
Error refusedToOverwrite(const Error &fault);

ConfigProblems problemsFrom(const Findings &findings, const QString &entry);

} // namespace holdwatch::storage
