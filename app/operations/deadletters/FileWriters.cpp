// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/PreserveWriter.h"

#include "app/printing/Pdf.h"
#include "models/core/Format.h"
#include "models/deadletters/LetterLines.h"

#include <QFileInfo>
#include <QSaveFile>

namespace holdwatch::operations {

namespace {

constexpr QFile::Permissions ownersFile = QFile::ReadOwner | QFile::WriteOwner;

QString countOf(qint64 letters)
{
    return letters == 1 ? QStringLiteral("1 dead letter") : QStringLiteral("%1 dead letters").arg(formatCount(letters));
}

constexpr qsizetype mostLettersInPdf = 1'000; ///< it is laid out in memory as a whole

Result<void> canMakePdf(qsizetype letters)
{
    if (!printing::hasFonts())
        return failure(Error::Kind::Unsupported, QStringLiteral("A PDF needs the fonts of a desktop, which this run has not loaded."), QStringLiteral("Write HTML instead."));
    if (letters > mostLettersInPdf)
        return failure(Error::Kind::Unsupported, QStringLiteral("A PDF holds at most %1 messages.").arg(formatCount(mostLettersInPdf)),
                       QStringLiteral("Choose fewer, or write HTML or JSON lines, which hold any number."));
    return {};
}

/// A file that is there as a whole or not at all.
class FileWriter : public LetterWriter
{
public:
    FileWriter(const ExportOrder &order, LetterOrigin origin, const QStringList &sensitiveNames)
        : m_origin(std::move(origin)), m_masking(order.isMasked, sensitiveNames), m_file(order.path)
    {
    }

    Result<void> begin() override
    {
        // Before the first byte: nobody else may read it for a moment either.
        if (!m_file.open(QIODevice::WriteOnly) || !m_file.setPermissions(ownersFile))
            return notWritten();
        return put(head());
    }
    Result<void> add(const storage::LetterWithRow &letter) override
    {
        ++m_letters;
        m_parts += letter.letter.payloadIsWhole ? 0 : 1;
        return put(entry(letter));
    }
    Result<QString> finish() override
    {
        // commit() alone misses a full disk.
        if (auto done = put(foot()); !done || !m_file.flush() || !m_file.commit())
            return notWritten();
        QString sentence = QStringLiteral("%1 written to %2, %3.").arg(countOf(m_letters), QFileInfo(m_file.fileName()).fileName(),
                                                                      m_masking.isOn() ? QStringLiteral("masked") : QStringLiteral("not masked"));
        if (m_parts > 0 && needsWholePayloads())
            sentence += QStringLiteral(" Of %1 only a part could be had; the file says which.").arg(formatCount(m_parts));
        return sentence;
    }

protected:
    virtual QByteArray head() const { return {}; }
    virtual QByteArray entry(const storage::LetterWithRow &letter) const = 0;
    virtual QByteArray foot() const { return {}; }
    const LetterOrigin &origin() const { return m_origin; }
    const ExportMasking &masking() const { return m_masking; }

private:
    Result<void> put(const QByteArray &bytes)
    {
        if (m_file.write(bytes) == bytes.size())
            return {};
        return notWritten();
    }
    tl::unexpected<Error> notWritten() const
    {
        Error error;
        error.kind = Error::Kind::Storage;
        error.where = m_file.fileName();
        error.what = QStringLiteral("%1 could not be written: %2.").arg(QFileInfo(m_file.fileName()).fileName(), m_file.errorString());
        error.kept = QStringLiteral("What was there before is as it was.");
        error.next = QStringLiteral("Make room or choose another place, then export again.");
        return failure(error);
    }

