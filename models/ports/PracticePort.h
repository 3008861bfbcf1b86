// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QObject>
#include <QString>
#include <QVector>

namespace holdwatch {

/// A fault of the practice workload that can be switched on and off.
struct PracticeFault
{
    QString id;          ///< "slow-consumer", "stuck-worker", "lost-acks", "rollback-after-claim", "downstream-429", "poison-schema", "duplicates"
    QString title;       ///< "Slow consumer"
    QString description; ///< what it does and what a good consumer makes of it
    bool on = false;
    bool operator==(const PracticeFault &) const = default;
};

/// Where the practice workload stands.
struct PracticeState
{
    bool running = false;
    bool paused = false;
    double speed = 1;
    QString scenario;       ///< id of the running scenario; empty = free running
    QString chapter;        ///< what the scenario is showing right now, one sentence
    QVector<PracticeFault> faults;
    qint64 holdsCreated = 0;
    qint64 effects = 0;             ///< business effects committed
    qint64 duplicatesAbsorbed = 0;  ///< deliveries that met their key and did nothing
    qint64 secondEffects = 0;       ///< must stay 0 with the good consumer
    bool operator==(const PracticeState &) const = default;
};

/// Steers the in-process practice workload. Lives on the window's thread.
class PracticePort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual PracticeState state() const = 0;
    virtual QStringList scenarios() const = 0; ///< ids
    virtual void setFault(const QString &id, bool on) = 0;
    virtual void setPaused(bool paused) = 0;
    virtual void setSpeed(double speed) = 0;   ///< 0.25 … 20
    virtual void startScenario(const QString &id) = 0;

signals:
    void stateChanged(const holdwatch::PracticeState &state);
};

} // namespace holdwatch

Q_DECLARE_METATYPE(holdwatch::PracticeState)
