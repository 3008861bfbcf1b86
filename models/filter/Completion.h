// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/FieldCatalogue.h"

#include <QStringView>

namespace holdwatch::filter {

struct Completion
{
    enum class Kind { Field, Value, Operator };

    Kind kind = Kind::Field;
    QString insert;      ///< takes the place of the stretch that Completions names
    QString description; ///< one line; may be empty
    bool operator==(const Completion &) const = default;
};

/// What could stand at the cursor, best first, at most 50. The stretch to replace is the word under the cursor.
struct Completions
{
    qsizetype offset = 0;
    qsizetype length = 0;
    QVector<Completion> items;
};

/// Works on any text, finished or not, fit or not. Fields are offered by the start of their name or alias, then by what
/// is inside it; values by the catalogue's callback, else its samples, else examples of the type.
Completions complete(QStringView text, qsizetype cursor, const FieldCatalogue &catalogue);

} // namespace holdwatch::filter
