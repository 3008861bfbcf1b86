// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>
#include <QString>
#include <QVector>

#include <optional>

namespace holdwatch::storage {

/// What the keychain keeps of the maintainer: the key this person pinned, and the newest roster seen of each maintainer, so that a
/// profile that was put back can't bring an older roster with it.
struct PinNote
{
    struct Seen
    {
        QByteArray maintainer;
        qint64 number = 0;
        bool operator==(const Seen &) const = default;
    };

    std::optional<QByteArray> pinned;
    QVector<Seen> seen;

    qint64 newestOf(const QByteArray &maintainer) const; ///< 0: none was seen
    void note(const QByteArray &maintainer, qint64 number);
    bool operator==(const PinNote &) const = default;
};

QByteArray toBytes(const PinNote &note);
Result<PinNote> pinNoteFrom(const QByteArray &bytes); ///< strict

/// A public key as it is written in files and typed: base64 of its 32 bytes, spaces and line ends around it let go of.
QString publicKeyText(const QByteArray &key);
std::optional<QByteArray> publicKeyFrom(const QString &text);

/// The pin files an administrator may have put on this machine (holdwatch/maintainer.pub below the system's configuration folders,
/// usually /etc/xdg), never the person's own.
QStringList administratorPinFiles();
/// The first of these files that is there. Configuration: it is there, and no key is in it; then nothing else may take its place.
Result<std::optional<QByteArray>> administratorPin(const QStringList &files);

} // namespace holdwatch::storage
