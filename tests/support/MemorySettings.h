// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/SettingsPort.h"

#include <QHash>

namespace holdwatch::test {

class MemorySettings final : public SettingsPort
{
public:
    QVariant read(const QString &key, const QVariant &otherwise) const override { return m_values.value(key, otherwise); }
    void write(const QString &key, const QVariant &value) override { m_values.insert(key, value); }

private:
    QHash<QString, QVariant> m_values;
};

} // namespace holdwatch::test
