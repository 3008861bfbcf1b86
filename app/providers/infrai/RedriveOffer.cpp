// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/infrai/RedriveOffer.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace holdwatch::providers::infrai {

namespace {

const QString bound = QStringLiteral("max_messages");
const QString keyName = QStringLiteral("idempotency_key");
const QString queueName = QStringLiteral("queue");

/// None is documented; the published type decides.
const QStringList &listNames()
{
    static const QStringList names{QStringLiteral("message_ids"), QStringLiteral("ids")};
    return names;
}

bool isFor(const Schema &schema, const char *type)
{
    return schema.types().contains(QString::fromLatin1(type));
}

bool takesTexts(const Schema &schema)
{
    const auto items = schema.items();
    return isFor(schema, "array") && (!items || items->types().isEmpty() || isFor(*items, "string"));
}

void findSelection(RedriveOffer &offer, const Schema &params)
{
    for (const QString &name : listNames()) {
        const auto published = params.property(name);
        if (offer.selection.isEmpty() && published && takesTexts(*published))
            offer.selection = name;
    }
    const QString single = QStringLiteral("message_id");
    const auto published = params.property(single);
    if (offer.selection.isEmpty() && published && isFor(*published, "string")) {
        offer.selection = single;
        offer.isList = false;
    }
}

/// A sentence about what a redrive makes of a message, not about anything else.
bool speaksOfChanges(const QString &sentence)
{
    if (!sentence.contains(QLatin1String("redrive"), Qt::CaseInsensitive))
        return false;
    const QStringList words{QStringLiteral("anew"), QStringLiteral("keeps"), QStringLiteral("kept"), QStringLiteral("restart"), QStringLiteral("order"), QStringLiteral("pass ")};
    return std::any_of(words.begin(), words.end(), [&](const QString &word) { return sentence.contains(word); });
}

QByteArray canonical(const QJsonObject &body)
{
    return QJsonDocument(body).toJson(QJsonDocument::Compact) + '\n';
}

QJsonObject commonBody(const RedriveOffer &offer, const QString &queue, const QByteArray &key)
{
    QJsonObject body;
    if (offer.mirrorsKey)
        body.insert(keyName, QString::fromUtf8(key));
    if (offer.namesQueue)
        body.insert(queueName, queue);
    return body;
}

} // namespace

RedriveOffer RedriveOffer::none(const QString &why)
{
    RedriveOffer offer;
    offer.refusal = why;
    return offer;
}

RedriveOffer RedriveOffer::from(const Detail &detail, const Route &route)
{
    if (!detail.disagreement.isEmpty())
        return none(detail.disagreement);
    if (!detail.params)
        return none(QStringLiteral("The server's discovery does not say which parameters queue.dlq.redrive takes, so what it would move is not known."));
    RedriveOffer offer = none({});
    findSelection(offer, *detail.params);
    const auto most = detail.params->property(bound);
    offer.hasBound = most && (isFor(*most, "integer") || isFor(*most, "number"));
    offer.mirrorsKey = detail.params->property(keyName).has_value();
    const bool isInPath = route.path.contains(QLatin1Char('{') + queueName + QLatin1Char('}'));
    offer.namesQueue = !isInPath && detail.params->property(queueName).has_value();
    const QStringList known{offer.selection, bound, keyName, queueName};
    for (const QString &name : detail.required) {
        if (!known.contains(name) && !route.path.contains(QLatin1Char('{') + name + QLatin1Char('}')))
            return none(QStringLiteral("The server's queue.dlq.redrive requires the parameter \u201c%1\u201d, which Holdwatch does not know.").arg(name.left(80)));
    }
    std::copy_if(detail.choices.begin(), detail.choices.end(), std::back_inserter(offer.choices), speaksOfChanges);
    return offer;
}

QString RedriveOffer::whyNoItems() const
{
    if (!refusal.isEmpty())
        return refusal;
    return selection.isEmpty() ? QStringLiteral("The server's discovery publishes no parameter of queue.dlq.redrive that chooses messages; it moves by count only.") : QString();
}

QByteArray RedriveOffer::bodyForOne(const QString &queue, const QString &id, const QByteArray &key) const
{
    QJsonObject body = commonBody(*this, queue, key);
    body.insert(selection, isList ? QJsonValue(QJsonArray{id}) : QJsonValue(id));
    return canonical(body);
}

QByteArray RedriveOffer::bodyForMany(const QString &queue, qint64 atMost, const QByteArray &key) const
{
    QJsonObject body = commonBody(*this, queue, key);
    if (hasBound)
        body.insert(bound, atMost);
    return canonical(body);
}

} // namespace holdwatch::providers::infrai
