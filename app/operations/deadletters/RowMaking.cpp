// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/RowMaking.h"

#include "models/deadletters/LetterRowMaker.h"

#include <memory>

namespace holdwatch::operations {

storage::RowMaker rowMakerFor(const ClassRules &rules, const QString &provider)
{
    const auto maker = std::make_shared<LetterRowMaker>(rules, provider);
    return [maker](const DeadLetter &letter, LetterNumber number) { return maker->row(letter, number); };
}

} // namespace holdwatch::operations
