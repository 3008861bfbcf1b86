// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionConfig.h"
#include "models/core/Redactor.h"
#include "models/ports/DiagnosticsPort.h"
#include "models/tolerance/Assessment.h"

#include <QMap>
#include <QStringList>
#include <QVariant>

namespace holdwatch::operations {

/// One connection of the diagnostics. There is no place for a key or a message here.
struct DiagnosticsConnection
{
    ConnectionConfig config;
    std::optional<ConnectionStatus> status; ///< unset: not watched here
    QMap<Verdict, int> verdicts;            ///< how many queues have which
};

/// What the diagnostics are made of; whoever collects it need not clean it.
struct DiagnosticsFacts
{
    UtcTime writtenAt{};
    QVector<QPair<QString, QString>> environment; ///< "Qt" → "6.4.2", in the order to be shown
    QMap<QString, QVariant> settings;
    QVector<DiagnosticsConnection> connections;
    QStringList configurationProblems;
    bool isWatching = true; ///< false: nothing polls or records in this process
    QString storageProblem;
    bool pollingPaused = false;
    QString home;    ///< becomes "~" wherever it stands; empty: nothing does
    QString machine; ///< this computer's name, a host like the others
    QString log;     ///< the recent part, oldest line first
};

/// The text, redacted as a whole once more, so that it holds no secret even where a fact does.
QString diagnosticsText(const DiagnosticsFacts &facts, const DiagnosticsOptions &options, const Redactor &redactor);

} // namespace holdwatch::operations
