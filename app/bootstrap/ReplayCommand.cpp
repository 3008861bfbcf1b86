// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/ReplayCommand.h"

#include "app/bootstrap/Usage.h"
#include "app/json/SampleFile.h"
#include "models/core/Format.h"
#include "models/tolerance/Replay.h"

#include <nlohmann/json.hpp>

#include <QCommandLineParser>
#include <QFile>

#include <cmath>
#include <cstdio>
#include <memory>

namespace holdwatch::bootstrap {

namespace {

struct Wish
{
    QString file;
    std::optional<Millis> holdWindow;
    std::optional<Millis> reaction;
    std::optional<Millis> lookAhead;
};

QString usage()
{
    return QStringLiteral("Usage: holdwatch replay FILE [--hold-window 15m] [--reaction 8m] [--look-ahead 30m]");
}

Error wrongArgument(const QString &what)
{
    Error error;
    error.kind = Error::Kind::Configuration;
    error.what = what;
    error.next = usage();
    return error;
}

Result<std::optional<Millis>> durationOf(const QCommandLineParser &parser, const QString &option)
{
    if (!parser.isSet(option))
        return std::optional<Millis>();
    const auto duration = parseDuration(parser.value(option));
    if (!duration || *duration <= Millis(0))
        return failure(wrongArgument(QStringLiteral("--%1 %2 is no duration such as 90s, 15m or 8m30s.").arg(option, parser.value(option))));
    return duration;
}

Result<Wish> readArguments(const QStringList &arguments)
{
    QCommandLineParser parser;
    for (const char *option : {"hold-window", "reaction", "look-ahead"})
        parser.addOption(QCommandLineOption(QLatin1String(option), {}, QStringLiteral("duration")));
    if (!parser.parse(QStringList{QStringLiteral("replay")} + arguments))
        return failure(wrongArgument(parser.errorText()));
    if (parser.positionalArguments().size() != 1)
        return failure(wrongArgument(QStringLiteral("One file is expected.")));
    Wish wish;
    wish.file = parser.positionalArguments().first();
    const std::pair<QString, std::optional<Millis> *> durations[] = {
        {QStringLiteral("hold-window"), &wish.holdWindow}, {QStringLiteral("reaction"), &wish.reaction}, {QStringLiteral("look-ahead"), &wish.lookAhead}};
    for (const auto &[option, target] : durations) {
        const auto duration = durationOf(parser, option);
        if (!duration)
            return failure(duration.error());
        *target = *duration;
    }
    return wish;
}

struct Closer
{
    void operator()(std::FILE *file) const
    {
        if (file != stdin)
            std::fclose(file);
    }
};

Result<json::SampleFile> readFile(const QString &path)
{
    const bool standardInput = path == QLatin1String("-");
    const std::unique_ptr<std::FILE, Closer> file(standardInput ? stdin : std::fopen(QFile::encodeName(path).constData(), "rb"));
    if (!file)
        return failure(Error::Kind::Storage, QStringLiteral("It can't be opened."));
    return json::readSampleFile(file.get());
}

Tolerance toleranceOf(const Wish &wish, const json::SampleFile &file)
{
    Tolerance tolerance;
    tolerance.holdWindow = wish.holdWindow.value_or(file.holdWindow.value_or(tolerance.holdWindow));
    tolerance.reactionTime = wish.reaction;
    tolerance.lookAhead = wish.lookAhead;
    return tolerance;
}

/// With a reaction time that takes the whole window every moment is an alarm, and the replay says nothing.
Result<void> checkTolerance(const Tolerance &tolerance)
{
    if (tolerance.effectiveReactionTime() < tolerance.rulingWindow())
        return {};
    return failure(wrongArgument(QStringLiteral("The reaction time of %1 must be shorter than the hold window of %2, or every moment would be too late.")
                                     .arg(formatSpan(tolerance.effectiveReactionTime()), formatSpan(tolerance.rulingWindow()))));
}

void explainStepsBack(const QString &path, const json::SampleFile &file)
{
    if (!file.firstStepBack)
        return;
    const json::StepBack &first = *file.firstStepBack;
    const QString others = file.stepsBack == 1 ? QString() : QStringLiteral(" It does so in %1 places.").arg(file.stepsBack);
    const QString sentence = QStringLiteral("time goes back from %1 to %2.%3 What is older than the sample before it is left out, unless three such samples in a row "
                                            "say that the clock was set back; the judgement then starts over.")
                                 .arg(QString::number(first.from, 'g', 15), QString::number(first.to, 'g', 15), others);
    std::fprintf(stderr, "holdwatch replay: %s at line %lld, samples[%zu]: %s\n", qUtf8Printable(path), static_cast<long long>(first.line), first.sample, qUtf8Printable(sentence));
}

/// Whole seconds without a fraction, others to the millisecond.
nlohmann::ordered_json numberOf(double value)
{
    const double whole = std::nearbyint(value);
    if (whole == value && std::abs(whole) < 9e15)
        return static_cast<qint64>(whole);
    return value;
}

nlohmann::ordered_json secondsOf(const std::optional<Millis> &duration)
{
    return duration ? numberOf(toSeconds(*duration)) : nlohmann::ordered_json(nullptr);
}

void print(const Assessment &change, double t)
{
    nlohmann::ordered_json line;
    line["t"] = numberOf(t);
    line["verdict"] = toWord(change.verdict).toStdString();
    line["reason"] = change.reason.toStdString();
    line["earliest_breach_s"] = secondsOf(change.earliestBreach);
    line["projected_breach_s"] = secondsOf(change.projectedBreach);
    std::puts(line.dump().c_str());
}

void replayFile(const Wish &wish, const json::SampleFile &file)
{
    const Millis poll = file.poll.value_or(file.usualDistance());
    Replay run(toleranceOf(wish, file), poll);
    for (const json::SampleLine &line : file.samples) {
        const QueueSample sample = json::toQueueSample(line, file.ageIncludesInFlight);
        run.feed(sample, [&](const Assessment &change) {
            // The sample's own number as it stood in the file; *stale* falls due between two of them.
            print(change, change.at == sample.takenAt ? line.t : toSeconds(change.at.time_since_epoch()));
        });
    }
}

} // namespace

int runReplay(const QStringList &arguments)
{
    const auto wish = readArguments(arguments);
    if (!wish) {
        std::fprintf(stderr, "holdwatch replay: %s\n", qPrintable(toSentence(wish.error())));
        return exitCodeForTrouble;
    }
    const auto file = readFile(wish->file);
    if (!file) {
        const QString where = file.error().where.isEmpty() ? QString() : QStringLiteral(" at ") + file.error().where;
        std::fprintf(stderr, "holdwatch replay: %s%s: %s\n", qPrintable(wish->file), qPrintable(where), qPrintable(toSentence(file.error())));
        return exitCodeForTrouble;
    }
    if (const auto fits = checkTolerance(toleranceOf(*wish, *file)); !fits) {
        std::fprintf(stderr, "holdwatch replay: %s\n", qUtf8Printable(toSentence(fits.error())));
        return exitCodeForTrouble;
    }
    explainStepsBack(wish->file, *file);
    replayFile(*wish, *file);
    return 0;
}

} // namespace holdwatch::bootstrap
