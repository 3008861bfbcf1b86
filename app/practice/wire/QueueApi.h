// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/practice/Dialect.h"
#include "app/practice/QueueEngine.h"
#include "app/practice/wire/Capabilities.h"
#include "app/practice/wire/Http.h"
#include "models/core/Secret.h"

namespace holdwatch::practice {

struct ApiOptions
{
    Dialect dialect = Dialect::A;
    std::optional<double> creditUsd; ///< when it is used up: 402; unset: endless
    int requestsPerSecond = 0;       ///< more than this within a second: 429; 0: no limit
};

/// From a request to the engine and back into the envelope: who may ask, what, how often. No socket.
/// Every request gets a JSON answer, however broken it is. Not thread-safe.
class QueueApi
{
public:
    static constexpr qint64 largestBody = 32 * 1024 * 1024;

    QueueApi(QueueEngine &engine, const Clock &clock, Secret key, ApiOptions options);

    Response answer(const Request &request);

private:
    struct Route
    {
        const Capability *capability;
        QStringList pathNames;
    };

    Result<Response> discover(const Request &request) const;
    Result<QByteArray> run(const Request &request, double &cost);
    Result<void> takeTurn(); ///< the rate limit
    Result<void> authorise(const Request &request) const;
    Result<Route> route(const Request &request) const;
    Result<void> checkCredit(const Capability &capability) const;
    Response enveloped(const Result<QByteArray> &data, double cost, Millis since) const;

    QueueEngine &m_engine;
    const Clock &m_clock;
    Secret m_key;
    ApiOptions m_options;
    double m_spentUsd = 0;
    Millis m_secondStarted{};
    int m_inThisSecond = 0;
};

} // namespace holdwatch::practice
