// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/RabbitBroker.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace holdwatch::test {

/// How one call of the program went.
struct Ended
{
    int code = -1; ///< −1: it did not end by itself
    QByteArray out;
    QByteArray err;
    QJsonObject document() const { return QJsonDocument::fromJson(out).object(); }
    QString text() const { return QString::fromUtf8(out).trimmed(); }
    QByteArray all() const { return "code " + QByteArray::number(code) + '\n' + out + err; }
};

/// One person's desktop without a window: a profile folder, an environment, and the built program (HOLDWATCH_PROGRAM). Each
/// may be used on a thread of its own.
class Desk
{
public:
    explicit Desk(const QString &person = QStringLiteral("ada"));

    QString profile() const { return m_profile.path(); }
    QString file(const QString &name) const { return m_profile.filePath(name); }
    QString record() const { return file(QStringLiteral("audit.sqlite")); }
    QProcessEnvironment &environment() { return m_environment; }

    /// connections.json with one connection, "Orders", to this broker. `amqp` may lead through a proxy.
    void connectTo(const RabbitBroker &broker, const QUrl &amqp, const QString &environment = QStringLiteral("development"), const QJsonObject &more = {});
    bool write(const QString &name, const QByteArray &content) const;

    Ended run(const QStringList &words) const; ///< waits for its end, at most five minutes
    Ended redrive(const QStringList &words) const { return run(QStringList(QStringLiteral("redrive")) + words); }
    /// The same, not waited for.
    std::unique_ptr<QProcess> started(const QStringList &words) const;
    std::unique_ptr<QProcess> startedRun(const QString &plan) const { return started({QStringLiteral("redrive"), QStringLiteral("run"), plan, QStringLiteral("--unlock"), QStringLiteral("--json")}); }
    /// From now on no file of its programs can grow past so many bytes, as on a full disk; 0: as large as it likes.
    void limitFiles(quint64 bytes) { m_mostBytes = bytes; }

    /// Plans all that lies in the dead-letter queue, with short watches; the same option again in `more` wins.
    Ended plan(const QString &deadSet, const QStringList &more = {}) const;
    QJsonObject shown(const QString &plan) const { return redrive({QStringLiteral("show"), plan, QStringLiteral("--json")}).document(); }
    QJsonObject counts(const QString &plan) const { return shown(plan)[QStringLiteral("run")][QStringLiteral("counts")].toObject(); }
    Ended approve(const QString &plan, const QStringList &more = {}) const; ///< with the phrase that it asks for
    Ended start(const QString &plan) const { return redrive({QStringLiteral("run"), plan, QStringLiteral("--unlock"), QStringLiteral("--json")}); }
    /// The record as it lies there, checked by the command for it.
    bool recordHolds() const { return run({QStringLiteral("audit"), QStringLiteral("verify"), record()}).code == 0; }

private:
    quint64 m_mostBytes = 0;
    QTemporaryDir m_profile;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
};

/// A queue and its dead-letter queue ("NAME.dlq") with `count` rejected messages "NAME-0", "NAME-1", …; each has an idempotency key
/// and, in turn, one of `errors`.
bool stageDead(RabbitBroker &broker, const QString &name, int count, const QByteArrayList &errors = {"connection reset by the vendor"}, const QByteArray &deadArguments = "{}");

/// Planned is the sum of all the rest.
bool closes(const QJsonObject &counts);

} // namespace holdwatch::test
