// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/JsonWriting.h"

#include "app/storage/config/ToleranceFormat.h"

namespace holdwatch::storage {

void put(OrderedJson &object, const char *key, const QString &value)
{
    if (value.isEmpty())
        object.erase(key);
    else
        object[key] = value.toStdString();
}

void put(OrderedJson &object, const char *key, const std::optional<Millis> &value)
{
    put(object, key, value ? durationText(*value) : QString());
}

void put(OrderedJson &object, const char *key, const QStringList &value)
{
    auto list = OrderedJson::array();
    for (const QString &text : value)
        list.push_back(text.toStdString());
    putUnlessEmpty(object, key, std::move(list));
}

void put(OrderedJson &object, const char *key, bool value, bool unlessItIs)
{
    if (value == unlessItIs)
        object.erase(key);
    else
        object[key] = value;
}

void putUnlessEmpty(OrderedJson &object, const char *key, OrderedJson value)
{
    if (value.empty())
        object.erase(key);
    else
        object[key] = std::move(value);
}

OrderedJson listIn(const OrderedJson &root, const char *key)
{
    const auto found = root.find(key);
    return found != root.end() && found->is_array() ? *found : OrderedJson::array();
}

OrderedJson reread(const QByteArray &text)
{
    if (text.isEmpty())
        return OrderedJson::object();
    return OrderedJson::parse(text.begin(), text.end(), nullptr, false);
}

QByteArray toText(const OrderedJson &root)
{
    // Text that is no valid UTF-16 (half a surrogate pair) is replaced, never thrown over.
    return QByteArray::fromStdString(root.dump(4, ' ', false, OrderedJson::error_handler_t::replace)) + '\n';
}

} // namespace holdwatch::storage
