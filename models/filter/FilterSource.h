// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/filter/Expression.h"
#include "models/filter/TextPattern.h"
#include "models/filter/ValueTest.h"

namespace holdwatch::filter {

/// One row (a dead letter, a queue, an alert), asked by a Matcher. An implementation is made to be moved from row to row
/// and to allocate nothing for the fields of its catalogue.
///
/// `anyValue` and `anyValueAt` hand each value to the test and stop with true at the first that passes:
///
///     case Class: return test(FieldValue::text(row.failureClass));
///     case Age:   return row.age && test(FieldValue::duration(*row.age));
///     case Queue: return std::any_of(row.queues…, [&](const QString &queue) { return test(FieldValue::text(queue)); });
///
/// What is absent or not reported is not handed over at all: it is never zero or an empty text.
class FilterSource
{
public:
    virtual ~FilterSource() = default;

    virtual bool anyValue(FieldId field, const ValueTest &test) const = 0;

    /// A place in the message. Numbers are handed over digit by digit as they stand there (FieldValue::number), true,
    /// false and null as texts, an object or array as FieldValue::structure(). Of equal names every one counts.
    virtual bool anyValueAt(const FieldPath &path, const ValueTest &test) const = 0;

    /// Free text: whatever of this row a person can read, by TextPattern::foundIn or foundInUtf8.
    virtual bool anyTextContains(const TextPattern &pattern) const = 0;
};

} // namespace holdwatch::filter
