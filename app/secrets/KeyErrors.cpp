// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/KeyErrors.h"

namespace holdwatch::secrets::KeyErrors {

namespace {

/// "The key for "shop"", "The key for writing to "shop"".
QString theKey(const SecretName &name)
{
    return name.purpose == Purpose::Write ? QStringLiteral("The key for writing to \"%1\"").arg(name.connection.text())
                                          : QStringLiteral("The key for \"%1\"").arg(name.connection.text());
}

Error make(Error::Kind kind, const QString &what, const QString &kept, const QString &next)
{
    Error error;
    error.kind = kind;
    error.what = what;
    error.kept = kept;
    error.next = next;
    return error;
}

QString orThisRun()
{
    return QStringLiteral("Unlock or start the keychain and try again, or use the key for this run only.");
}

} // namespace

Error noneGiven(const SecretName &name)
{
    return make(Error::Kind::NotFound, QStringLiteral("%1 was not given yet.").arg(theKey(name)), {},
                QStringLiteral("Enter it, and choose the keychain or this run only."));
}

Error notGivenOut(const SecretName &name, UtcTime since, const Error &cause)
{
    const QString day = toQDateTime(since).date().toString(Qt::ISODate);
    const QString why = cause.kind == Error::Kind::NotFound
        ? QStringLiteral("it is locked, its service is missing, or the entry was deleted there.")
        : cause.what;
    const QString what = QStringLiteral("%1 was saved in the keychain on %2, but the keychain does not give it out: %3").arg(theKey(name), day, why);
    return make(Error::Kind::Unreachable, what, QStringLiteral("The key stays saved."),
                QStringLiteral("Unlock or start the keychain and try again, or enter the key for this run only."));
}

Error unusable(const SecretName &name, const QString &fault)
{
    return make(Error::Kind::Malformed, QStringLiteral("%1 that the keychain gave out can't be used. %2").arg(theKey(name), fault),
                QStringLiteral("It was not sent anywhere."), QStringLiteral("Enter the key anew; it replaces that one."));
}

Error givenForAnother(const SecretName &name, const QString &then, const QString &now)
{
    const QString what = QStringLiteral("The address has changed since %1 was given: that was for %2, and the connection leads to %3 now.")
                             .arg(theKey(name).replace(0, 1, QLatin1Char('t')), then, now.isEmpty() ? QStringLiteral("another place") : now);
    return make(Error::Kind::Conflict, what, QStringLiteral("It was not sent."),
                QStringLiteral("Enter the key again under Connections, or confirm there that it belongs to the new address."));
}

Error indexUnreadable(const SecretName &name, const Error &problem)
{
    const QString what = QStringLiteral("%1 can't be looked for in the keychain, because the record of saved keys can't be read: %2: %3")
                             .arg(theKey(name), problem.where, problem.what);
    return make(Error::Kind::Configuration, what, QStringLiteral("The record and the keychain are untouched."),
                QStringLiteral("Mend that place or remove the file, then start again; until then a key can be used for this run only."));
}

Error refused(const QString &fault)
{
    return make(Error::Kind::Invalid, fault, QStringLiteral("Nothing was changed."), QStringLiteral("Copy the key alone, on one line, and enter it again."));
}

Error busy(const SecretName &name)
{
    return make(Error::Kind::Conflict, QStringLiteral("%1 is just being changed: the keychain has not answered yet.").arg(theKey(name)), {},
                QStringLiteral("Wait for the keychain, or use the key for this run only."));
}

Error notReadYet(const SecretName &name)
{
    return make(Error::Kind::Timeout, QStringLiteral("%1 is saved in the keychain, which has not answered yet.").arg(theKey(name)),
                QStringLiteral("Its answer is used as soon as it comes."),
                QStringLiteral("Look for a window of the keychain that asks for a password, or enter the key for this run only."));
}

Error notSavedYet(const SecretName &name)
{
    return make(Error::Kind::Timeout, QStringLiteral("%1 is not saved yet: the keychain has not answered.").arg(theKey(name)),
                QStringLiteral("It is saved as soon as the keychain does its part."),
                QStringLiteral("Look for a window of the keychain that asks for a password, or use the key for this run only."));
}

Error notRemovedYet(const SecretName &name)
{
    return make(Error::Kind::Timeout, QStringLiteral("%1 is not removed yet: the keychain has not answered.").arg(theKey(name)),
                QStringLiteral("It is forgotten here and is removed as soon as the keychain does its part."),
                QStringLiteral("Look for a window of the keychain that asks for a password."));
}

Error notSaved(const SecretName &name, const Error &cause)
{
    return make(cause.kind, QStringLiteral("%1 was not saved. %2").arg(theKey(name), cause.what), QStringLiteral("Nothing was changed."), orThisRun());
}

Error perhapsSaved(const SecretName &name, const Error &cause)
{
    return make(Error::Kind::OutcomeUnknown, QStringLiteral("It is not certain that %1 was saved. %2").arg(theKey(name).replace(0, 1, QLatin1Char('t')), cause.what),
                {}, orThisRun());
}

Error notRemoved(const SecretName &name, const Error &cause)
{
    const QString why = cause.kind == Error::Kind::NotFound ? QStringLiteral("The keychain does not give it out: it is locked, or its service is missing.") : cause.what;
    return make(cause.kind == Error::Kind::NotFound ? Error::Kind::Unreachable : cause.kind,
                QStringLiteral("%1 could not be removed from the keychain. %2").arg(theKey(name), why),
                QStringLiteral("It is forgotten here, but it may lie in the keychain still and stays listed as saved."),
                QStringLiteral("Unlock or start the keychain and remove it again."));
}

Error notedStill(const SecretName &name, const Error &cause)
{
    return make(Error::Kind::Storage, QStringLiteral("%1 was removed from the keychain, but is listed as saved still. %2").arg(theKey(name), cause.what), {}, cause.next);
}

} // namespace holdwatch::secrets::KeyErrors
