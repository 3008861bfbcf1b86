// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/payload/JsonTree.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace holdwatch {

/// One member of an entry's data, ready to be read.
struct AuditField
{
    QString name;  ///< "dead_set"
    QString value; ///< a text as it is, a list as "1, 2, 5", an object as "planned 3, moved 2"; null as ""

    bool operator==(const AuditField &) const = default;
};

/// Reads the JSON object of an entry. Never fails: what is missing, or not of that type, is empty.
class AuditData
{
public:
    explicit AuditData(const QByteArray &json) : m_tree(json) {}

    bool has(const char *name) const; ///< and it is not null
    QString text(const char *name) const;
    std::optional<qint64> number(const char *name) const;
    QStringList texts(const char *name) const; ///< of a list
    QVector<qint64> numbers(const char *name) const;
    std::optional<qint64> numberIn(const char *object, const char *name) const;

    QVector<AuditField> fields() const; ///< in the order they stand in

private:
    using Node = payload::JsonTree::Node;
    Node member(Node object, const char *name) const;
    QString shown(Node node) const;
    std::optional<qint64> numberAt(Node node) const;

    payload::JsonTree m_tree;
};

} // namespace holdwatch
