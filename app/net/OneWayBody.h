// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QIODevice>

namespace holdwatch::net {

/// A request body that can be read once and never again. QNetworkAccessManager silently repeats a
/// request whose connection died; with a sequential body that refuses reset() it can't, and fails
/// instead. Also used, empty, for requests without a body.
class OneWayBody final : public QIODevice
{
    Q_OBJECT
public:
    explicit OneWayBody(QByteArray bytes, QObject *parent = nullptr);

    bool isSequential() const override { return true; }
    bool reset() override { return false; }
    qint64 bytesAvailable() const override { return m_bytes.size() - m_taken + QIODevice::bytesAvailable(); }
    bool wasTaken() const { return m_taken > 0; } ///< at least a part went towards the wire

protected:
    qint64 readData(char *data, qint64 maxSize) override;
    qint64 writeData(const char *, qint64) override { return -1; }

private:
    QByteArray m_bytes;
    qint64 m_taken = 0;
};

} // namespace holdwatch::net
