// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/deadletters/LetterCodec.h"

#include <QDataStream>
#include <QIODevice>

namespace holdwatch::storage {

namespace {

constexpr quint8 factsFormat = 1;
constexpr quint8 rowFormat = 1;

/// One description of the fields serves both directions, so they can't drift apart.
class Writer
{
public:
    explicit Writer(QByteArray &bytes) : m_stream(&bytes, QIODevice::WriteOnly) { m_stream.setVersion(QDataStream::Qt_6_0); }
    template<typename T>
    void operator()(const T &value) { m_stream << value; }
    void operator()(const MessageId &id) { m_stream << id.text(); }
    void operator()(const std::optional<UtcTime> &time)
    {
        m_stream << time.has_value();
        if (time)
            m_stream << toEpochMillis(*time);
    }
    void operator()(const std::optional<int> &number) { m_stream << number.has_value() << number.value_or(0); }
    void operator()(const Metric<int> &metric)
    {
        m_stream << quint8(metric.obtained()) << (metric.has() ? metric.value() : 0) << metric.note();
    }
    template<typename T, typename Fields>
    void list(const QVector<T> &values, Fields fields)
    {
        m_stream << quint32(values.size());
        for (const T &value : values)
            fields(*this, value);
    }

private:
    QDataStream m_stream;
};

class Reader
{
public:
    explicit Reader(const QByteArray &bytes) : m_stream(bytes) { m_stream.setVersion(QDataStream::Qt_6_0); }
    bool isFine() const { return m_stream.status() == QDataStream::Ok; }
    template<typename T>
    void operator()(T &value) { m_stream >> value; }
    void operator()(MessageId &id)
    {
        QString text;
        m_stream >> text;
        id = MessageId(text);
    }
    void operator()(std::optional<UtcTime> &time)
    {
        bool isThere = false;
        qint64 millis = 0;
        m_stream >> isThere;
        if (isThere)
            m_stream >> millis;
        time = isThere ? std::optional(fromEpochMillis(millis)) : std::nullopt;
    }
    void operator()(std::optional<int> &number)
    {
        bool isThere = false;
        int value = 0;
        m_stream >> isThere >> value;
        number = isThere ? std::optional(value) : std::nullopt;
    }
    void operator()(Metric<int> &metric)
    {
        quint8 obtained = 0;
        int value = 0;
        QString note;
        m_stream >> obtained >> value >> note;
        switch (Obtained(obtained)) {
        case Obtained::Reported: metric = Metric<int>::reported(value); break;
        case Obtained::Approximate: metric = Metric<int>::approximate(value, note); break;
        case Obtained::AtMost: metric = Metric<int>::atMost(value, note); break;
        case Obtained::AtLeast: metric = Metric<int>::atLeast(value, note); break;
        case Obtained::Derived: metric = Metric<int>::derived(value, note); break;
        case Obtained::NotReported: metric = Metric<int>::notReported(note); break;
        }
    }
    template<typename T, typename Fields>
    void list(QVector<T> &values, Fields fields)
    {
        quint32 count = 0;
        m_stream >> count;
        for (quint32 i = 0; i < count && isFine(); ++i) {
            values.emplaceBack();
            fields(*this, values.last());
        }
    }

private:
    QDataStream m_stream;
};

template<typename Field, typename Letter>
void factsOf(Field &field, Letter &letter)
{
    field(letter.id);
    field(letter.originQueue);
    field(letter.payloadSize);
    field(letter.payloadIsWhole);
    field(letter.contentType);
    field(letter.contentEncoding);
    field.list(letter.headers, [](auto &each, auto &header) {
        each(header.name);
        each(header.text);
        each(header.kind);
        each(header.bytes);
    });
    field.list(letter.attempts, [](auto &each, auto &attempt) {
        each(attempt.at);
        each(attempt.where);
        each(attempt.reason);
        each(attempt.count);
        each(attempt.source);
    });
    field(letter.error);
    field(letter.errorClass);
    field(letter.httpStatus);
    field(letter.deliveries);
    field(letter.publishedAt);
    field(letter.firstFailedAt);
    field(letter.diedAt);
    field(letter.expiresAt);
    field(letter.expiryNote);
}

template<typename Field, typename Row>
void fieldsOf(Field &field, Row &row)
{
    field(row.number);
    field(row.id);
    field(row.key);
    field(row.keyPlace);
    field(row.version);
    field(row.versionPlace);
    field(row.handlerVersion);
    field(row.failureClass);
    field(row.originQueue);
    field(row.error);
    field(row.contentType);
    field(row.size);
    field(row.deliveries);
    field(row.httpStatus);
    field(row.publishedAt);
    field(row.diedAt);
    field(row.expiresAt);
    field(row.firstSeenAt);
    field(row.digest);
    field(row.redrives);
}

tl::unexpected<Error> notReadable()
{
    return failure(Error::Kind::Storage, QStringLiteral("A kept dead letter can't be read any more."), QStringLiteral("Read the dead letters again."));
}

} // namespace

QByteArray encodeFacts(const DeadLetter &letter)
{
    QByteArray bytes;
    Writer write(bytes);
    write(factsFormat);
    factsOf(write, letter);
    return bytes;
}

Result<DeadLetter> decodeFacts(const QByteArray &bytes)
{
    Reader read(bytes);
    quint8 format = 0;
    read(format);
    DeadLetter letter;
    if (format == factsFormat)
        factsOf(read, letter);
    if (format != factsFormat || !read.isFine())
        return notReadable();
    return letter;
}

QByteArray encodeRow(const DeadLetterRow &row)
{
    QByteArray bytes;
    Writer write(bytes);
    write(rowFormat);
    fieldsOf(write, row);
    return bytes;
}

Result<DeadLetterRow> decodeRow(const QByteArray &bytes)
{
    Reader read(bytes);
    quint8 format = 0;
    read(format);
    DeadLetterRow row;
    if (format == rowFormat)
        fieldsOf(read, row);
    if (format != rowFormat || !read.isFine())
        return notReadable();
    return row;
}

} // namespace holdwatch::storage
