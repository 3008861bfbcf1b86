// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/practice/RunningPractice.h"

#include <QEventLoop>
#include <QFile>
#include <QSemaphore>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslSocket>

namespace holdwatch::test {

RunningPractice::RunningPractice(practice::ApiOptions options, std::shared_ptr<const Clock> clock)
    : m_options(options)
    , m_clock(std::move(clock))
{
    start();
}

RunningPractice::~RunningPractice() = default;

void RunningPractice::start()
{
    m_host = std::make_unique<practice::PracticeHost>();
    QEventLoop loop;
    QObject::connect(m_host.get(), &practice::PracticeHost::started, &loop, &QEventLoop::quit);
    QObject::connect(m_host.get(), &practice::PracticeHost::failed, &loop, [&](const Error &error) {
        m_error = toSentence(error);
        loop.quit();
    });
    practice::HostOptions options;
    options.api = m_options;
    options.clock = m_clock;
    options.hook = m_faults;
    m_host->start(m_folder.path(), options);
    loop.exec();
}

void RunningPractice::restart()
{
    m_host.reset();
    start();
}

void RunningPractice::withEngine(const std::function<void(practice::QueueEngine &)> &task)
{
    QSemaphore done;
    m_host->post([&](practice::QueueEngine &engine) {
        task(engine);
        done.release();
    });
    done.acquire();
}

WireClient::WireClient(const practice::PracticeAccess &access, bool trusting)
    : m_socket(std::make_unique<QSslSocket>())
    , m_key(access.key.expose())
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    if (trusting)
        tls.setCaCertificates(QSslCertificate::fromPath(access.caFile));
    m_socket->setSslConfiguration(tls);
    m_socket->connectToHostEncrypted(access.url.host(), quint16(access.url.port()));
    m_socket->waitForEncrypted();
}

WireClient::~WireClient() = default;

bool WireClient::isConnected() const
{
    return m_socket->isEncrypted() && m_socket->state() == QAbstractSocket::ConnectedState;
}

WireAnswer WireClient::ask(const QByteArray &method, const QByteArray &path, const QByteArray &body, const QByteArrayList &headers)
{
    QByteArray bytes = method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + m_key + "\r\n";
    for (const QByteArray &header : headers)
        bytes += header + "\r\n";
    bytes += "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n";
    return sendRaw(bytes + body);
}

WireAnswer WireClient::askWithoutKey(const QByteArray &method, const QByteArray &path, const QByteArrayList &headers)
{
    QByteArray bytes = method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\n";
    for (const QByteArray &header : headers)
        bytes += header + "\r\n";
    return sendRaw(bytes + "\r\n");
}

WireAnswer WireClient::sendRaw(const QByteArray &bytes)
{
    m_socket->write(bytes);
    return readAnswer();
}

bool WireClient::readMore(QByteArray &into)
{
    const bool more = m_socket->bytesAvailable() > 0 || m_socket->waitForReadyRead(10'000);
    into += m_socket->readAll();
    return more;
}

WireAnswer WireClient::readAnswer()
{
    QByteArray bytes;
    qsizetype bodyAt = -1;
    while ((bodyAt = bytes.indexOf("\r\n\r\n")) < 0) {
        if (!readMore(bytes))
            return {};
    }
    WireAnswer answer;
    const QByteArrayList lines = bytes.left(bodyAt).split('\n');
    answer.status = lines.first().split(' ').value(1).toInt();
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        answer.headers.insert(line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed());
    }
    answer.body = bytes.mid(bodyAt + 4);
    const qsizetype length = answer.headers.value("content-length").toLongLong();
    while (answer.body.size() < length && readMore(answer.body)) { }
    return answer;
}

} // namespace holdwatch::test
