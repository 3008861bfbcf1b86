// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/api/Provider.h"

#include <QStringList>

#include <functional>
#include <map>

namespace holdwatch::operations {

/// Which systems this program can watch: a word of the configuration → how to make one. Filled once by
/// the composition root, one line a system; used on the engine's thread.
class ProviderRegistry
{
public:
    using Made = Result<std::unique_ptr<providers::Provider>>;
    /// Fails with Configuration when the connection can't be used as it is written; sends nothing.
    using Factory = std::function<Made(const ConnectionConfig &)>;

    void add(const QString &word, Factory factory) { m_factories[word] = std::move(factory); }
    QStringList words() const;
    Made make(const ConnectionConfig &connection) const;

private:
    std::map<QString, Factory> m_factories;
};

} // namespace holdwatch::operations
