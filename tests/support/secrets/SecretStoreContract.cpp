// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/secrets/SecretStoreContract.h"

#include <QTest>

namespace holdwatch::test {

using secrets::SecretName;
using secrets::SecretStore;

namespace {

constexpr int patience = 30'000;

Secret secretOf(const QByteArray &bytes)
{
    return Secret(QByteArray(bytes.constData(), bytes.size()));
}

template<typename T>
Result<T> waitFor(const std::function<void(QObject *, std::function<void(Result<T>)>)> &call)
{
    QObject context;
    std::optional<Result<T>> answer;
    call(&context, [&answer](Result<T> result) { answer.emplace(std::move(result)); });
    if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, patience))
        return failure(Error::Kind::Internal, QStringLiteral("the test waited in vain"));
    return std::move(*answer);
}

QString textOf(const Result<Secret> &result)
{
    return result ? QString::fromLatin1(result->expose().toHex()) : toWord(result.error().kind) + QStringLiteral(": ") + toSentence(result.error());
}

} // namespace

SecretName nameOf(const char *connection, Purpose purpose)
{
    return {ConnectionId(QString::fromUtf8(connection)), purpose};
}

Result<Secret> readFrom(SecretStore &store, const SecretName &name)
{
    return waitFor<Secret>([&](QObject *context, SecretStore::Read done) { store.read(name, context, std::move(done)); });
}

Result<void> writeTo(SecretStore &store, const SecretName &name, const QByteArray &bytes)
{
    return waitFor<void>([&](QObject *context, SecretStore::Done done) { store.write(name, secretOf(bytes), context, std::move(done)); });
}

Result<void> removeFrom(SecretStore &store, const SecretName &name)
{
    return waitFor<void>([&](QObject *context, SecretStore::Done done) { store.remove(name, context, std::move(done)); });
}

#define COMPARE_SECRET(result, bytes)                                                                       \
    do {                                                                                                    \
        const Result<Secret> secret_ = (result);                                                            \
        QVERIFY2(secret_, qPrintable(textOf(secret_)));                                                     \
        QCOMPARE(secret_->expose(), QByteArray(bytes));                                                     \
    } while (false)

#define COMPARE_KIND(result, expected)                                                                      \
    do {                                                                                                    \
        const auto answer_ = (result);                                                                      \
        QVERIFY(!answer_);                                                                                  \
        QCOMPARE(toWord(answer_.error().kind), toWord(expected));                                           \
        QVERIFY(!answer_.error().what.isEmpty());                                                           \
    } while (false)

void SecretStoreContract::answersAfterTheCallReturned()
{
    const auto store = makeStore();
    QObject context;
    int answers = 0;
    store->write(nameOf("shop"), secretOf("k"), &context, [&](const Result<void> &) { ++answers; });
    store->write(nameOf("shop"), Secret(), &context, [&](const Result<void> &) { ++answers; });
    store->read(nameOf("shop"), &context, [&](const Result<Secret> &) { ++answers; });
    store->read(nameOf("nowhere"), &context, [&](const Result<Secret> &) { ++answers; });
    store->remove(nameOf("shop"), &context, [&](const Result<void> &) { ++answers; });
    QCOMPARE(answers, 0);
    QTRY_COMPARE_WITH_TIMEOUT(answers, 5, patience);
}

void SecretStoreContract::answersEachCallOnce()
{
    const auto store = makeStore();
    QObject context;
    int answers = 0;
    store->read(nameOf("shop"), &context, [&](const Result<Secret> &) { ++answers; });
    QVERIFY(writeTo(*store, nameOf("shop"), "k"));
    QVERIFY(removeFrom(*store, nameOf("shop")));
    QCOMPARE(answers, 1);
}

void SecretStoreContract::givesBackTheBytesItWasGiven_data()
{
    QByteArray all;
    for (int byte = 0; byte < 256; ++byte)
        all.append(static_cast<char>(byte));
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a usual key") << QByteArray("ifr_0123456789abcdef");
    QTest::newRow("one byte") << QByteArray("x");
    QTest::newRow("a line break inside") << QByteArray("first\nsecond");
    QTest::newRow("white space around") << QByteArray(" \tkey\r\n");
    QTest::newRow("a null byte") << QByteArray("before\0after", 12);
    QTest::newRow("only null bytes") << QByteArray(3, '\0');
    QTest::newRow("every byte") << all;
    QTest::newRow("letters of the world") << QByteArray("p\u00e4ssw\u00f6rt \u2713");
    QTest::newRow("looks like base64") << QByteArray("aGVsbG8=");
    QTest::newRow("64 KB") << QByteArray(64 * 1024, 'z');
}

void SecretStoreContract::givesBackTheBytesItWasGiven()
{
    QFETCH(QByteArray, bytes);
    const auto store = makeStore();
    const auto written = writeTo(*store, nameOf("shop"), bytes);
    QVERIFY2(written, qPrintable(written ? QString() : toSentence(written.error())));
    COMPARE_SECRET(readFrom(*store, nameOf("shop")), bytes);
    QVERIFY(removeFrom(*store, nameOf("shop")));
}

