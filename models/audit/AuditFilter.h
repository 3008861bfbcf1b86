// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditModel.h"
#include "models/filter/FieldCatalogue.h"
#include "models/filter/Matcher.h"

#include <QSortFilterProxyModel>

namespace holdwatch {

/// What the record can be asked for: `kind:outcome`, `by:Ada*`, `redrive:rd-…`, `number:>100`, `at:>-2h`, free text.
const filter::FieldCatalogue &auditCatalogue();

/// The entries of the model that match a filter, in the model's order.
class AuditProxy final : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit AuditProxy(AuditModel &model, QObject *parent = nullptr);

    void setFilter(const filter::Expression &expression, const filter::Moment &moment);
    bool isFiltering() const { return !m_matcher.matchesAll(); }
    int sourceRow(int row) const { return mapToSource(index(row, 0)).row(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    AuditModel &m_model;
    filter::Matcher m_matcher;
};

} // namespace holdwatch
