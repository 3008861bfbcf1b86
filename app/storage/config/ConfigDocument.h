// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"
#include "app/storage/config/JsonPositions.h"

#include <QFile>
#include <QHash>

#include <optional>

namespace holdwatch::storage {

/// A configuration file that was read: its text, what it says, and where it says so.
class ConfigDocument
{
public:
    /// The file's text has at most 1 MB. An Error of kind Configuration says where it stops being JSON.
    /// A missing file is an empty object.
    static Result<ConfigDocument> load(const QString &path);

    const QByteArray &text() const { return m_text; } ///< empty: there is no file
    const json::Value &root() const { return m_root; }
    QString whereIs(const json::Value &value) const; ///< "connections.json:14:17"

private:
    ConfigDocument(QString name, QByteArray text, json::Value root);

    QString m_name;
    QByteArray m_text;
    json::Value m_root;
    QHash<QString, TextPosition> m_positions;
};

/// Replaces `path` as a whole or not at all. Without `permissions` an existing file keeps its own. The text is on
/// the disk before it takes the name; that the name is, is not waited for: a power cut right after may bring
/// back the file that was there before.
Result<void> writeAtomically(const QString &path, const QByteArray &text, std::optional<QFile::Permissions> permissions = {});

/// Why a file is not written: it holds something a person wrote that could not be read.
Error refusedToOverwrite(const Error &fault);

} // namespace holdwatch::storage
