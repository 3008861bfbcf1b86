// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Run.h"

#include <span>

namespace holdwatch {

namespace {

using Stage = RunState::Stage;
using StopCause = RunState::StopCause;
using Source = Reconciliation::Source;

constexpr std::pair<ItemOutcome, const char *> outcomes[] = {
    {ItemOutcome::Waiting, "waiting"}, {ItemOutcome::Intended, "intended"}, {ItemOutcome::Moved, "moved"},     {ItemOutcome::Copied, "copied"},
    {ItemOutcome::Reset, "reset"},     {ItemOutcome::NewRun, "new-run"},    {ItemOutcome::Returned, "returned"}, {ItemOutcome::Unknown, "unknown"},
    {ItemOutcome::Skipped, "skipped"}, {ItemOutcome::Failed, "failed"},     {ItemOutcome::Left, "left"},
};

constexpr std::pair<Stage, const char *> stages[] = {
    {Stage::NotStarted, "not-started"}, {Stage::Canary, "canary"},   {Stage::Stepping, "stepping"},      {Stage::Paused, "paused"},
    {Stage::Stopping, "stopping"},      {Stage::Stopped, "stopped"}, {Stage::AfterWatch, "after-watch"}, {Stage::Finished, "finished"},
};

constexpr std::pair<StopCause, const char *> causes[] = {
    {StopCause::None, "none"},
    {StopCause::Person, "person"},
    {StopCause::Returned, "returned"},
    {StopCause::Errors, "errors"},
    {StopCause::Throttled, "throttled"},
    {StopCause::Approaching, "approaching"},
    {StopCause::StaleSignal, "stale-signal"},
    {StopCause::SecondEffect, "second-effect"},
    {StopCause::Deadline, "deadline"},
    {StopCause::RecordFailed, "record-failed"},
    {StopCause::ProviderFailed, "provider-failed"},
    {StopCause::Restarted, "restarted"},
    {StopCause::QueueChanged, "queue-changed"},
};

constexpr std::pair<Source, const char *> sources[] = {{Source::Read, "read"}, {Source::Ledger, "ledger"}, {Source::Word, "word"}};

template<typename T>
QString wordOf(T wanted, std::span<const std::pair<T, const char *>> words)
{
    for (const auto &[value, word] : words) {
        if (value == wanted)
            return QString::fromLatin1(word);
    }
    return {};
}

template<typename T>
std::optional<T> valueOf(QStringView word, std::span<const std::pair<T, const char *>> words)
{
    for (const auto &[value, text] : words) {
        if (word == QLatin1String(text))
            return value;
    }
    return std::nullopt;
}

} // namespace

QString toWord(ItemOutcome outcome)
{
    return wordOf<ItemOutcome>(outcome, outcomes);
}

std::optional<ItemOutcome> outcomeFromWord(QStringView word)
{
    return valueOf<ItemOutcome>(word, outcomes);
}

bool isConfirmed(ItemOutcome outcome)
{
    return outcome == ItemOutcome::Moved || outcome == ItemOutcome::Copied || outcome == ItemOutcome::Reset || outcome == ItemOutcome::NewRun;
}

QString toWord(RunState::Stage stage)
{
    return wordOf<Stage>(stage, stages);
}

std::optional<RunState::Stage> stageFromWord(QStringView word)
{
    return valueOf<Stage>(word, stages);
}

QString toWord(RunState::StopCause cause)
{
    return wordOf<StopCause>(cause, causes);
}

std::optional<RunState::StopCause> stopCauseFromWord(QStringView word)
{
    return valueOf<StopCause>(word, causes);
}

QString toWord(Reconciliation::Source source)
{
    return wordOf<Source>(source, sources);
}

std::optional<Reconciliation::Source> reconciliationSourceFromWord(QStringView word)
{
    return valueOf<Source>(word, sources);
}

} // namespace holdwatch