    LetterOrigin m_origin;
    ExportMasking m_masking;
    QSaveFile m_file;
    qint64 m_letters = 0;
    qint64 m_parts = 0;
};

class JsonLinesWriter final : public FileWriter
{
public:
    using FileWriter::FileWriter;
    bool needsWholePayloads() const override { return true; }

protected:
    QByteArray entry(const storage::LetterWithRow &letter) const override { return letterLine(letter, origin(), masking()); }
};

class CsvWriter final : public FileWriter
{
public:
    using FileWriter::FileWriter;
    bool needsWholePayloads() const override { return false; }

protected:
    QByteArray head() const override { return csvHeading(); }
    QByteArray entry(const storage::LetterWithRow &letter) const override { return csvLine(masking().row(letter), masking().names()); }
};

class HtmlWriter : public FileWriter
{
public:
    using FileWriter::FileWriter;
    bool needsWholePayloads() const override { return false; }

protected:
    QByteArray head() const override
    {
        return QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                              "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
                              "<title>Dead letters of %1</title><style>body{font:15px sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
                              "section{border-top:1px solid #999;padding:.7em 0}dl{display:grid;grid-template-columns:11em 1fr;gap:.15em 1em;margin:.4em 0}dt{color:#555}"
                              "dd{margin:0;overflow-wrap:anywhere}pre{background:#f3f3f3;color:#111;padding:.7em;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}"
                              "</style></head><body>\n<h1>Dead letters of %1</h1>\n<p>Connection %2. A snapshot of %3 UTC, exported %4 UTC. %5 %6</p>\n")
            .arg(htmlText(origin().deadSet), htmlText(origin().connection), formatDateTime(origin().snapshot.capturedAt, Zone::Utc),
                 formatDateTime(origin().exportedAt, Zone::Utc), htmlText(toSentence(origin().snapshot)),
                 masking().isOn() ? QStringLiteral("Sensitive fields are masked.") : QStringLiteral("<strong>Sensitive fields are not masked.</strong>"))
            .toUtf8();
    }
    QByteArray entry(const storage::LetterWithRow &each) const override
    {
        const DeadLetterRow row = masking().row(each);
        QString html = QStringLiteral("<section><h2>%1. %2</h2><dl>").arg(row.number + 1).arg(htmlText(row.failureClass));
        const auto line = [&html](const QString &name, const QString &value) {
            if (!value.isEmpty())
                html += QStringLiteral("<dt>%1</dt><dd>%2</dd>").arg(name, htmlText(value));
        };
        const auto time = [](const std::optional<UtcTime> &at) { return at ? formatDateTime(*at, Zone::Utc) + QStringLiteral(" UTC") : QString(); };
        line(QStringLiteral("Id"), row.id.text());
        line(QStringLiteral("Idempotency key"), masking().value(row.key, row.keyPlace));
        line(QStringLiteral("Schema version"), masking().value(row.version, row.versionPlace));
        line(QStringLiteral("Queue"), row.originQueue);
        line(QStringLiteral("Error"), row.error);
        line(QStringLiteral("HTTP status"), row.httpStatus > 0 ? QString::number(row.httpStatus) : QString());
        line(QStringLiteral("Deliveries"), row.deliveries >= 0 ? QString::number(row.deliveries) : QString());
        line(QStringLiteral("Published"), time(row.publishedAt));
        line(QStringLiteral("Died"), time(row.diedAt));
        line(QStringLiteral("Expires"), time(row.expiresAt));
        line(QStringLiteral("First seen here"), time(row.firstSeenAt));
        line(QStringLiteral("Content"), QStringLiteral("%1 bytes %2 %3").arg(formatCount(row.size), row.contentType, each.letter.contentEncoding).trimmed());
        line(QStringLiteral("SHA-256"), QString::fromLatin1(row.digest.toHex()));
        for (const LetterHeader &header : each.letter.headers)
            line(htmlText(header.name), masking().header(header));
        return (html + QStringLiteral("</dl>") + payloadOf(each.letter) + QStringLiteral("</section>\n")).toUtf8();
    }
    QByteArray foot() const override { return "</body></html>\n"; }

    virtual qsizetype longestPayload() const { return 64 * 1024; }

private:
    QString payloadOf(const DeadLetter &letter) const
    {
        const auto bytes = masking().payload(letter);
        if (!bytes)
            return QStringLiteral("<p>The payload is no plain text, so it can't be masked and is left out.</p>");
        QByteArray shown = bytes->left(longestPayload());
        QString html = QStringLiteral("<pre>%1</pre>").arg(htmlText(isUtf8(*bytes) ? QString::fromUtf8(shown) : QString::fromLatin1(shown.toHex(' '))));
        if (bytes->size() > shown.size() || !letter.payloadIsWhole)
            html += QStringLiteral("<p>This is a beginning; the whole has %1 bytes.</p>").arg(formatCount(letter.payloadSize));
        return html;
    }
};

/// The same report on pages. What Qt's rich text does not know of HTML (`dl` as a grid) is written as a table.
class PdfWriter final : public HtmlWriter
{
public:
    PdfWriter(const ExportOrder &order, const LetterOrigin &from, const QStringList &sensitiveNames) : HtmlWriter(order, from, sensitiveNames), m_letters(order.letters.size()) {}

    Result<void> begin() override
    {
        if (auto can = canMakePdf(m_letters); !can)
            return can;
        return HtmlWriter::begin();
    }

protected:
    QByteArray head() const override
    {
        const QByteArray html = HtmlWriter::head();
        m_body = html.sliced(html.indexOf("<body>") + 6);
        return {};
    }
    QByteArray entry(const storage::LetterWithRow &letter) const override
    {
        QByteArray html = HtmlWriter::entry(letter);
        // Between tags of our own only: in what is quoted every < is escaped.
        for (const auto &[from, to] : std::initializer_list<std::pair<const char *, const char *>>{
                 {"<dl>", "<table cellspacing=\"2\">"}, {"</dl>", "</table>"}, {"<dt>", "<tr><th>"}, {"</dt>", "</th>"}, {"<dd>", "<td>"}, {"</dd>", "</td></tr>"},
                 {"<section>", "<hr>"}, {"</section>", ""}, {"<pre>", "<pre style=\"white-space:pre-wrap\">"}})
            html.replace(from, to);
        m_body += html;
        return {};
    }
    QByteArray foot() const override { return printing::pdfOf(QString::fromUtf8(m_body), QStringLiteral("Dead letters of %1").arg(origin().deadSet)); }
    qsizetype longestPayload() const override { return 8 * 1024; }

private:
    qsizetype m_letters;
    mutable QByteArray m_body;
};

} // namespace

std::unique_ptr<LetterWriter> makeWriter(const ExportOrder &order, const LetterOrigin &origin, const QStringList &sensitiveNames)
{
    switch (order.format) {
    case ExportFormat::JsonLines: return std::make_unique<JsonLinesWriter>(order, origin, sensitiveNames);
    case ExportFormat::Html: return std::make_unique<HtmlWriter>(order, origin, sensitiveNames);
    case ExportFormat::Pdf: return std::make_unique<PdfWriter>(order, origin, sensitiveNames);
    case ExportFormat::Csv: return std::make_unique<CsvWriter>(order, origin, sensitiveNames);
    case ExportFormat::ExactBytes: break;
    }
    return std::make_unique<PreserveWriter>(order.path, origin);
}

} // namespace holdwatch::operations
