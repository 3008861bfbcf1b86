// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/amqp/Codec.h"

namespace holdwatch::amqp {

namespace {

constexpr int deepest = 256;

Result<Table> tableFrom(const amqp_table_t &table, int depth);

Result<Field> fieldFrom(const amqp_field_value_t &value, int depth)
{
    if (depth > deepest)
        return failure(Error::Kind::TooLarge, QStringLiteral("A header of this message is nested deeper than %1 levels.").arg(deepest));
    Field field;
    field.kind = static_cast<char>(value.kind);
    switch (value.kind) {
    case AMQP_FIELD_KIND_BOOLEAN: field.whole = value.value.boolean ? 1 : 0; break;
    case AMQP_FIELD_KIND_I8: field.whole = value.value.i8; break;
    case AMQP_FIELD_KIND_U8: field.whole = value.value.u8; break;
    case AMQP_FIELD_KIND_I16: field.whole = value.value.i16; break;
    case AMQP_FIELD_KIND_U16: field.whole = value.value.u16; break;
    case AMQP_FIELD_KIND_I32: field.whole = value.value.i32; break;
    case AMQP_FIELD_KIND_U32: field.whole = value.value.u32; break;
    case AMQP_FIELD_KIND_I64: field.whole = value.value.i64; break;
    case AMQP_FIELD_KIND_U64:
    case AMQP_FIELD_KIND_TIMESTAMP: field.whole = static_cast<qint64>(value.value.u64); break;
    case AMQP_FIELD_KIND_F32: field.real = static_cast<double>(value.value.f32); break;
    case AMQP_FIELD_KIND_F64: field.real = value.value.f64; break;
    case AMQP_FIELD_KIND_DECIMAL:
        field.scale = value.value.decimal.decimals;
        field.whole = value.value.decimal.value;
        break;
    case AMQP_FIELD_KIND_UTF8:
    case AMQP_FIELD_KIND_BYTES: field.bytes = copyOf(value.value.bytes); break;
    case AMQP_FIELD_KIND_VOID: break;
    case AMQP_FIELD_KIND_ARRAY:
        for (int i = 0; i < value.value.array.num_entries; ++i) {
            auto item = fieldFrom(value.value.array.entries[i], depth + 1);
            if (!item)
                return item;
            field.items.append(*std::move(item));
        }
        break;
    case AMQP_FIELD_KIND_TABLE: {
        auto entries = tableFrom(value.value.table, depth + 1);
        if (!entries)
            return failure(std::move(entries.error()));
        field.entries = *std::move(entries);
        break;
    }
    default: return failure(Error::Kind::Unsupported, QStringLiteral("A header of this message is of a kind that is not known here."));
    }
    return field;
}

Result<Table> tableFrom(const amqp_table_t &table, int depth)
{
    Table entries;
    entries.reserve(table.num_entries);
    for (int i = 0; i < table.num_entries; ++i) {
        auto value = fieldFrom(table.entries[i].value, depth);
        if (!value)
            return failure(std::move(value.error()));
        entries.append({copyOf(table.entries[i].key), *std::move(value)});
    }
    return entries;
}

template<typename T>
T *room(amqp_pool_t &pool, qsizetype count)
{
    return static_cast<T *>(amqp_pool_alloc(&pool, sizeof(T) * static_cast<size_t>(std::max<qsizetype>(1, count))));
}

amqp_table_t tableTo(const Table &entries, amqp_pool_t &pool);

amqp_field_value_t fieldTo(const Field &field, amqp_pool_t &pool)
{
    amqp_field_value_t value{};
    value.kind = static_cast<quint8>(field.kind);
    switch (value.kind) {
    case AMQP_FIELD_KIND_BOOLEAN: value.value.boolean = static_cast<amqp_boolean_t>(field.whole != 0); break;
    case AMQP_FIELD_KIND_I8: value.value.i8 = static_cast<qint8>(field.whole); break;
    case AMQP_FIELD_KIND_U8: value.value.u8 = static_cast<quint8>(field.whole); break;
    case AMQP_FIELD_KIND_I16: value.value.i16 = static_cast<qint16>(field.whole); break;
    case AMQP_FIELD_KIND_U16: value.value.u16 = static_cast<quint16>(field.whole); break;
    case AMQP_FIELD_KIND_I32: value.value.i32 = static_cast<qint32>(field.whole); break;
    case AMQP_FIELD_KIND_U32: value.value.u32 = static_cast<quint32>(field.whole); break;
    case AMQP_FIELD_KIND_I64: value.value.i64 = field.whole; break;
    case AMQP_FIELD_KIND_U64:
    case AMQP_FIELD_KIND_TIMESTAMP: value.value.u64 = static_cast<quint64>(field.whole); break;
    case AMQP_FIELD_KIND_F32: value.value.f32 = static_cast<float>(field.real); break;
    case AMQP_FIELD_KIND_F64: value.value.f64 = field.real; break;
    case AMQP_FIELD_KIND_DECIMAL:
        value.value.decimal.decimals = field.scale;
        value.value.decimal.value = static_cast<quint32>(field.whole);
        break;
    case AMQP_FIELD_KIND_UTF8:
    case AMQP_FIELD_KIND_BYTES: value.value.bytes = viewOf(field.bytes); break;
    case AMQP_FIELD_KIND_ARRAY:
        value.value.array.num_entries = static_cast<int>(field.items.size());
        value.value.array.entries = room<amqp_field_value_t>(pool, field.items.size());
        for (qsizetype i = 0; i < field.items.size(); ++i)
            value.value.array.entries[i] = fieldTo(field.items.at(i), pool);
        break;
    case AMQP_FIELD_KIND_TABLE: value.value.table = tableTo(field.entries, pool); break;
    default: break;
    }
    return value;
}

amqp_table_t tableTo(const Table &entries, amqp_pool_t &pool)
{
    amqp_table_t table{static_cast<int>(entries.size()), room<amqp_table_entry_t>(pool, entries.size())};
    for (qsizetype i = 0; i < entries.size(); ++i) {
        table.entries[i].key = viewOf(entries.at(i).name);
        table.entries[i].value = fieldTo(entries.at(i).value, pool);
    }
    return table;
}

struct TextProperty
{
    amqp_flags_t flag;
    amqp_bytes_t amqp_basic_properties_t::*wire;
    std::optional<QByteArray> Properties::*ours;
};

constexpr TextProperty textProperties[] = {
    {AMQP_BASIC_CONTENT_TYPE_FLAG, &amqp_basic_properties_t::content_type, &Properties::contentType},
    {AMQP_BASIC_CONTENT_ENCODING_FLAG, &amqp_basic_properties_t::content_encoding, &Properties::contentEncoding},
    {AMQP_BASIC_CORRELATION_ID_FLAG, &amqp_basic_properties_t::correlation_id, &Properties::correlationId},
    {AMQP_BASIC_REPLY_TO_FLAG, &amqp_basic_properties_t::reply_to, &Properties::replyTo},
    {AMQP_BASIC_EXPIRATION_FLAG, &amqp_basic_properties_t::expiration, &Properties::expiration},
    {AMQP_BASIC_MESSAGE_ID_FLAG, &amqp_basic_properties_t::message_id, &Properties::messageId},
    {AMQP_BASIC_TYPE_FLAG, &amqp_basic_properties_t::type, &Properties::type},
    {AMQP_BASIC_USER_ID_FLAG, &amqp_basic_properties_t::user_id, &Properties::userId},
    {AMQP_BASIC_APP_ID_FLAG, &amqp_basic_properties_t::app_id, &Properties::appId},
    {AMQP_BASIC_CLUSTER_ID_FLAG, &amqp_basic_properties_t::cluster_id, &Properties::clusterId},
};

} // namespace

QByteArray copyOf(const amqp_bytes_t &bytes)
{
    return {static_cast<const char *>(bytes.bytes), static_cast<qsizetype>(bytes.len)};
}

amqp_bytes_t viewOf(const QByteArray &bytes)
{
    return {static_cast<size_t>(bytes.size()), const_cast<char *>(bytes.constData())};
}

Result<Properties> fromWire(const amqp_basic_properties_t &wire)
{
    Properties ours;
    for (const TextProperty &each : textProperties) {
        if (wire._flags & each.flag)
            ours.*each.ours = copyOf(wire.*each.wire);
    }
    if (wire._flags & AMQP_BASIC_HEADERS_FLAG) {
        auto headers = tableFrom(wire.headers, 1);
        if (!headers)
            return failure(std::move(headers.error()));
        ours.headers = *std::move(headers);
    }
    if (wire._flags & AMQP_BASIC_DELIVERY_MODE_FLAG)
        ours.deliveryMode = wire.delivery_mode;
    if (wire._flags & AMQP_BASIC_PRIORITY_FLAG)
        ours.priority = wire.priority;
    if (wire._flags & AMQP_BASIC_TIMESTAMP_FLAG)
        ours.timestamp = wire.timestamp;
    return ours;
}

amqp_basic_properties_t toWire(const Properties &ours, amqp_pool_t &pool)
{
    amqp_basic_properties_t wire{};
    for (const TextProperty &each : textProperties) {
        if (const auto &value = ours.*each.ours) {
            wire._flags |= each.flag;
            wire.*each.wire = viewOf(*value);
        }
    }
    if (ours.headers) {
        wire._flags |= AMQP_BASIC_HEADERS_FLAG;
        wire.headers = tableTo(*ours.headers, pool);
    }
    if (ours.deliveryMode) {
        wire._flags |= AMQP_BASIC_DELIVERY_MODE_FLAG;
        wire.delivery_mode = *ours.deliveryMode;
    }
    if (ours.priority) {
        wire._flags |= AMQP_BASIC_PRIORITY_FLAG;
        wire.priority = *ours.priority;
    }
    if (ours.timestamp) {
        wire._flags |= AMQP_BASIC_TIMESTAMP_FLAG;
        wire.timestamp = *ours.timestamp;
    }
    return wire;
}

} // namespace holdwatch::amqp
