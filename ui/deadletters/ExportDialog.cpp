// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/deadletters/ExportDialog.h"

#include "models/core/Format.h"
#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

QString endingOf(ExportFormat format)
{
    switch (format) {
    case ExportFormat::JsonLines: return QStringLiteral(".jsonl");
    case ExportFormat::Html: return QStringLiteral(".html");
    case ExportFormat::Pdf: return QStringLiteral(".pdf");
    case ExportFormat::Csv: return QStringLiteral(".csv");
    case ExportFormat::ExactBytes: break;
    }
    return {};
}

} // namespace

ExportDialog::ExportDialog(DeadLetterPort &port, const QueueId &deadSet, QVector<LetterNumber> letters, bool preserve, Environment environment, const QString &connectionName, QWidget *parent)
    : QDialog(parent), m_port(port), m_deadSet(deadSet), m_letters(std::move(letters)), m_preserve(preserve), m_jsonLines(new QRadioButton(QStringLiteral("&JSON lines, with digests and where each came from"))),
      m_html(new QRadioButton(QStringLiteral("&Report to read (HTML)"))), m_pdf(new QRadioButton(QStringLiteral("Report to p&rint (PDF)"))), m_csv(new QRadioButton(QStringLiteral("&Table (CSV), without payloads"))),
      m_masked(new QCheckBox(QStringLiteral("&Mask sensitive fields"))), m_path(new QLineEdit), m_consequence(secondaryLabel({}, Type::Body)), m_problem(plainLabel({})),
      m_write(new QPushButton(preserve ? QStringLiteral("&Preserve") : QStringLiteral("&Export")))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(preserve ? QStringLiteral("Preserve messages") : QStringLiteral("Export messages"));
    m_jsonLines->setObjectName(QStringLiteral("exportJsonLines"));
    m_html->setObjectName(QStringLiteral("exportHtml"));
    m_pdf->setObjectName(QStringLiteral("exportPdf"));
    m_csv->setObjectName(QStringLiteral("exportCsv"));
    m_masked->setObjectName(QStringLiteral("exportMasked"));
    m_path->setObjectName(QStringLiteral("exportPath"));
    m_path->setAccessibleName(preserve ? QStringLiteral("New folder") : QStringLiteral("File"));
    m_path->setPlaceholderText(preserve ? QStringLiteral("A folder that is not there yet") : QStringLiteral("Where to"));
    m_problem->setObjectName(QStringLiteral("exportProblem"));
    m_write->setObjectName(QStringLiteral("writeExport"));
    m_jsonLines->setChecked(true);
    m_masked->setChecked(true);
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_problem->setPalette(red);
    auto *frame = new DialogFrame(this);
    frame->setEnvironment(environment, connectionName);
    auto *choose = new QPushButton(QStringLiteral("Choose\u2026"));
    choose->setAutoDefault(false);
    auto *where = new QHBoxLayout;
    where->setSpacing(space::s);
    where->addWidget(m_path, 1);
    where->addWidget(choose);
    auto *cancel = new QPushButton(QStringLiteral("Cancel"));
    cancel->setAutoDefault(false);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_write);
    for (QLabel *label : {m_consequence, m_problem}) {
        label->setWordWrap(true);
        label->setMinimumWidth(420);
    }
    QVBoxLayout *body = frame->body();
    body->addWidget(plainLabel(QStringLiteral("%1 messages").arg(formatCount(m_letters.size())), Type::Title, QFont::DemiBold));
    if (!preserve) {
        for (QWidget *part : std::initializer_list<QWidget *>{m_jsonLines, m_html, m_pdf, m_csv, m_masked})
            body->addWidget(part);
    }
    body->addLayout(where);
    body->addWidget(m_consequence);
    body->addWidget(m_problem);
    body->addLayout(buttons);
    connect(choose, &QPushButton::clicked, this, &ExportDialog::choosePath);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_write, &QPushButton::clicked, this, &ExportDialog::write);
    connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::refresh);
    for (QAbstractButton *each : std::initializer_list<QAbstractButton *>{m_jsonLines, m_html, m_pdf, m_csv, m_masked})
        connect(each, &QAbstractButton::toggled, this, &ExportDialog::refresh);
    refresh();
}

ExportFormat ExportDialog::format() const
{
    if (m_preserve)
        return ExportFormat::ExactBytes;
    return m_html->isChecked() ? ExportFormat::Html : m_pdf->isChecked() ? ExportFormat::Pdf : m_csv->isChecked() ? ExportFormat::Csv : ExportFormat::JsonLines;
}

void ExportDialog::choosePath()
{
    const QString path = QFileDialog::getSaveFileName(this, windowTitle(), m_deadSet.name.section(QLatin1Char('/'), -1) + endingOf(format()));
    if (!path.isEmpty())
        m_path->setText(path);
}

void ExportDialog::refresh()
{
    if (m_preserve)
        m_consequence->setText(QStringLiteral("The exact bytes of each message go into files of a new folder, beside a list with digests. Nothing is masked: the folder is for you alone (0700). "
                                              "The queue does not change."));
    else if (!m_masked->isChecked())
        m_consequence->setText(QStringLiteral("Sensitive fields are written as they are. Only you may read the file (0600); whoever you give it to reads them too."));
    else
        m_consequence->setText(QStringLiteral("What is sensitive, in error texts too, is written as dots. The queue does not change."));
    m_write->setEnabled(!m_path->text().trimmed().isEmpty());
}

void ExportDialog::write()
{
    m_write->setEnabled(false);
    m_problem->setText({});
    ExportOrder order;
    order.format = format();
    order.path = m_path->text().trimmed();
    order.letters = m_letters;
    order.isMasked = !m_preserve && m_masked->isChecked();
    m_port.exportLetters(m_deadSet, order, this, [this](const Result<QString> &answer) {
        m_write->setEnabled(true);
        if (!answer) {
            m_problem->setText(QStringLiteral("Nothing was written. %1").arg(toSentence(answer.error())));
            return;
        }
        emit written(*answer);
        accept();
    });
}

} // namespace holdwatch::ui
