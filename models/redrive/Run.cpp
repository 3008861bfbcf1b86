// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Run.h"

namespace holdwatch {

namespace {

constexpr std::pair<ItemOutcome, const char *> outcomes[] = {
    {ItemOutcome::Waiting, "waiting"}, {ItemOutcome::Intended, "intended"}, {ItemOutcome::Moved, "moved"},     {ItemOutcome::Copied, "copied"},
    {ItemOutcome::Reset, "reset"},     {ItemOutcome::NewRun, "new-run"},    {ItemOutcome::Returned, "returned"}, {ItemOutcome::Unknown, "unknown"},
    {ItemOutcome::Skipped, "skipped"}, {ItemOutcome::Failed, "failed"},     {ItemOutcome::Left, "left"},
};

} // namespace

QString toWord(ItemOutcome outcome)
{
    for (const auto &[value, word] : outcomes) {
        if (value == outcome)
            return QString::fromLatin1(word);
    }
    return {};
}

std::optional<ItemOutcome> outcomeFromWord(QStringView word)
{
    for (const auto &[value, text] : outcomes) {
        if (word == QLatin1String(text))
            return value;
    }
    return std::nullopt;
}

bool isConfirmed(ItemOutcome outcome)
{
    return outcome == ItemOutcome::Moved || outcome == ItemOutcome::Copied || outcome == ItemOutcome::Reset || outcome == ItemOutcome::NewRun;
}

} // namespace holdwatch
