// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Logging.h"

#include <QDateTime>
#include <QDir>
#include <QLoggingCategory>
#include <QMutexLocker>

#include <atomic>
#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

Logging *current = nullptr; // Qt's handler is a plain function
std::atomic<bool> levelsWereAsked = false;

const char *wordFor(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg: return "debug";
    case QtInfoMsg: return "info";
    case QtWarningMsg: return "warning";
    case QtCriticalMsg: return "critical";
    case QtFatalMsg: break;
    }
    return "fatal";
}

/// Line and paragraph separators and marks that turn the reading direction forge a line as well as a line feed does.
bool couldForge(QChar c)
{
    return c.category() == QChar::Other_Control || c.category() == QChar::Other_Format || c.category() == QChar::Separator_Line
        || c.category() == QChar::Separator_Paragraph;
}

QString escaped(QChar c)
{
    const bool isShort = c.unicode() < 0x100;
    return (isShort ? QStringLiteral("\\x") : QStringLiteral("\\u")) + QString::number(c.unicode(), 16).rightJustified(isShort ? 2 : 4, QLatin1Char('0'));
}

QByteArray oneLine(const QString &message)
{
    QString line;
    line.reserve(message.size());
    for (const QChar c : message)
        line += couldForge(c) ? escaped(c) : QString(c);
    QByteArray bytes = line.toUtf8();
    if (bytes.size() <= Logging::longestLine)
        return bytes;
    qsizetype cut = Logging::longestLine;
    while (cut > 0 && (static_cast<unsigned char>(bytes[cut]) & 0xC0) == 0x80)
        --cut; // not inside a character
    return bytes.left(cut) + " [cut]";
}

} // namespace

Logging::Logging(const QString &directory, const Redactor &redactor, qint64 largestFile) : m_redactor(redactor), m_largest(largestFile)
{
    if (!directory.isEmpty()) {
        m_path = QDir(directory).filePath(QStringLiteral("holdwatch.log"));
        openFile();
    }
    current = this;
    m_before = qInstallMessageHandler(&Logging::handle);
}

Logging::~Logging()
{
    qInstallMessageHandler(m_before);
    current = nullptr;
}

void Logging::setLevels(const std::optional<LogLevels> &asked)
{
    levelsWereAsked = asked.has_value();
    QLoggingCategory::setFilterRules(asked.value_or(LogLevels()).filterRules());
}

void Logging::handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (current)
        current->write(type, context.category, message);
}

void Logging::write(QtMsgType type, const char *category, const QString &message)
{
    const QByteArray line = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1() + ' ' + wordFor(type) + ' '
        + (category ? category : "default") + ": " + oneLine(m_redactor.redact(message)) + '\n';
    const QMutexLocker lock(&m_mutex);
    const bool isGrave = type != QtDebugMsg && type != QtInfoMsg;
    if (isGrave || (levelsWereAsked && !m_file.isOpen()))
        std::fputs(line.constData(), stderr);
    if (!m_file.isOpen())
        return;
    if (m_file.size() + line.size() > m_largest)
        rotate();
    m_file.write(line);
    m_file.flush();
}

void Logging::openFile()
{
    m_file.setFileName(m_path);
    if (m_file.open(QIODevice::WriteOnly | QIODevice::Append))
        m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    else
        std::fprintf(stderr, "holdwatch: no log file: %s\n", qPrintable(m_file.errorString()));
}

void Logging::rotate()
{
    m_file.close();
    QFile::remove(m_path + QStringLiteral(".2"));
    QFile::rename(m_path + QStringLiteral(".1"), m_path + QStringLiteral(".2"));
    QFile::rename(m_path, m_path + QStringLiteral(".1"));
    openFile();
}

} // namespace holdwatch::bootstrap
