// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/deadletters/VaultTypes.h"
#include "models/core/Result.h"
#include "models/payload/SensitiveNames.h"
#include "models/ports/DeadLetterPort.h"

#include <memory>

namespace holdwatch::operations {

/// Where exported letters come from.
struct LetterOrigin
{
    QString connection; ///< name
    QString deadSet;
    ReadingState snapshot;
    UtcTime exportedAt{};
};

/// Writes letters one after the other. Nothing is there under the name that was asked for until `finish`; one that
/// is dropped before leaves nothing behind. Files are for their owner alone (0600). Used on one thread.
class LetterWriter
{
public:
    virtual ~LetterWriter() = default;
    virtual Result<void> begin() = 0;
    virtual Result<void> add(const storage::LetterWithRow &letter) = 0;
    virtual Result<QString> finish() = 0; ///< a sentence that says what was written
    virtual bool needsWholePayloads() const = 0;
};

std::unique_ptr<LetterWriter> makeWriter(const ExportOrder &order, const LetterOrigin &origin, const QStringList &sensitiveNames);

/// Hides what is sensitive, for a writer whose order says so.
class ExportMasking
{
public:
    ExportMasking(bool isMasked, const QStringList &sensitiveNames);
    bool isOn() const { return m_isOn; }
    /// Nothing: it should be masked but is no text, so nobody can tell what is in it.
    std::optional<QByteArray> payload(const DeadLetter &letter) const;
    QString header(const LetterHeader &header) const;
    QString value(const QString &value, const QString &place) const; ///< of a key or version that was found at `place`
    const payload::SensitiveNames *names() const { return m_isOn ? &m_names : nullptr; }
    QString text(const QString &text) const; ///< prose
    /// With its error text exact or masked, as the order says; in lists it is always masked.
    DeadLetterRow row(const storage::LetterWithRow &letter) const;

private:
    bool m_isOn;
    payload::SensitiveNames m_names;
};

bool isUtf8(const QByteArray &bytes);

/// One letter as a JSON object of one line: README.md has the fields. `file`: where its exact bytes are; empty: they stand
/// in the line.
QByteArray letterLine(const storage::LetterWithRow &letter, const LetterOrigin &origin, const ExportMasking &masking, const QString &file = {});

/// For HTML: escaped, and what changes the direction of writing or is invisible shown by its number.
QString htmlText(const QString &text);

} // namespace holdwatch::operations
