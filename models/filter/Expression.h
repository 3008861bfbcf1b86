// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/FieldCatalogue.h"

#include <QStringList>

#include <vector>

namespace holdwatch::filter {

/// A place in the message: names of members and indices of arrays ("order", "items", "0", "sku").
struct FieldPath
{
    QStringList segments;
    bool operator==(const FieldPath &) const = default;
};

/// A field that the catalogue knows, or else a place in the message.
struct FieldRef
{
    FieldId id = -1; ///< below 0: not in the catalogue, see `path`
    FieldType type = FieldType::Text;
    QString name; ///< the catalogue's; empty for a path
    FieldPath path;
    bool hidesKnown = false; ///< a path whose plain name the catalogue would take for itself

    bool isKnown() const { return id >= 0; }
    bool operator==(const FieldRef &) const = default;
};

enum class Comparison { Is, IsNot, Less, AtMost, Greater, AtLeast, Between, Present };

/// A value as it was meant. Wildcards stand between the parts; only texts have any.
struct Literal
{
    FieldType type = FieldType::Text;
    QStringList parts;

    QString text() const { return parts.join(QLatin1Char('*')); }
    bool operator==(const Literal &) const = default;
};

struct Condition
{
    Comparison comparison = Comparison::Is;
    Literal value;
    Literal upTo; ///< of Between alone; both ends count
    bool operator==(const Condition &) const = default;
};

/// A filter, parsed. A plain value in a normal form: no And inside And, no Or inside Or, no group of one.
/// Made by parse() and the functions below.
struct Expression
{
    enum class Kind {
        Everything, ///< the empty filter
        And,
        Or,
        Not,   ///< one child
        Field, ///< any value of the field meets any of the conditions
        Text,  ///< the text is somewhere in the item
    };

    Kind kind = Kind::Everything;
    std::vector<Expression> children;
    FieldRef field;
    std::vector<Condition> conditions;
    Literal text;

    bool isEverything() const { return kind == Kind::Everything; }
    bool operator==(const Expression &other) const;
};

/// The canonical text. parse(toText(x)) gives x again for every x that parse() made with the same catalogue.
QString toText(const Expression &expression);

/// For buttons such as "only this class". What they make may pass the limits of parse() if it is nested without end.
Expression allOf(std::vector<Expression> expressions);
Expression anyOf(std::vector<Expression> expressions); ///< of none: everything
Expression inverted(Expression expression);
Expression fieldIs(const FieldInfo &field, const QString &text); ///< this very text, * included; for Text and Version

/// The places in the message it asks for, each once: what a source should keep at hand before it goes through its rows.
QVector<FieldPath> pathsIn(const Expression &expression);
bool searchesText(const Expression &expression);

} // namespace holdwatch::filter
