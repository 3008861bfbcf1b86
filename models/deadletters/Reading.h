// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Error.h"
#include "models/core/Time.h"

#include <QMetaType>
#include <QString>

namespace holdwatch {

/// What looking at one dead set does there. Said before the first look.
struct LookTerms
{
    enum class Effect {
        None,     ///< the system does not notice
        Declared, ///< something changes that loses nothing ("marked redelivered"); `sentence` says what
        Risky,    ///< a further look could destroy a message: refused unless a person gives a reason
        Refused,  ///< no look is possible or sensible there; `sentence` says why
    };
    Effect effect = Effect::Declared;
    QString sentence;             ///< in that system's terms, plain
    std::optional<int> looksLeft; ///< until a message could be lost; unset: no such limit is known
    bool canPage = false;         ///< false: only a beginning can be seen, and seeing more of it looks again from the start
    int mostAtOnce = 0;           ///< letters one look can bring; 0: no limit of its own

    bool operator==(const LookTerms &) const = default;
};

/// What a person asked for.
struct ReadOrder
{
    qint64 atMost = 500;     ///< letters
    bool hasConsented = false; ///< to `LookTerms::sentence` as it was shown; without it nothing declared is sent
    QString overrideReason;  ///< for Effect::Risky; recorded
};

/// How the reading of one dead set stands.
struct ReadingState
{
    enum class Stage { Nothing, Reading, Whole, Sample, Stopped, Failed };
    Stage stage = Stage::Nothing;
    qint64 seen = 0;
    std::optional<qint64> total;   ///< as the system says; unset: it does not
    bool totalIsApproximate = true;
    UtcTime capturedAt{};          ///< what is shown is a snapshot of this time
    int looks = 0;                 ///< looks this program has made at it in this sitting
    QString note;                  ///< "The same 500 may come again", …
    std::optional<Error> error;    ///< of Failed; what was read before stays

    bool operator==(const ReadingState &) const = default;
};

/// "Seen 40 of about 210", "All 12 seen".
QString toSentence(const ReadingState &state);

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::LookTerms)
Q_DECLARE_METATYPE(holdwatch::ReadingState)
