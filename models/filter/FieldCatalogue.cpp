// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/filter/FieldCatalogue.h"

#include "models/filter/Words.h"

namespace holdwatch::filter {

bool FieldCatalogue::add(FieldInfo field)
{
    if (!isBareName(field.name) || m_byName.contains(field.name.toLower()))
        return false;
    const int index = static_cast<int>(m_fields.size());
    m_byName.insert(field.name.toLower(), index);
    for (const QString &alias : std::as_const(field.aliases)) {
        if (isBareName(alias) && !m_byName.contains(alias.toLower()))
            m_byName.insert(alias.toLower(), index);
    }
    m_fields.append(std::move(field));
    return true;
}

const FieldInfo *FieldCatalogue::find(QStringView name) const
{
    const auto found = m_byName.constFind(name.toString().toLower());
    return found == m_byName.cend() ? nullptr : &m_fields[*found];
}

} // namespace holdwatch::filter
