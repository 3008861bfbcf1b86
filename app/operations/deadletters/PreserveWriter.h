// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/operations/deadletters/LetterWriter.h"

#include <QFile>
#include <QTemporaryDir>

namespace holdwatch::operations {

/// *Preserve*: a new folder (0700) with one file a message (its exact bytes) and manifest.jsonl, which says of each what
/// it is, whose it was and what its digest is. Made beside its place and moved there when all of it is on the disk;
/// what stands there already is never touched.
class PreserveWriter final : public LetterWriter
{
public:
    PreserveWriter(const QString &path, LetterOrigin origin);

    Result<void> begin() override;
    Result<void> add(const storage::LetterWithRow &letter) override;
    Result<QString> finish() override;
    bool needsWholePayloads() const override { return true; }

private:
    tl::unexpected<Error> notWritten(const QString &why) const;
    tl::unexpected<Error> isThere() const;

    QString m_path;
    LetterOrigin m_origin;
    ExportMasking m_unmasked{false, {}};
    std::unique_ptr<QTemporaryDir> m_folder;
    QFile m_manifest;
    qint64 m_letters = 0;
    qint64 m_parts = 0;
};

} // namespace holdwatch::operations
