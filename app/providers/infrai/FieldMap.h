// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/infrai/Meanings.h"
#include "app/providers/infrai/Schema.h"
#include "app/providers/infrai/TimeUnit.h"

#include <tl/expected.hpp>

#include <QHash>
#include <QMap>

namespace holdwatch::providers::infrai {

/// Where one figure stands in an answer, or why it stands nowhere.
struct FieldPlan
{
    QStringList path;              ///< empty: not reported
    std::optional<TimeUnit> unit;  ///< of a time, or what a rate is counted per
    Obtained obtained = Obtained::NotReported;
    QString note;                  ///< kept with the figure; why it is not reported, if it isn't
    QString description;           ///< what the server publishes about the field
    bool operator==(const FieldPlan &) const = default;
};

/// A field an answer has or may have: the raw material of a plan.
struct Candidate
{
    explicit Candidate(QStringList place);

    QStringList path;
    SplitName name;      ///< of its last step
    bool mayBeNumber = false;
    bool mayBeText = false;
    QString unit;        ///< keyword
    QString format;      ///< keyword
    QString description;
};

/// Every field of an object and of the objects in it; lists are not entered.
QVector<Candidate> candidatesOf(const Schema &schema);
/// The same from an answer itself, where no schema is published.
QVector<Candidate> candidatesOf(const json::Value &answer);

/// One field of a schema, whatever it is published as.
Candidate candidateOf(QStringList path, const Schema &field);

/// The unit of a time field; its absence or contradiction in words.
tl::expected<TimeUnit, QString> timeUnitOf(const Candidate &candidate);

/// Which field is which figure. A schema gives shape, not meaning: the alias table and the user's own
/// mapping (metric word → field or dotted path; it goes first) find a field, and the schema decides
/// whether it exists, where, of which type and in which unit. What is left is not reported, with the reason. Pure.
class FieldMap
{
public:
    using Mapping = QHash<QString, QString>;

    static FieldMap published(const Schema &answer, const Mapping &mapping);
    /// There is no schema: `why` is every figure's reason, except where the user's mapping names a field of this answer.
    static FieldMap withoutSchema(const json::Value &answer, const Mapping &mapping, const QString &why);
    /// Discovery could not be reached: names alone decide, and everything found is approximate.
    static FieldMap undiscovered(const json::Value &answer, const Mapping &mapping);
    static FieldMap none(const QString &why);

    const FieldPlan &plan(Figure figure) const;

private:
    QMap<Figure, FieldPlan> m_plans;
};

} // namespace holdwatch::providers::infrai
