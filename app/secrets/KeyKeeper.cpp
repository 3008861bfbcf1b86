// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeyKeeper.h"

#include "app/secrets/KeyErrors.h"
#include "app/secrets/KeychainStore.h"
#include "models/connections/TypedKey.h"

#include <algorithm>
#include <utility>

namespace holdwatch::secrets {

/// Somebody waiting for an answer, which comes once: from the keychain, or from the watchdog before it.
template<typename T>
struct Question
{
    QPointer<QObject> context;
    std::function<void(Result<T>)> done;
    std::unique_ptr<QObject> watch; ///< the watchdog barks as long as this lives
    bool wasLate = false;

    void answer(Result<T> result)
    {
        watch.reset();
        const auto tell = std::exchange(done, nullptr);
        if (tell && context)
            tell(std::move(result));
    }
};

namespace {

// Should it ever be left behind, nobody takes it for a key: faultOfKey() refuses it.
Secret placeholder()
{
    return Secret(QByteArrayLiteral("\n"));
}

} // namespace

KeyKeeper::KeyKeeper(std::unique_ptr<SecretStore> keychain, KeyIndex index, const Clock &clock, Watchdog watchdog, QObject *parent)
    : QObject(parent), m_keychain(std::move(keychain)), m_index(std::move(index)), m_clock(clock), m_watchdog(std::move(watchdog))
{
}

KeyKeeper::~KeyKeeper() = default;

std::unique_ptr<KeyKeeper> KeyKeeper::overKeychain(const QString &keysFile, const Clock &clock)
{
    KeyIndex index(keysFile);
    auto keychain = std::make_unique<KeychainStore>(index.installation());
    return std::make_unique<KeyKeeper>(std::move(keychain), std::move(index), clock);
}

Result<QString> KeyKeeper::settledInstallation()
{
    const auto settled = m_index.settle();
    return settled ? Result<QString>(m_index.installation()) : Result<QString>(failure(settled.error()));
}

template<typename T>
std::shared_ptr<Question<T>> KeyKeeper::ask(const SecretName &name, QObject *context, std::function<void(Result<T>)> done, Error whenLate)
{
    auto question = std::make_shared<Question<T>>();
    question->context = context;
    question->done = std::move(done);
    question->watch = std::make_unique<QObject>();
    m_watchdog(question->watch.get(), [this, name, weak = std::weak_ptr(question), whenLate = std::move(whenLate)] {
        const auto late = weak.lock();
        if (!late)
            return;
        late->wasLate = true;
        // Not from within its own signal or timer.
        late->watch.release()->deleteLater();
        setSilent(name, true);
        late->answer(failure(whenLate));
    });
    return question;
}

template<typename T>
void KeyKeeper::refuse(QObject *context, std::function<void(Result<T>)> done, const Error &error)
{
    answerLater(this, context, std::move(done), Result<T>(failure(error)));
}

// Where it is, and for whom

void KeyKeeper::leadsTo(const ConnectionId &connection, const QString &origin)
{
    m_leadsTo[connection] = origin;
}

QString KeyKeeper::givenFor(const ConnectionId &connection, Purpose purpose) const
{
    return givenFor(SecretName{connection, purpose});
}

QString KeyKeeper::givenFor(const SecretName &name) const
{
    const auto now = m_leadsTo.find(name.connection);
    QString origin;
    if (m_thisRun.holds(name)) {
        const auto held = m_thisRunFor.find(name);
        origin = held == m_thisRunFor.end() ? QString() : held->second;
    } else if (const auto saved = m_index.find(name)) {
        origin = saved->origin;
    }
    return now != m_leadsTo.end() && now->second == origin ? QString() : origin;
}

Result<void> KeyKeeper::confirm(const ConnectionId &connection, Purpose purpose)
{
    const SecretName name{connection, purpose};
    const QString origin = m_leadsTo[connection];
    if (m_thisRun.holds(name))
        m_thisRunFor[name] = origin;
    const auto saved = m_index.find(name);
    return saved ? m_index.put(name, saved->since, origin) : Result<void>();
}

/// One that was saved before servers were noted belongs to the first it is used for.
void KeyKeeper::bindToPresent(const SecretName &name)
{
    const auto saved = m_index.find(name);
    const auto now = m_leadsTo.find(name.connection);
    if (saved && saved->origin.isEmpty() && now != m_leadsTo.end() && !now->second.isEmpty())
        (void)m_index.put(name, saved->since, now->second); // not written, it is noted the next time
}

KeyPlace KeyKeeper::placeOf(const ConnectionId &connection, Purpose purpose) const
{
    return placeOf(SecretName{connection, purpose});
}

KeyPlace KeyKeeper::placeOf(const SecretName &name) const
{
    if (m_thisRun.holds(name))
        return KeyPlace::ThisRun;
    if (m_index.problem())
        return KeyPlace::Unknown;
    if (!m_index.since(name) || m_firstTime.count(name) > 0)
        return KeyPlace::None;
    return m_silent.count(name) > 0 ? KeyPlace::KeychainSilent : KeyPlace::Keychain;
}

QVector<SavedKey> KeyKeeper::saved() const
{
    QVector<SavedKey> keys = m_index.saved();
    keys.removeIf([this](const SavedKey &key) { return m_firstTime.count({key.connection, key.purpose}) > 0; });
    return keys;
}

void KeyKeeper::change(const SecretName &name, const std::function<void()> &what)
{
    const KeyPlace before = placeOf(name);
    what();
    if (placeOf(name) != before)
        emit placeChanged(name.connection, name.purpose);
}

void KeyKeeper::setSilent(const SecretName &name, bool isSilent)
{
    change(name, [&] {
        if (isSilent)
            m_silent.insert(name);
        else
            m_silent.erase(name);
    });
}

// Loading

void KeyKeeper::load(const ConnectionId &connection, Purpose purpose, QObject *context, Loaded done)
{
    const SecretName name{connection, purpose};
    if (const QString origin = givenFor(name); !origin.isEmpty())
        return refuse(context, std::move(done), KeyErrors::givenForAnother(name, origin, m_leadsTo[connection]));
    for (const SessionStore *memory : {&m_thisRun, &m_arrived}) {
        if (memory->holds(name))
            return answerLater(this, context, std::move(done), memory->copyOf(name));
    }
    if (m_index.problem())
        return refuse(context, std::move(done), KeyErrors::indexUnreadable(name, *m_index.problem()));
    if (!m_index.since(name))
        return refuse(context, std::move(done), KeyErrors::noneGiven(name));
    const bool isAsked = m_loading.count(name) > 0;
    m_loading[name].push_back(ask(name, context, std::move(done), KeyErrors::notReadYet(name)));
    if (!isAsked)
        m_keychain->read(name, this, [this, name](Result<Secret> result) { loadEnded(name, std::move(result)); });
}

Result<Secret> KeyKeeper::judged(const SecretName &name, Result<Secret> result) const
{
    const auto since = m_index.since(name);
    if (!result)
        return failure(since ? KeyErrors::notGivenOut(name, *since, result.error()) : KeyErrors::noneGiven(name));
    const QString fault = faultOfKey(result->expose(), KeyForm::Password);
    if (!fault.isEmpty())
        return failure(KeyErrors::unusable(name, fault));
    if (const QString origin = givenFor(name); !origin.isEmpty()) { // since it was asked for
        const auto now = m_leadsTo.find(name.connection);
        return failure(KeyErrors::givenForAnother(name, origin, now == m_leadsTo.end() ? QString() : now->second));
    }
    return result;
}

void KeyKeeper::loadEnded(const SecretName &name, Result<Secret> given)
{
    const auto askers = std::move(m_loading.extract(name).mapped());
    const auto wasLate = [](const Loading &question) { return question->wasLate; };
    const bool isLate = std::any_of(askers.begin(), askers.end(), wasLate);
    setSilent(name, !given);
    const Result<Secret> result = judged(name, std::move(given));
    if (result)
        bindToPresent(name);
    if (isLate && result) {
        if (name.purpose == Purpose::Read)
            m_arrived.hold(name, result->clone());
        emit keyArrived(name.connection, name.purpose);
    }
    for (const Loading &question : askers)
        question->answer(result ? Result<Secret>(result->clone()) : Result<Secret>(failure(result.error())));
}

// Saving

void KeyKeeper::save(const ConnectionId &connection, Purpose purpose, Secret key, Where where, QObject *context, Done done)
{
    const SecretName name{connection, purpose};
    const QString fault = faultOfKey(key.expose(), KeyForm::Password);
    if (!fault.isEmpty())
        return refuse(context, std::move(done), KeyErrors::refused(fault));
    if (where == Where::Keychain)
        return saveInKeychain(name, std::move(key), context, std::move(done));
    change(name, [&] { m_thisRun.hold(name, std::move(key)); });
    m_thisRunFor[name] = m_leadsTo[connection];
    answerLater(this, context, std::move(done), Result<void>());
}

/// The index is written first: a key that it does not know of would be lost in the keychain.
void KeyKeeper::saveInKeychain(const SecretName &name, Secret key, QObject *context, Done done)
{
    if (m_index.problem())
        return refuse(context, std::move(done), KeyErrors::indexUnreadable(name, *m_index.problem()));
    if (m_changing.count(name) > 0)
        return refuse(context, std::move(done), KeyErrors::busy(name));
    const auto before = m_index.find(name);
    if (!before)
        m_firstTime.insert(name);
    const auto noted = m_index.put(name, m_clock.now(), m_leadsTo[name.connection]);
    if (!noted) {
        m_firstTime.erase(name);
        return refuse(context, std::move(done), KeyErrors::notSaved(name, noted.error()));
    }
    m_changing.insert(name);
    const Changing question = ask<void>(name, context, std::move(done), KeyErrors::notSavedYet(name));
    m_keychain->write(name, std::move(key), this, [this, name, before, question](const Result<void> &result) { saveEnded(name, before, question, result); });
}

void KeyKeeper::saveEnded(const SecretName &name, const std::optional<SavedKey> &before, const Changing &question, const Result<void> &result)
{
    const bool isUncertain = !result && result.error().kind == Error::Kind::OutcomeUnknown;
    change(name, [&] {
        m_changing.erase(name);
        if (result) {
            m_thisRun.forget(name);
            m_arrived.forget(name);
            m_silent.erase(name);
        } else {
            // Should the note not go away again, it says no more than that the keychain gives nothing out.
            const bool isUndone = !isUncertain && (before ? m_index.put(name, before->since, before->origin) : m_index.put(name, std::nullopt));
            if (isUndone && !before)
                m_silent.erase(name);
            else
                m_silent.insert(name);
        }
        m_firstTime.erase(name);
    });
    if (result && question->wasLate)
        emit keyArrived(name.connection, name.purpose);
    if (result)
        return conclude(name, question, result);
    conclude(name, question, failure(isUncertain ? KeyErrors::perhapsSaved(name, result.error()) : KeyErrors::notSaved(name, result.error())));
}

void KeyKeeper::conclude(const SecretName &name, const Changing &question, const Result<void> &result)
{
    if (!result && question->wasLate)
        emit failedLater(name.connection, name.purpose, result.error());
    question->answer(result);
}

// Removing

void KeyKeeper::remove(const ConnectionId &connection, Purpose purpose, QObject *context, Done done)
{
    const SecretName name{connection, purpose};
    change(name, [&] {
        m_thisRun.forget(name);
        m_arrived.forget(name);
    });
    if (m_index.problem())
        return refuse(context, std::move(done), KeyErrors::indexUnreadable(name, *m_index.problem()));
    if (m_changing.count(name) > 0)
        return refuse(context, std::move(done), KeyErrors::busy(name));
    if (!m_index.since(name))
        return answerLater(this, context, std::move(done), Result<void>());
    m_changing.insert(name);
    const Changing question = ask<void>(name, context, std::move(done), KeyErrors::notRemovedYet(name));
    m_keychain->remove(name, this, [this, name, question](const Result<void> &result) { removeEnded(name, question, result); });
}

void KeyKeeper::removeEnded(const SecretName &name, const Changing &question, const Result<void> &result)
{
    if (result)
        forgetSaved(name, question);
    else if (result.error().kind == Error::Kind::NotFound)
        proveGone(name, question);
    else
        couldNotRemove(name, question, result.error());
}

/// "No such entry" may come from a keychain that is locked. One that takes an entry of this name, and
/// removes it, has none of this name left.
void KeyKeeper::proveGone(const SecretName &name, const Changing &question)
{
    m_keychain->write(name, placeholder(), this, [this, name, question](const Result<void> &written) {
        if (!written)
            return couldNotRemove(name, question, written.error());
        m_keychain->remove(name, this, [this, name, question](const Result<void> &removed) {
            if (removed)
                forgetSaved(name, question);
            else
                couldNotRemove(name, question, removed.error());
        });
    });
}

void KeyKeeper::forgetSaved(const SecretName &name, const Changing &question)
{
    Result<void> noted;
    change(name, [&] {
        m_changing.erase(name);
        noted = m_index.put(name, std::nullopt);
        if (noted)
            m_silent.erase(name);
        else
            m_silent.insert(name);
    });
    conclude(name, question, noted ? noted : failure(KeyErrors::notedStill(name, noted.error())));
}

void KeyKeeper::couldNotRemove(const SecretName &name, const Changing &question, const Error &cause)
{
    m_changing.erase(name);
    setSilent(name, true);
    conclude(name, question, failure(KeyErrors::notRemoved(name, cause)));
}

} // namespace holdwatch::secrets
