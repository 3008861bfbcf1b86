// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Result.h"

#include <QByteArray>

namespace holdwatch::printing {

/// A report as A4 pages. `html` is one of ours: nothing it might name is loaded. Unsupported in a program without fonts (a
/// QCoreApplication alone). For the thread of the application.
Result<QByteArray> pdfFromHtml(const QByteArray &html);

} // namespace holdwatch::printing
