// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics/DiagnosticsDialog.h"

#include "models/core/Format.h"
#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/NoticeBar.h"
#include "ui/diagnostics/TextSearch.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDate>
#include <QDir>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>

namespace holdwatch::ui {

namespace {

QFont textFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(int(Type::Small) + 1);
    return font;
}

QCheckBox *choice(const char *objectName, const QString &text, const QString &toolTip)
{
    auto *box = new QCheckBox(text);
    box->setObjectName(QLatin1String(objectName));
    box->setToolTip(toolTip);
    return box;
}

} // namespace

DiagnosticsDialog::DiagnosticsDialog(DiagnosticsPort &port, QWidget *parent)
    : QDialog(parent), m_port(port), m_text(new QPlainTextEdit), m_search(new TextSearch(*m_text)), m_outcome(new NoticeBar)
{
    setObjectName(QStringLiteral("diagnosticsDialog"));
    setWindowTitle(QStringLiteral("Diagnostics"));
    m_text->setObjectName(QStringLiteral("diagnosticsText"));
    m_text->setAccessibleName(QStringLiteral("The diagnostics, as they would be saved"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(textFont());
    m_text->document()->setDocumentMargin(space::s);
    m_outcome->setObjectName(QStringLiteral("diagnosticsOutcome"));
    auto *promise = secondaryLabel(QStringLiteral("For whoever helps you. The text below is all there is: versions, settings, connections and how they are doing, and "
                                                  "the recent log. Never a key, a password or a message of a queue. Read it before you send it; Holdwatch sends "
                                                  "nothing by itself."),
                                   Type::Body);
    promise->setObjectName(QStringLiteral("diagnosticsPromise"));
    promise->setWordWrap(true);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::l, space::l, space::l, space::m);
    layout->setSpacing(space::m);
    layout->addWidget(promise);
    layout->addWidget(makeChoices());
    layout->addWidget(m_text, 1);
    layout->addWidget(m_outcome);
    layout->addWidget(makeButtons());
    resizeWithin(*this, {920, 640});
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_search, &TextSearch::start);
    connect(new QShortcut(QKeySequence::FindNext, this), &QShortcut::activated, m_search, &TextSearch::next);
    connect(new QShortcut(QKeySequence::FindPrevious, this), &QShortcut::activated, m_search, &TextSearch::previous);
    prepare();
}

QWidget *DiagnosticsDialog::makeChoices()
{
    m_withoutHosts = choice("leaveOutHosts", QStringLiteral("Leave out &host names"), QStringLiteral("Each host becomes host-1, host-2, …, everywhere the same."));
    m_withoutLog = choice("leaveOutLog", QStringLiteral("Leave out the &log"), QStringLiteral("The log often shows what went wrong; without it less can be said."));
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::l);
    layout->addWidget(m_withoutHosts);
    layout->addWidget(m_withoutLog);
    layout->addStretch();
    layout->addWidget(m_search);
    for (const QCheckBox *box : {m_withoutHosts, m_withoutLog})
        connect(box, &QCheckBox::toggled, this, &DiagnosticsDialog::prepare);
    return row;
}

QWidget *DiagnosticsDialog::makeButtons()
{
    m_size = secondaryLabel({});
    m_size->setObjectName(QStringLiteral("diagnosticsSize"));
    m_copy = new QPushButton(QStringLiteral("&Copy"));
    m_copy->setObjectName(QStringLiteral("copyDiagnostics"));
    m_save = new QPushButton(QStringLiteral("&Save…"));
    m_save->setObjectName(QStringLiteral("saveDiagnostics"));
    m_save->setDefault(true);
    auto *close = new QPushButton(QStringLiteral("C&lose"));
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_size, 1);
    layout->addWidget(m_copy);
    layout->addWidget(close);
    layout->addWidget(m_save);
    connect(m_copy, &QPushButton::clicked, this, &DiagnosticsDialog::copy);
    connect(m_save, &QPushButton::clicked, this, &DiagnosticsDialog::askWhere);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    return row;
}

void DiagnosticsDialog::prepare()
{
    m_save->setEnabled(false);
    m_copy->setEnabled(false);
    m_outcome->say({}, {});
    const DiagnosticsOptions options{m_withoutHosts->isChecked(), m_withoutLog->isChecked()};
    m_port.prepare(options, this, [this, asked = ++m_asked](const QString &text) {
        if (asked == m_asked)
            present(text);
    });
}

void DiagnosticsDialog::present(const QString &text)
{
    m_text->setPlainText(text);
    const qint64 bytes = text.toUtf8().size();
    const QString size = bytes < 1024 ? QStringLiteral("%1 bytes").arg(bytes) : QStringLiteral("%1 KB").arg(formatCount((bytes + 512) / 1024));
    m_size->setText(QStringLiteral("%1 lines, %2").arg(formatCount(text.count(QLatin1Char('\n'))), size));
    m_save->setEnabled(true);
    m_copy->setEnabled(true);
}

void DiagnosticsDialog::askWhere()
{
    const QString name = QStringLiteral("holdwatch-diagnostics-%1.txt").arg(QDate::currentDate().toString(Qt::ISODate));
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save diagnostics"), QDir::home().filePath(name), QStringLiteral("Text (*.txt)"));
    if (!path.isEmpty())
        saveTo(path);
}

void DiagnosticsDialog::saveTo(const QString &path)
{
    m_save->setEnabled(false);
    m_port.save(path, m_text->toPlainText(), this, [this, path](const Result<void> &answer) {
        m_save->setEnabled(true);
        if (answer)
            m_outcome->say(QStringLiteral("check"), QStringLiteral("Saved as %1.").arg(QDir::toNativeSeparators(path)));
        else
            m_outcome->say(QStringLiteral("warning"), toSentence(answer.error()));
    });
}

void DiagnosticsDialog::copy()
{
    QGuiApplication::clipboard()->setText(m_text->toPlainText());
    m_outcome->say(QStringLiteral("check"), QStringLiteral("Copied to the clipboard."));
}

} // namespace holdwatch::ui
