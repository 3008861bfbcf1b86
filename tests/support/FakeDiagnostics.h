// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/DiagnosticsPort.h"

#include <QTimer>
#include <QVector>

namespace holdwatch::test {

/// Invented diagnostics that remember what was wanted and saved.
class FakeDiagnostics final : public DiagnosticsPort
{
public:
    QVector<DiagnosticsOptions> wanted;
    QVector<QPair<QString, QString>> saved; ///< path, text
    std::optional<Error> nextFailure;       ///< taken by the next save

    static QString textFor(const DiagnosticsOptions &options)
    {
        QString text = QStringLiteral("Holdwatch diagnostics, written 2026-11-30 14:03:22 UTC\n\n"
                                      "In here: versions, the desktop, settings, connections and how they are doing, counts of queues.\n"
                                      "Never in here: keys, passwords, tokens, messages of a queue.\n\n"
                                      "Versions and desktop\n--------------------\nHoldwatch          0.1.0\nQt                 6.4.2 (built with 6.4.2)\n"
                                      "TLS                OpenSSL 3.0.15 3 Sep 2024 (Qt was built for OpenSSL 3.0.8 7 Feb 2023)\n\n"
                                      "Connections\n-----------\n1. Shop (EU)\n   Provider           rabbitmq\n   Environment        production\n   Server             ");
        text += options.withoutHosts ? QStringLiteral("host-1") : QStringLiteral("queue.example:15671");
        text += QStringLiteral("\n   State              unreachable\n   It says            <b>no answer</b> within 20 s.\n");
        if (options.withoutLog)
            return text;
        text += QStringLiteral("\nLog\n---\n");
        for (int i = 0; i < 400; ++i)
            text += QStringLiteral("2026-11-30T14:0%1:22.120Z debug holdwatch.net: GET %2 /api/queues/shop/reservation-expiry?\u2026 -> 200, %3 bytes, 12 ms\n")
                        .arg(i % 10)
                        .arg(options.withoutHosts ? QStringLiteral("host-1:15671") : QStringLiteral("queue.example:15671"))
                        .arg(1000 + i);
        return text;
    }

    void prepare(const DiagnosticsOptions &options, QObject *context, std::function<void(QString)> done) override
    {
        wanted << options;
        QTimer::singleShot(0, context, [options, done = std::move(done)] { done(textFor(options)); });
    }

    void save(const QString &path, const QString &text, QObject *context, std::function<void(Result<void>)> done) override
    {
        if (!nextFailure)
            saved.append({path, text});
        QTimer::singleShot(0, context, [failed = std::exchange(nextFailure, std::nullopt), done = std::move(done)] {
            done(failed ? Result<void>(failure(*failed)) : Result<void>());
        });
    }
};

} // namespace holdwatch::test
