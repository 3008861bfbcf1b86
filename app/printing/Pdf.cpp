// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/printing/Pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>

namespace holdwatch::printing {

namespace {

constexpr int resolution = 144;
constexpr int margin = 15; ///< mm
constexpr int footHeight = 36;

/// Whatever the text names, nothing is read from the disk for it.
class ClosedDocument final : public QTextDocument
{
protected:
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

void drawPage(QPainter &painter, QTextDocument &document, const QSizeF &page, int number, int pages)
{
    painter.save();
    painter.translate(0, -number * page.height());
    const QRectF part(0, number * page.height(), page.width(), page.height());
    painter.setClipRect(part);
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = part;
    context.palette.setColor(QPalette::Text, Qt::black);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    painter.setPen(Qt::darkGray);
    painter.drawText(QRectF(0, page.height() + footHeight / 3.0, page.width(), footHeight), Qt::AlignRight | Qt::AlignTop, QStringLiteral("%1 / %2").arg(number + 1).arg(pages));
}

} // namespace

bool hasFonts()
{
    return qobject_cast<QGuiApplication *>(QCoreApplication::instance());
}

QByteArray pdfOf(const QString &html, const QString &title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(resolution);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(margin, margin, margin, margin), QPageLayout::Millimeter);
        writer.setTitle(title);
        writer.setCreator(QStringLiteral("Holdwatch " HOLDWATCH_VERSION));
        const QSizeF page(writer.width(), writer.height() - footHeight);
        ClosedDocument document;
        document.documentLayout()->setPaintDevice(&writer);
        QFont font(QStringLiteral("sans"));
        font.setPointSizeF(9);
        document.setDefaultFont(font);
        document.setDefaultStyleSheet(QStringLiteral("h1{font-size:16pt}h2{font-size:11pt}th{color:#555;font-weight:normal;text-align:left}pre{background:#f3f3f3}"));
        document.setHtml(html);
        document.setDocumentMargin(0);
        document.setPageSize(page);
        const int pages = document.pageCount();
        QPainter painter(&writer);
        painter.setFont(font);
        for (int number = 0; number < pages; ++number) {
            if (number > 0)
                writer.newPage();
            drawPage(painter, document, page, number, pages);
        }
    }
    return bytes;
}

} // namespace holdwatch::printing
