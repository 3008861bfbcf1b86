// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/storage/config/ConfigDocument.h"
#include "app/storage/config/ConfigProblem.h"
#include "models/core/Time.h"

#include <functional>
#include <optional>

namespace holdwatch::storage {

/// One object of a document, read key by key. What is wrong with a key goes into `problems` and the value
/// stays what it was; the keys that were asked for are the known ones.
class ConfigObject
{
public:
    /// `entry` names it in sentences ("orders"). Both references must outlive it.
    ConfigObject(const ConfigDocument &document, json::Value object, QString entry, ConfigProblems &problems);

    void read(const QString &key, QString &value);
    void read(const QString &key, bool &value);
    void read(const QString &key, qint64 &value);
    void read(const QString &key, Millis &value);                ///< "15m", or a number of seconds
    void read(const QString &key, std::optional<Millis> &value);
    void read(const QString &key, QStringList &value);
    void readObject(const QString &key, const std::function<void(ConfigObject &)> &visit);
    void readObjects(const QString &key, const std::function<void(ConfigObject &)> &visit);

    bool readSchema(int newest);                                  ///< false: written for a newer Holdwatch, or nonsense
    void require(const QString &key);                             ///< refused when it is missing
    void refuse(const QString &key, const QString &sentence);     ///< at the key if it is there
    void warn(const QString &key, const QString &sentence);       ///< said, but the entry is used
    void finish(); ///< after all reads: speaks up about keys twice, unknown or made for secrets

    void setEntry(const QString &entry) { m_entry = entry; }
    QStringList keys() const { return m_object.keys(); }
    bool isGood() const { return !m_refused; } ///< nothing that was read so far has to leave the entry out

private:
    std::optional<json::Value> find(const QString &key);
    void say(ConfigProblem::Weight weight, const json::Value &at, const QString &sentence);
    void mustBe(const QString &key, const json::Value &value, const QString &what);

    const ConfigDocument &m_document;
    json::Value m_object;
    QString m_entry;
    ConfigProblems &m_problems;
    QStringList m_known;
    bool m_refused = false;
};

} // namespace holdwatch::storage
