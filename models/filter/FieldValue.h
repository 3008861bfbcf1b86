// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Time.h"

#include <QStringView>

namespace holdwatch::filter {

/// One value of a row while it is being tested. A view: the text must live that long.
class FieldValue
{
public:
    enum class Kind : quint8 { Text, Number, Whole, Duration, Time, Structure };

    static FieldValue text(QStringView text) { return {Kind::Text, text, 0}; }
    static FieldValue number(QStringView digits) { return {Kind::Number, digits, 0}; } ///< as written, of any length
    static FieldValue whole(qint64 value) { return {Kind::Whole, {}, value}; }
    static FieldValue duration(Millis value) { return {Kind::Duration, {}, value.count()}; }
    static FieldValue time(UtcTime value) { return {Kind::Time, {}, toEpochMillis(value)}; }
    static FieldValue structure() { return {Kind::Structure, {}, 0}; } ///< there, but neither text nor number

    Kind kind() const { return m_kind; }
    QStringView text() const { return m_text; } ///< of Text and Number
    qint64 whole() const { return m_whole; }    ///< of Whole; milliseconds of Duration and Time

private:
    FieldValue(Kind kind, QStringView text, qint64 whole) : m_text(text), m_whole(whole), m_kind(kind) {}

    QStringView m_text;
    qint64 m_whole;
    Kind m_kind;
};

} // namespace holdwatch::filter
