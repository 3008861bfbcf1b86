// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/KeyKeeper.h"
#include "tests/support/FakeClock.h"
#include "tests/support/secrets/FakeSecretStore.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace holdwatch::test {

inline QString told(const Result<void> &result)
{
    return result ? QStringLiteral("done") : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

inline QString told(const Result<Secret> &result)
{
    return result ? QStringLiteral("key: ") + QString::fromUtf8(result->expose()) : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

inline Error awayError()
{
    Error error;
    error.kind = Error::Kind::Unreachable;
    error.what = QStringLiteral("There is no keychain service here.");
    return error;
}

#define STARTS_WITH(text, start)                                                                            \
    do {                                                                                                    \
        const QString said = (text);                                                                        \
        QVERIFY2(said.startsWith(QStringLiteral(start)), qPrintable(said));                                 \
    } while (false)

#define CONTAINS(text, part) QVERIFY2((text).contains(QStringLiteral(part)), qPrintable(text))

/// A keeper over a fake keychain, a watchdog that barks when the test says so, and calls as sentences.
class KeeperFixture : public QObject
{
    Q_OBJECT
protected:
    const ConnectionId m_shop{QStringLiteral("shop")};
    std::unique_ptr<QTemporaryDir> m_folder;
    FakeClock m_clock;
    std::vector<std::pair<QPointer<QObject>, std::function<void()>>> m_watches;
    std::unique_ptr<secrets::KeyKeeper> m_keeper;
    FakeSecretStore *m_store = nullptr;

    QString path() const { return m_folder->filePath(QStringLiteral("keys.json")); }

    /// A program that starts (again) with what the index and the keychain hold.
    void start()
    {
        auto entries = m_keeper ? m_store->entries : std::map<secrets::SecretName, QByteArray>();
        m_keeper.reset();
        m_watches.clear();
        auto store = std::make_unique<FakeSecretStore>();
        m_store = store.get();
        m_store->entries = std::move(entries);
        const auto watchdog = [this](QObject *life, std::function<void()> bark) { m_watches.emplace_back(life, std::move(bark)); };
        m_keeper = std::make_unique<secrets::KeyKeeper>(std::move(store), secrets::KeyIndex(path()), m_clock, watchdog);
    }

    /// The watchdog's time is over for all who still wait; how many those were.
    int letTimePass()
    {
        int barked = 0;
        for (const auto &[life, bark] : std::exchange(m_watches, {})) {
            if (life) {
                bark();
                ++barked;
            }
        }
        return barked;
    }

    void answerAll()
    {
        while (m_store->waiting() > 0)
            m_store->answerNext();
    }

    void load(QString *answer, Purpose purpose = Purpose::Read)
    {
        m_keeper->load(m_shop, purpose, this, [answer](const Result<Secret> &result) { *answer += told(result); });
    }

    void save(QString *answer, const char *key, Where where = Where::Keychain, Purpose purpose = Purpose::Read)
    {
        m_keeper->save(m_shop, purpose, Secret(QByteArray(key)), where, this, [answer](const Result<void> &result) { *answer += told(result); });
    }

    void remove(QString *answer, Purpose purpose = Purpose::Read)
    {
        m_keeper->remove(m_shop, purpose, this, [answer](const Result<void> &result) { *answer += told(result); });
    }

    template<typename Call>
    QString answerTo(Call call)
    {
        QString answer;
        call(&answer);
        if (!answer.isEmpty())
            return QStringLiteral("answered too early: ") + answer;
        return QTest::qWaitFor([&answer] { return !answer.isEmpty(); }) ? answer : QStringLiteral("nothing");
    }

    QString loaded(Purpose purpose = Purpose::Read) { return answerTo([&](QString *answer) { load(answer, purpose); }); }
    QString saved(const char *key, Where where = Where::Keychain, Purpose purpose = Purpose::Read)
    {
        return answerTo([&](QString *answer) { save(answer, key, where, purpose); });
    }
    QString removed(Purpose purpose = Purpose::Read) { return answerTo([&](QString *answer) { remove(answer, purpose); }); }
    KeyPlace place(Purpose purpose = Purpose::Read) const { return m_keeper->placeOf(m_shop, purpose); }

private slots:
    void init()
    {
        m_keeper.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        start();
    }
};

} // namespace holdwatch::test
