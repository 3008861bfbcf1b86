// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/rabbitmq/RedriveFixture.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTextStream>

#include <algorithm>

#include <amqp.h>
#include <amqp_ssl_socket.h>
#include <amqp_tcp_socket.h>

using namespace holdwatch;
using namespace holdwatch::test;

namespace {

/// The moves alone, as little as AMQP allows: get, publish mandatory, confirm, ack; the library's own sockets and TLS.
class BareLoop
{
public:
    BareLoop(const QUrl &url, const QString &caFile, const QByteArray &user, const QByteArray &password) : m_connection(amqp_new_connection())
    {
        const bool isSecure = url.scheme() == QLatin1String("amqps");
        amqp_socket_t *socket = isSecure ? amqp_ssl_socket_new(m_connection) : amqp_tcp_socket_new(m_connection);
        if (isSecure)
            amqp_ssl_socket_set_cacert(socket, caFile.toUtf8().constData());
        m_isFine = amqp_socket_open(socket, url.host().toUtf8().constData(), url.port()) == AMQP_STATUS_OK
            && amqp_login(m_connection, "/", 0, 131'072, 0, AMQP_SASL_METHOD_PLAIN, user.constData(), password.constData()).reply_type == AMQP_RESPONSE_NORMAL;
        if (!m_isFine)
            return;
        amqp_channel_open(m_connection, 1);
        amqp_confirm_select(m_connection, 1);
    }
    ~BareLoop()
    {
        amqp_connection_close(m_connection, AMQP_REPLY_SUCCESS);
        amqp_destroy_connection(m_connection);
    }
    Q_DISABLE_COPY_MOVE(BareLoop)

    bool isFine() const { return m_isFine; }

    bool moveOne(const char *from, const char *to)
    {
        const amqp_rpc_reply_t got = amqp_basic_get(m_connection, 1, amqp_cstring_bytes(from), 0);
        if (got.reply_type != AMQP_RESPONSE_NORMAL || got.reply.id != AMQP_BASIC_GET_OK_METHOD)
            return false;
        const quint64 tag = static_cast<const amqp_basic_get_ok_t *>(got.reply.decoded)->delivery_tag;
        amqp_message_t message;
        if (amqp_read_message(m_connection, 1, &message, 0).reply_type != AMQP_RESPONSE_NORMAL)
            return false;
        amqp_basic_publish(m_connection, 1, amqp_empty_bytes, amqp_cstring_bytes(to), 1, 0, &message.properties, message.body);
        amqp_destroy_message(&message);
        amqp_frame_t frame;
        do {
            if (amqp_simple_wait_frame(m_connection, &frame) != AMQP_STATUS_OK)
                return false;
        } while (frame.frame_type != AMQP_FRAME_METHOD || frame.payload.method.id != AMQP_BASIC_ACK_METHOD);
        const bool isAcked = amqp_basic_ack(m_connection, 1, tag, 0) == AMQP_STATUS_OK;
        amqp_maybe_release_buffers(m_connection);
        return isAcked;
    }

private:
    amqp_connection_state_t m_connection;
    bool m_isFine = false;
};

struct Figures
{
    double bare = 0, attempt = 0, whole = 0; ///< ms a message
};

double median(QVector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

Figures measure(RedriveFixture &fixture, const QUrl &url, int count)
{
    Figures figures;
    const WatchedQueue dead = fixture.pair(QStringLiteral("bench"));
    fixture.judge.fillPlain(dead.id.name, count);
    QElapsedTimer timer;
    {
        BareLoop loop(url, fixture.broker.caFile(), fixture.broker.user(), fixture.broker.password());
        timer.start();
        for (int i = 0; i < count && loop.isFine(); ++i)
            loop.moveOne("bench.dlq", "bench");
        figures.bare = double(timer.nsecsElapsed()) / 1e6 / count;
    }
    const auto provider = fixture.provider(url);
    const WatchedQueue back = RedriveFixture::queue(QStringLiteral("bench"), {dead.id.name});
    QVector<RedriveItem> items = RedriveFixture::frozen(*provider, back, dead.id.name);
    items.resize(std::min<qsizetype>(items.size(), count));
    const auto one = awaited(provider->itemRedriver()->claim(back, items.mid(0, 1))); // connects
    timer.start();
    const auto claim = awaited(provider->itemRedriver()->claim(back, items));
    const double claimed = double(timer.nsecsElapsed()) / 1e6;
    timer.start();
    const auto results = awaited(provider->itemRedriver()->attempt(back, items, {}));
    const double attempted = double(timer.nsecsElapsed()) / 1e6;
    const auto moved = std::count_if(results.begin(), results.end(), [](const ItemResult &each) { return each.outcome == ItemOutcome::Moved; });
    figures.attempt = attempted / double(moved);
    figures.whole = (claimed + attempted) / double(moved);
    const bool isReleased = awaited(provider->itemRedriver()->release(back)).has_value();
    if (!one || !claim || !isReleased || moved != items.size())
        QTextStream(stderr) << "not all were moved: " << moved << " of " << items.size() << '\n';
    fixture.judge.take(QStringLiteral("bench"));
    fixture.judge.take(dead.id.name);
    return figures;
}

} // namespace

/// bench_redrive_rabbit [rounds] [messages, at most 500]
int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int rounds = argc > 1 ? QByteArray(argv[1]).toInt() : 5;
    const int count = argc > 2 ? QByteArray(argv[2]).toInt() : 400;
    QTextStream out(stdout);
    RedriveFixture fixture;
    if (!RedriveFixture::missing().isEmpty() || !fixture.start()) {
        out << "no broker here: " << RedriveFixture::missing() << fixture.broker.problem() << '\n';
        return 1;
    }
    for (const QUrl &url : {fixture.broker.amqpUrl(), fixture.broker.amqpsUrl()}) {
        QVector<double> bare, attempt, whole, ratioAttempt, ratioWhole;
        for (int i = 0; i < rounds; ++i) {
            const Figures figures = measure(fixture, url, count);
            bare << figures.bare;
            attempt << figures.attempt;
            whole << figures.whole;
            ratioAttempt << figures.bare / figures.attempt;
            ratioWhole << figures.bare / figures.whole;
        }
        out << url.scheme() << ": bare loop " << median(bare) << " ms a message; attempt " << median(attempt) << " ms (" << median(ratioAttempt) << "×); claim and attempt "
            << median(whole) << " ms (" << median(ratioWhole) << "×)\n";
        out.flush();
    }
    return 0;
}
