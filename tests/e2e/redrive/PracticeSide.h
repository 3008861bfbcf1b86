// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/redrive/Aftermath.h"

#include <QProcess>
#include <QTemporaryDir>

namespace holdwatch::test {

/// `holdwatch practice` as a server of its own, and curl, which shares nothing with the product, to fill its queues and to say what
/// lies in them. Each call may come from a thread of its own.
class PracticeSide
{
public:
    ~PracticeSide();

    static QString missing();
    bool start();

    /// A queue and its dead-letter queue ("NAME-dlq") with `count` dead letters; their ids, none: it failed.
    QStringList stageDead(const QString &name, int count) const;
    /// Where each of these is: dead by the list of dead letters; the others in the target, as often as its depth allows.
    Aftermath::Sightings look(const QString &name, const QStringList &ids) const;
    void connect(Desk &desk) const; ///< connections.json with one connection, "Orders", to this server

private:
    QJsonObject call(const char *method, const QString &path, const QJsonObject &body = {}) const;

    QTemporaryDir m_dir;
    QProcess m_server;
    QString m_url;
    QString m_caFile;
    QString m_key;
};

} // namespace holdwatch::test
