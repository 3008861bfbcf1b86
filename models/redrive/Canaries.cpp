// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/redrive/Canaries.h"

#include <algorithm>

namespace holdwatch {

Canaries::Canaries(const RedrivePlan &plan, const RunBook &book)
{
    QHash<std::pair<QString, QString>, int> numbers;
    for (int ordinal = 0; ordinal < book.items().size(); ++ordinal) {
        const PlanItem &item = plan.items.at(ordinal);
        const int number = numbers.value({item.failureClass, item.version}, int(m_classes.size()));
        if (number == m_classes.size()) {
            numbers.insert({item.failureClass, item.version}, number);
            m_classes << Class();
        }
        m_classOf << number;
    }
    QVector<UtcTime> lastReturn(m_classes.size(), UtcTime::min());
    for (const ItemResult &item : book.items()) {
        if (item.outcome == ItemOutcome::Returned)
            lastReturn[m_classOf.at(item.ordinal)] = std::max(lastReturn.at(m_classOf.at(item.ordinal)), item.at);
    }
    for (const ItemResult &item : book.items()) {
        if (item.at > lastReturn.at(m_classOf.at(item.ordinal)))
            settle(item);
    }
}

QVector<int> Canaries::wanted(const RunBook &book) const
{
    QVector<bool> served(m_classes.size());
    for (qsizetype i = 0; i < m_classes.size(); ++i)
        served[i] = m_classes.at(i).canary >= 0 || m_classes.at(i).isProven;
    QVector<int> ordinals;
    for (const ItemResult &item : book.items()) {
        const int number = m_classOf.at(item.ordinal);
        if (served.at(number) || item.outcome != ItemOutcome::Waiting)
            continue;
        served[number] = true;
        ordinals << item.ordinal;
    }
    return ordinals;
}

void Canaries::settle(const ItemResult &result)
{
    Class &its = m_classes[m_classOf.at(result.ordinal)];
    if (isConfirmed(result.outcome) && its.canary < 0)
        its.canary = result.ordinal;
}

void Canaries::prove(int ordinal)
{
    for (Class &each : m_classes)
        each.isProven = each.isProven || (each.canary == ordinal && ordinal >= 0);
}

void Canaries::proveAll()
{
    for (Class &each : m_classes)
        each.isProven = each.isProven || each.canary >= 0;
}

QVector<int> Canaries::open() const
{
    QVector<int> ordinals;
    for (const Class &each : m_classes) {
        if (each.canary >= 0 && !each.isProven)
            ordinals << each.canary;
    }
    std::sort(ordinals.begin(), ordinals.end());
    return ordinals;
}

bool Canaries::isProven(int ordinal) const
{
    return ordinal >= 0 && ordinal < m_classOf.size() && m_classes.at(m_classOf.at(ordinal)).isProven;
}

} // namespace holdwatch
