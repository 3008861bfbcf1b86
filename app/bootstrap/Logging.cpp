// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Logging.h"

#include <QDateTime>
#include <QDir>
#include <QMutexLocker>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

Logging *current = nullptr; // Qt's handler is a plain function

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

QByteArray oneLine(const QString &message)
{
    QByteArray line;
    for (const char byte : message.toUtf8()) {
        const auto value = static_cast<unsigned char>(byte);
        if (value < 0x20 || value == 0x7F)
            line += "\\x" + QByteArray::number(value, 16).rightJustified(2, '0');
        else
            line += byte;
    }
    return line;
}

} // namespace

Logging::Logging(const QString &directory, qint64 largestFile) : m_largest(largestFile)
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

void Logging::handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (current)
        current->write(type, context.category, message);
}

void Logging::write(QtMsgType type, const char *category, const QString &message)
{
    const QByteArray line = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1() + ' ' + wordFor(type) + ' '
        + (category ? category : "default") + ": " + oneLine(message) + '\n';
    const QMutexLocker lock(&m_mutex);
    const bool isGrave = type != QtDebugMsg && type != QtInfoMsg;
    if (isGrave)
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
