// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/Settings.h"

#include "app/storage/config/ConfigDocument.h"
#include "app/storage/config/JsonWriting.h"

namespace holdwatch::storage {

namespace {

/// Bytes are an object of this one member, so that they are told from text when read again.
const QString bytesKey = QStringLiteral("base64");

QVariant variantOf(const json::Value &value);

QVariant objectOf(const json::Value &value)
{
    const QStringList keys = value.keys();
    if (keys == QStringList{bytesKey})
        return QByteArray::fromBase64(value.find(bytesKey)->text().value_or(QString()).toLatin1());
    QVariantMap map;
    for (const QString &key : keys)
        map.insert(key, variantOf(*value.find(key)));
    return map;
}

QVariant variantOf(const json::Value &value)
{
    if (const auto flag = value.boolean())
        return *flag;
    if (const auto number = value.number())
        return *number;
    if (const auto text = value.text())
        return *text;
    if (value.isObject())
        return objectOf(value);
    QVariantList list;
    for (const json::Value &item : value.items().value_or(QVector<json::Value>()))
        list << variantOf(item);
    return value.isArray() ? QVariant(list) : QVariant();
}

OrderedJson jsonOf(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Bool: return value.toBool();
    case QMetaType::QString: return value.toString().toStdString();
    case QMetaType::QByteArray: return {{bytesKey.toStdString(), value.toByteArray().toBase64().toStdString()}};
    case QMetaType::QVariantMap: {
        OrderedJson object = OrderedJson::object();
        const QVariantMap map = value.toMap();
        for (auto member = map.cbegin(); member != map.cend(); ++member)
            object[member.key().toStdString()] = jsonOf(member.value());
        return object;
    }
    case QMetaType::QVariantList:
    case QMetaType::QStringList: {
        OrderedJson list = OrderedJson::array();
        for (const QVariant &item : value.toList())
            list.push_back(jsonOf(item));
        return list;
    }
    default: return value.toDouble();
    }
}

} // namespace

Settings::Settings(QString path) : m_path(std::move(path))
{
    const auto document = ConfigDocument::load(m_path);
    if (!document) {
        m_problems.append({ConfigProblem::Weight::Refused, {}, document.error()});
        return;
    }
    for (const QString &key : document->root().keys()) {
        const QVariant value = variantOf(*document->root().find(key));
        if (value.isValid())
            m_values.insert(key, value);
    }
}

QVariant Settings::read(const QString &key, const QVariant &otherwise) const
{
    return m_values.value(key, otherwise);
}

void Settings::write(const QString &key, const QVariant &value)
{
    if (m_values.value(key) == value)
        return;
    m_values.insert(key, value);
    (void)save();
}

Result<void> Settings::save()
{
    if (const auto fault = firstRefusal(m_problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = OrderedJson::object();
    for (auto value = m_values.cbegin(); value != m_values.cend(); ++value)
        root[value.key().toStdString()] = jsonOf(value.value());
    return writeAtomically(m_path, toText(root));
}

} // namespace holdwatch::storage