void SecretStoreContract::whatWasNeverWrittenIsNotFound()
{
    const auto store = makeStore();
    COMPARE_KIND(readFrom(*store, nameOf("shop")), Error::Kind::NotFound);
}

void SecretStoreContract::writingAgainReplaces()
{
    const auto store = makeStore();
    QVERIFY(writeTo(*store, nameOf("shop"), "first\0key"));
    QVERIFY(writeTo(*store, nameOf("shop"), "second"));
    COMPARE_SECRET(readFrom(*store, nameOf("shop")), "second");
    QVERIFY(removeFrom(*store, nameOf("shop")));
    COMPARE_KIND(readFrom(*store, nameOf("shop")), Error::Kind::NotFound);
}

void SecretStoreContract::namesDoNotRunIntoEachOther()
{
    const auto store = makeStore();
    const std::vector<SecretName> names{nameOf("a"), nameOf("a", Purpose::Write), nameOf("a/read"), nameOf("A"), nameOf("\u00e4 b%2F*"), nameOf("")};
    for (std::size_t i = 0; i < names.size(); ++i)
        QVERIFY(writeTo(*store, names[i], QByteArray::number(qulonglong(i))));
    for (std::size_t i = 0; i < names.size(); ++i)
        COMPARE_SECRET(readFrom(*store, names[i]), QByteArray::number(qulonglong(i)));
    for (const SecretName &name : names)
        QVERIFY(removeFrom(*store, name));
}

void SecretStoreContract::removingTakesOutThatOneAlone()
{
    const auto store = makeStore();
    QVERIFY(writeTo(*store, nameOf("shop"), "look"));
    QVERIFY(writeTo(*store, nameOf("shop", Purpose::Write), "change"));
    QVERIFY(removeFrom(*store, nameOf("shop")));
    COMPARE_KIND(readFrom(*store, nameOf("shop")), Error::Kind::NotFound);
    COMPARE_SECRET(readFrom(*store, nameOf("shop", Purpose::Write)), "change");
    QVERIFY(removeFrom(*store, nameOf("shop", Purpose::Write)));
}

void SecretStoreContract::removingWhatIsNotThereIsNotFound()
{
    const auto store = makeStore();
    COMPARE_KIND(removeFrom(*store, nameOf("shop")), Error::Kind::NotFound);
}

void SecretStoreContract::refusesAnEmptySecret()
{
    const auto store = makeStore();
    QVERIFY(writeTo(*store, nameOf("shop"), "kept"));
    COMPARE_KIND(writeTo(*store, nameOf("shop"), {}), Error::Kind::Invalid);
    COMPARE_SECRET(readFrom(*store, nameOf("shop")), "kept");
    QVERIFY(removeFrom(*store, nameOf("shop")));
}

void SecretStoreContract::carriesOutCallsInTheirOrder()
{
    const auto store = makeStore();
    QObject context;
    QStringList answers;
    const auto told = [&answers](const char *word) { return [&answers, word](const Result<void> &result) { answers << QLatin1String(result ? word : "failed"); }; };
    const auto read = [&answers](const Result<Secret> &result) { answers << (result ? QString::fromLatin1(result->expose()) : toWord(result.error().kind)); };
    store->write(nameOf("shop"), secretOf("first"), &context, told("written"));
    store->read(nameOf("shop"), &context, read);
    store->write(nameOf("shop"), secretOf("second"), &context, told("written"));
    store->read(nameOf("shop"), &context, read);
    store->remove(nameOf("shop"), &context, told("removed"));
    store->read(nameOf("shop"), &context, read);
    QTRY_COMPARE_WITH_TIMEOUT(answers.size(), 6, patience);
    QCOMPARE(answers.join(QLatin1Char(' ')), QStringLiteral("written first written second removed not-found"));
}

void SecretStoreContract::tellsNobodyWhoHasDied()
{
    const auto store = makeStore();
    auto context = std::make_unique<QObject>();
    bool wasTold = false;
    store->write(nameOf("shop"), secretOf("k"), context.get(), [&](const Result<void> &) { wasTold = true; });
    store->read(nameOf("shop"), context.get(), [&](const Result<Secret> &) { wasTold = true; });
    context.reset();
    // The write is carried out all the same.
    COMPARE_SECRET(readFrom(*store, nameOf("shop")), "k");
    QVERIFY(removeFrom(*store, nameOf("shop")));
    QVERIFY(!wasTold);
}

void SecretStoreContract::dyingWithCallsUnderWayTellsNobody()
{
    auto store = makeStore();
    QObject context;
    bool isAlive = true;
    bool wasToldAfterwards = false;
    const auto note = [&] { wasToldAfterwards = wasToldAfterwards || !isAlive; };
    store->read(nameOf("shop"), &context, [&](const Result<Secret> &) { note(); });
    store->remove(nameOf("shop"), &context, [&](const Result<void> &) { note(); });
    store.reset();
    isAlive = false;
    const auto other = makeStore();
    COMPARE_KIND(readFrom(*other, nameOf("shop")), Error::Kind::NotFound);
    QVERIFY(!wasToldAfterwards);
}

} // namespace holdwatch::test
