// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/signing/Envelope.h"

#include "app/json/Canonical.h"
#include "models/redrive/Operator.h"

namespace holdwatch::signing {

QByteArray preAuthentication(const QString &payloadType, const QByteArray &payload)
{
    const QByteArray type = payloadType.toUtf8();
    const QByteArray head = "DSSEv1 " + QByteArray::number(type.size()) + ' ' + type + ' ' + QByteArray::number(payload.size()) + ' ';
    return head + payload;
}

Envelope Envelope::signedBy(const SigningKey &key, const QString &payloadType, const QByteArray &payload)
{
    return {payload, payloadType, fingerprint(key.publicKey()), key.sign(preAuthentication(payloadType, payload))};
}

bool Envelope::holds(const QByteArray &publicKey, QStringView type) const
{
    return payloadType == type && verify(publicKey, preAuthentication(payloadType, payload), signature);
}

void Envelope::write(json::CanonicalWriter &writer) const
{
    writer.beginObject();
    writer.key("payload");
    writer.bytes(payload);
    writer.key("payloadType");
    writer.text(payloadType);
    writer.key("signatures");
    writer.beginList();
    if (isSigned()) {
        writer.beginObject();
        writer.key("keyid");
        writer.text(keyId);
        writer.key("sig");
        writer.bytes(signature);
        writer.endObject();
    }
    writer.endList();
    writer.endObject();
}

Envelope Envelope::read(json::CanonicalReader &reader)
{
    constexpr qsizetype longestWord = 200;
    Envelope envelope;
    reader.beginObject();
    reader.key("payload");
    envelope.payload = reader.bytes();
    reader.key("payloadType");
    envelope.payloadType = reader.text();
    reader.key("signatures");
    reader.beginList();
    if (reader.hasMore()) {
        reader.beginObject();
        reader.key("keyid");
        envelope.keyId = reader.text();
        reader.key("sig");
        envelope.signature = reader.bytes();
        reader.endObject();
        if (envelope.signature.size() != signatureSize)
            reader.fail(QStringLiteral("The signature has the wrong length."));
    }
    reader.endList();
    reader.endObject();
    if (envelope.payloadType.size() > longestWord || envelope.keyId.size() > longestWord)
        reader.fail(QStringLiteral("The type or the key's name is too long."));
    return envelope;
}

QByteArray Envelope::toJson() const
{
    json::CanonicalWriter writer;
    writer.reserve(payload.size() / 3 * 4 + 512);
    write(writer);
    return writer.written();
}

Result<Envelope> Envelope::parse(const QByteArray &json, qint64 mostBytes)
{
    if (json.size() > mostBytes)
        return failure(Error::Kind::TooLarge, QStringLiteral("The file is too large to be a signed document."));
    json::CanonicalReader reader(json);
    Envelope envelope = read(reader); // the reader takes one spelling only, so there is nothing to write again and compare
    reader.finish();
    if (!reader.isGood())
        return failure(*reader.error());
    return envelope;
}

} // namespace holdwatch::signing
