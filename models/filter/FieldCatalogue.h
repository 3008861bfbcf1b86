// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>
#include <optional>

namespace holdwatch::filter {

/// What a source answers for; each screen numbers its own fields with an enum from 0.
using FieldId = int;

enum class FieldType {
    Text,     ///< whole value regardless of case, or with wildcards
    Number,   ///< exact decimal
    Duration, ///< 90s, 8m30s, 2d
    Time,     ///< ISO 8601, today, -2h
    Version,  ///< part by part; see compareVersions()
};

struct FieldInfo
{
    FieldId id = 0;
    QString name; ///< letters, digits, '_', '-', '.', starting with a letter; what toText() writes
    QStringList aliases;
    FieldType type = FieldType::Text;
    QString description; ///< one line for the completion list
    QStringList samples; ///< values worth offering, in this order
    /// Values the data has now, for what was typed so far; called while completing, so it must be quick.
    std::function<QStringList(const QString &typed)> values;
};

/// The fields a screen knows without looking into the message. Names and aliases are met regardless of case; of two
/// equal ones the first counts. A name that can't be written as one (see `name`) is not taken up: add() says false.
class FieldCatalogue
{
public:
    bool add(FieldInfo field);
    /// The rows have no message to look into: a name that no field has is plain text there ("tenant:1").
    void close() { m_isClosed = true; }
    bool isClosed() const { return m_isClosed; }
    const FieldInfo *find(QStringView name) const; ///< by name or alias; null: unknown
    const QVector<FieldInfo> &fields() const { return m_fields; }

private:
    QVector<FieldInfo> m_fields;
    QHash<QString, int> m_byName; ///< in lower case
    bool m_isClosed = false;
};

} // namespace holdwatch::filter
