// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace holdwatch {

/// One step of a connection test and what came of it.
struct TestStep
{
    enum class Kind { NameLookup, SecureConnection, ServerClock, Contract, Key, Reading };
    enum class State { Waiting, Running, Passed, Warned, Failed, Skipped };

    Kind kind = Kind::NameLookup;
    State state = State::Waiting;
    QString result;      ///< one sentence; of a failure what happened
    QStringList details; ///< lines below it: the certificate chain, what strayed from the contract
    QString advice;      ///< of a failure or warning: what to do

    bool operator==(const TestStep &) const = default;
};

QString titleOf(TestStep::Kind kind); ///< "Name lookup"
QString toWord(TestStep::State state); ///< "passed"

/// A connection test as it stands: all steps in order, those to come too.
struct ConnectionTest
{
    QVector<TestStep> steps;

    static ConnectionTest planned(); ///< every step waiting
    bool isOver() const;             ///< none waits or runs
    bool hasPassed() const;          ///< over, and none failed
    TestStep &step(TestStep::Kind kind);
    void skipRest(); ///< what still waits is marked skipped

    bool operator==(const ConnectionTest &) const = default;
};

} // namespace holdwatch
