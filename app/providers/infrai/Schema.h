// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/json/Value.h"

#include <QPair>
#include <QSet>

namespace holdwatch::providers::infrai {

/// A published JSON Schema, read as far as this adapter needs it: which fields there are, where, of which
/// type, and what is said about their unit. Follows local references and looks through allOf, anyOf and
/// oneOf; bounded, so that a schema which refers to itself ends. Pure.
class Schema
{
public:
    /// `roots`: where "#/…" may point to, tried in order (the schema itself, then the detail document).
    Schema(json::Value node, QVector<json::Value> roots);

    /// Something with properties, items, a reference or alternatives.
    static bool looksLikeOne(const json::Value &value);

    QSet<QString> types() const;      ///< "integer", "null", …; empty: any
    QVector<QPair<QString, Schema>> properties() const; ///< in the document's order
    std::optional<Schema> property(const QString &name) const;
    std::optional<Schema> items() const;

    QString description() const;
    QString unit() const;   ///< of the keyword unit, units, x-unit or x-units
    QString format() const; ///< "date-time", …
    std::optional<qint64> maximum() const;

    const QString &path() const { return m_node.path(); }

private:
    QVector<json::Value> parts() const; ///< this node and whatever it is composed of
    void addParts(const json::Value &node, int depth, QVector<json::Value> &parts) const;
    std::optional<json::Value> target(const QString &reference) const;
    QString firstText(const QStringList &keywords) const;

    json::Value m_node;
    QVector<json::Value> m_roots;
};

} // namespace holdwatch::providers::infrai
