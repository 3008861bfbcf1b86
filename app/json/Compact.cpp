// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/json/Compact.h"

namespace holdwatch::json {

namespace {

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

// As deep as parse() allowed.
void write(const Value &value, QString &to, qsizetype longest)
{
    if (to.size() > longest)
        return;
    switch (value.type()) {
    case Value::Type::Null: to += QLatin1String("null"); break;
    case Value::Type::Boolean: to += value.boolean().value_or(false) ? QLatin1String("true") : QLatin1String("false"); break;
    case Value::Type::Number: to += value.numberText().value_or(QString()); break;
    case Value::Type::Text: to += quoted(value.text().value_or(QString()).left(longest)); break;
    case Value::Type::Array: {
        QString separator = QStringLiteral("[");
        const auto items = value.items().value_or(QVector<Value>());
        for (const Value &item : items) {
            to += std::exchange(separator, QStringLiteral(","));
            write(item, to, longest);
        }
        to += items.isEmpty() ? QLatin1String("[]") : QLatin1String("]");
        break;
    }
    case Value::Type::Object: {
        QString separator = QStringLiteral("{");
        const QStringList keys = value.keys();
        for (const QString &key : keys) {
            to += std::exchange(separator, QStringLiteral(",")) + quoted(key) + QLatin1Char(':');
            write(*value.find(key), to, longest);
        }
        to += keys.isEmpty() ? QLatin1String("{}") : QLatin1String("}");
        break;
    }
    }
}

} // namespace

QString compactText(const Value &value, qsizetype longest)
{
    QString text;
    if (value.type() == Value::Type::Text)
        text = value.text().value_or(QString());
    else
        write(value, text, longest);
    return text.size() > longest ? text.left(longest) + QChar(0x2026) : text;
}

} // namespace holdwatch::json
