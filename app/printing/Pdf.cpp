// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/printing/Pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QGuiApplication>
#include <QPdfWriter>
#include <QTextDocument>

namespace holdwatch::printing {

namespace {

constexpr int dotsPerInch = 150;
constexpr double marginMillimetres = 15;

/// Whatever a report would name, it gets nothing.
class Document final : public QTextDocument
{
protected:
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

} // namespace

Result<QByteArray> pdfFromHtml(const QByteArray &html)
{
    if (!qobject_cast<QGuiApplication *>(QCoreApplication::instance()))
        return failure(Error::Kind::Unsupported, QStringLiteral("A PDF needs fonts, which this command does without."), QStringLiteral("Write HTML and print that."));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(dotsPerInch);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(marginMillimetres, marginMillimetres, marginMillimetres, marginMillimetres), QPageLayout::Millimeter);
        Document document;
        document.documentLayout()->setPaintDevice(&writer);
        document.setPageSize(writer.pageLayout().paintRectPixels(dotsPerInch).size());
        document.setHtml(QString::fromUtf8(html));
        document.print(&writer);
    }
    return bytes;
}

} // namespace holdwatch::printing
