// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace holdwatch::printing {

/// Whether this program can lay out text: fonts come with a QGuiApplication (any platform, "offscreen" too).
bool hasFonts();

/// A4 pages of a report as rich text whose untrusted parts are escaped. Loads nothing. Any thread, once `hasFonts` said yes.
QByteArray pdfOf(const QString &html, const QString &title);

} // namespace holdwatch::printing
