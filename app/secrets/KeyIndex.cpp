// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeyIndex.h"

#include "app/storage/config/KeyIndexFile.h"

#include <QFileInfo>
#include <QUuid>

#include <algorithm>

namespace holdwatch::secrets {

namespace {

auto isAbout(const SecretName &name)
{
    return [&name](const SavedKey &key) { return key.connection == name.connection && key.purpose == name.purpose; };
}

} // namespace

KeyIndex::KeyIndex(QString path) : m_path(std::move(path))
{
    storage::KeyIndexRead read = storage::KeyIndexFile(m_path).read();
    m_problem = storage::firstRefusal(read.problems);
    m_installation = std::move(read.installation);
    m_saved = std::move(read.saved);
    if (m_installation.isEmpty() && !m_problem)
        m_installation = QUuid::createUuid().toString(QUuid::WithoutBraces);
}

Result<void> KeyIndex::settle()
{
    if (m_problem)
        return failure(*m_problem);
    return QFileInfo::exists(m_path) ? Result<void>() : storage::KeyIndexFile(m_path).write(m_installation, m_saved);
}

std::optional<SavedKey> KeyIndex::find(const SecretName &name) const
{
    const auto found = std::find_if(m_saved.cbegin(), m_saved.cend(), isAbout(name));
    return found == m_saved.cend() ? std::nullopt : std::optional(*found);
}

std::optional<UtcTime> KeyIndex::since(const SecretName &name) const
{
    const auto found = find(name);
    return found ? std::optional(found->since) : std::nullopt;
}

Result<void> KeyIndex::put(const SecretName &name, std::optional<UtcTime> since, const QString &origin)
{
    if (m_problem)
        return failure(*m_problem);
    QVector<SavedKey> next = m_saved;
    const auto found = std::find_if(next.begin(), next.end(), isAbout(name));
    if (found != next.end() && since)
        *found = {name.connection, name.purpose, *since, origin};
    else if (found != next.end())
        next.erase(found);
    else if (since)
        next.append({name.connection, name.purpose, *since, origin});
    const auto written = storage::KeyIndexFile(m_path).write(m_installation, next);
    if (written)
        m_saved = std::move(next);
    return written;
}

} // namespace holdwatch::secrets
