// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/Settings.h"

#include "app/storage/config/ConfigDocument.h"
#include "app/storage/config/JsonWriting.h"
#include "app/storage/config/SchemaVersion.h"

namespace holdwatch::storage {

namespace {

QVariant variantOf(const json::Value &value)
{
    if (const auto flag = value.boolean())
        return *flag;
    if (const auto number = value.number())
        return *number;
    if (const auto text = value.text())
        return *text;
    QStringList list;
    for (const json::Value &item : value.items().value_or(QVector<json::Value>())) {
        if (const auto text = item.text())
            list << *text;
    }
    return value.isArray() ? QVariant(list) : QVariant();
}

OrderedJson jsonOf(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Bool: return value.toBool();
    case QMetaType::Double: return value.toDouble();
    case QMetaType::QString: return value.toString().toStdString();
    default: break;
    }
    auto list = OrderedJson::array();
    for (const QString &text : value.toStringList())
        list.push_back(text.toStdString());
    return list;
}

template<typename T>
T valueOr(const QMap<QString, QVariant> &values, const QString &key, const T &otherwise)
{
    const QVariant value = values.value(key);
    return value.metaType() == QMetaType::fromType<T>() ? value.value<T>() : otherwise;
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

QString Settings::text(const QString &key, const QString &otherwise) const
{
    return valueOr(m_values, key, otherwise);
}

bool Settings::flag(const QString &key, bool otherwise) const
{
    return valueOr(m_values, key, otherwise);
}

double Settings::number(const QString &key, double otherwise) const
{
    return valueOr(m_values, key, otherwise);
}

QStringList Settings::list(const QString &key) const
{
    return valueOr(m_values, key, QStringList());
}

QByteArray Settings::bytes(const QString &key) const
{
    return QByteArray::fromBase64(text(key).toLatin1());
}

void Settings::setText(const QString &key, const QString &value)
{
    set(key, value);
}

void Settings::setFlag(const QString &key, bool value)
{
    set(key, value);
}

void Settings::setNumber(const QString &key, double value)
{
    set(key, value);
}

void Settings::setList(const QString &key, const QStringList &value)
{
    set(key, value);
}

void Settings::setBytes(const QString &key, const QByteArray &value)
{
    set(key, QString::fromLatin1(value.toBase64()));
}

void Settings::remove(const QString &key)
{
    m_changed = m_values.remove(key) > 0 || m_changed;
}

void Settings::set(const QString &key, const QVariant &value)
{
    if (m_values.value(key) == value)
        return;
    m_values.insert(key, value);
    m_changed = true;
}

Result<void> Settings::save()
{
    if (!m_changed)
        return {};
    if (const auto fault = firstRefusal(m_problems))
        return failure(refusedToOverwrite(*fault));
    OrderedJson root = OrderedJson::object();
    for (auto value = m_values.cbegin(); value != m_values.cend(); ++value)
        root[value.key().toStdString()] = jsonOf(value.value());
    auto written = writeAtomically(m_path, toText(root));
    m_changed = !written;
    return written;
}

} // namespace holdwatch::storage
