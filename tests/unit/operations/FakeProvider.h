// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"

#include <QQueue>
#include <QStringList>

#include <coroutine>

namespace holdwatch::test {

/// A provider whose answers a test lays out beforehand or gives by hand. Outlived by its Script.
class FakeProvider final : public providers::Provider, private providers::Metrics
{
public:
    struct Script
    {
        QVector<WatchedQueue> queues;
        QQueue<Error> failures;     ///< used up by the next questions of any kind
        bool answersAtOnce = true;  ///< false: `answer` must be called
        QStringList asked;          ///< "probe", "list", "sample a,b"
        int underWay = 0;
        int mostUnderWay = 0;
        std::vector<std::coroutine_handle<>> waiting;
        std::optional<Error> cancelledWith;
        std::function<providers::SampleBatch(const QVector<WatchedQueue> &)> sample;

        void answer(); ///< lets whoever waits go on
    };

    explicit FakeProvider(Script &script) : m_script(script) {}

    providers::Description describe() const override { return {}; }
    providers::Metrics *metrics() override { return this; }
    void cancelAll() override;

private:
    QCoro::Task<Result<providers::ProbeReport>> probe() override;
    QCoro::Task<Result<QVector<WatchedQueue>>> list() override;
    QCoro::Task<Result<providers::SampleBatch>> sample(QVector<WatchedQueue> queues) override;
    QCoro::Task<Result<void>> wait(QString question);

    Script &m_script;
};

WatchedQueue watched(const QString &name, const QString &connection = QStringLiteral("shop"));
/// One good sample of each queue, `age` old.
providers::SampleBatch samplesOf(const QVector<WatchedQueue> &queues, UtcTime at, Millis age = Millis(0));
Error errorOf(Error::Kind kind, std::optional<Seconds> retryAfter = std::nullopt);

} // namespace holdwatch::test
