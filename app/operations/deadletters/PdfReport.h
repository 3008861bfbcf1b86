// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>
#include <QString>

namespace holdwatch::operations {

/// What a PDF may hold: it is laid out in memory as a whole.
inline constexpr qsizetype mostLettersInPdf = 1'000;

/// Whether this program can lay out text: fonts come with a QGuiApplication (any platform, "offscreen" too).
Result<void> canMakePdf(qsizetype letters);

/// A4 pages of a report as rich text whose untrusted parts are escaped. Loads nothing. Any thread, once `canMakePdf` said yes.
QByteArray pdfOf(const QString &html, const QString &title);

} // namespace holdwatch::operations
