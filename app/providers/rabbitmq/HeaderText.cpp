// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/providers/rabbitmq/HeaderText.h"

#include "app/json/Compact.h"

#include <QLocale>

#include <algorithm>

namespace holdwatch::providers::rabbitmq {

namespace {

using json::Value;

/// Brokers write the same fraction in different ways ("1.0e-5", "1e-05").
QString numberText(const Value &value)
{
    if (value.isWhole())
        return value.numberText().value_or(QString());
    return QString::number(value.number().value_or(0), 'g', QLocale::FloatingPointShortest);
}

QString inOneLine(QString text)
{
    if (text.startsWith(notUtf8()))
        text.remove(QLatin1Char('\n'));
    return text;
}

QString quoted(const QString &text)
{
    QString json(QLatin1Char('"'));
    for (const QChar c : text) {
        if (c == u'"' || c == u'\\')
            json += QLatin1Char('\\') + QString(c);
        else if (c < u' ')
            json += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
        else
            json += c;
    }
    return json + QLatin1Char('"');
}

// As deep as it was parsed.
void write(const Value &value, QString &to, qsizetype longest)
{
    if (to.size() > longest)
        return;
    if (value.isArray()) {
        QString separator;
        to += QLatin1Char('[');
        for (const Value &item : value.items().value_or(QVector<Value>())) {
            to += std::exchange(separator, QStringLiteral(","));
            write(item, to, longest);
        }
        to += QLatin1Char(']');
    } else if (value.isObject()) {
        QStringList keys = value.keys();
        keys.sort();
        keys.removeDuplicates();
        QString separator;
        to += QLatin1Char('{');
        for (const QString &key : std::as_const(keys)) {
            to += std::exchange(separator, QStringLiteral(",")) + quoted(key) + QLatin1Char(':');
            write(*value.find(key), to, longest);
        }
        to += QLatin1Char('}');
    } else if (value.type() == Value::Type::Text) {
        to += quoted(inOneLine(value.text().value_or(QString())).left(longest));
    } else {
        to += value.type() == Value::Type::Number ? numberText(value) : json::compactText(value, longest);
    }
}

} // namespace

QString headerText(const Value &value, qsizetype longest)
{
    QString text;
    if (value.type() == Value::Type::Text)
        text = inOneLine(value.text().value_or(QString()));
    else
        write(value, text, longest);
    return text.size() > longest ? text.left(longest) + QChar(0x2026) : text;
}

} // namespace holdwatch::providers::rabbitmq
