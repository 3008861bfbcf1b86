// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/audit/AuditFilter.h"

#include "models/filter/FilterSource.h"

namespace holdwatch {

namespace {

using filter::FieldValue;

enum Field { Number, At, Kind, By, Redrive };

const char *const kinds[] = {"identity-made", "maintainer-pinned", "roster-taken", "plan-signed", "plan-opened", "approval-asked", "statement", "approval-spent", "run-started",
                             "run-continued", "claim", "intent", "outcome", "signals", "returned", "paused", "resumed", "stopped", "reconciled", "unproven-accepted", "after-watch",
                             "closed", "report-written"};

filter::FieldInfo field(Field id, const char *name, filter::FieldType type, const char *description, QStringList aliases = {})
{
    filter::FieldInfo info;
    info.id = id;
    info.name = QString::fromLatin1(name);
    info.type = type;
    info.description = QString::fromLatin1(description);
    info.aliases = std::move(aliases);
    return info;
}

class EntrySource final : public filter::FilterSource
{
public:
    EntrySource(const AuditEntry &entry, const QString &sentence) : m_entry(entry), m_sentence(sentence) {}

    bool anyValue(filter::FieldId id, const filter::ValueTest &test) const override
    {
        const AuditDraft &what = m_entry.what;
        switch (Field(id)) {
        case Number: return test(FieldValue::whole(m_entry.number));
        case At: return test(FieldValue::time(m_entry.at));
        case Kind: return test(FieldValue::text(what.kind));
        case By: return test(FieldValue::text(what.by)) || test(FieldValue::text(QStringView(what.by).left(what.by.lastIndexOf(QLatin1Char(' ')))));
        case Redrive: return !what.plan.isEmpty() && test(FieldValue::text(what.plan.text()));
        }
        return false;
    }
    bool anyValueAt(const filter::FieldPath &, const filter::ValueTest &) const override { return false; }
    bool anyTextContains(const filter::TextPattern &pattern) const override
    {
        return pattern.foundIn(m_sentence) || pattern.foundIn(m_entry.what.by) || pattern.foundIn(m_entry.what.plan.text()) || pattern.foundInUtf8(m_entry.what.data);
    }

private:
    const AuditEntry &m_entry;
    const QString &m_sentence;
};

} // namespace

const filter::FieldCatalogue &auditCatalogue()
{
    static const filter::FieldCatalogue catalogue = [] {
        filter::FieldCatalogue made;
        filter::FieldInfo kind = field(Kind, "kind", filter::FieldType::Text, "What sort of entry");
        for (const char *each : kinds)
            kind.samples << QString::fromLatin1(each);
        made.add(std::move(kind));
        made.add(field(By, "by", filter::FieldType::Text, "Who acted", {QStringLiteral("who")}));
        made.add(field(Redrive, "redrive", filter::FieldType::Text, "Its plan", {QStringLiteral("plan")}));
        made.add(field(At, "at", filter::FieldType::Time, "When it was written", {QStringLiteral("time")}));
        made.add(field(Number, "number", filter::FieldType::Number, "Its place in the record", {QStringLiteral("no")}));
        return made;
    }();
    return catalogue;
}

AuditProxy::AuditProxy(AuditModel &model, QObject *parent) : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(&model);
}

void AuditProxy::setFilter(const filter::Expression &expression, const filter::Moment &moment)
{
    m_matcher = filter::Matcher(expression, moment);
    invalidateFilter();
}

bool AuditProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    return m_matcher.matchesAll() || m_matcher.matches(EntrySource(m_model.entryAt(row), m_model.sentenceAt(row)));
}

} // namespace holdwatch
