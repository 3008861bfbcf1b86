// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/secrets/SecretStore.h"

namespace holdwatch::secrets {

/// What KeyKeeper says when it can't do as it was told. Each sentence names the connection and offers a
/// way on; `cause` is what the store said.
namespace KeyErrors {

Error noneGiven(const SecretName &name);                                    ///< NotFound
Error notGivenOut(const SecretName &name, UtcTime since, const Error &cause); ///< Unreachable
Error unusable(const SecretName &name, const QString &fault);               ///< Malformed
Error givenForAnother(const SecretName &name, const QString &then, const QString &now); ///< Conflict
Error indexUnreadable(const SecretName &name, const Error &problem);        ///< Configuration
Error refused(const QString &fault);                                        ///< Invalid
Error busy(const SecretName &name);                                         ///< Conflict

Error notReadYet(const SecretName &name);    ///< Timeout
Error notSavedYet(const SecretName &name);   ///< Timeout
Error notRemovedYet(const SecretName &name); ///< Timeout

Error notSaved(const SecretName &name, const Error &cause);     ///< the cause's kind; nothing was changed
Error perhapsSaved(const SecretName &name, const Error &cause); ///< OutcomeUnknown
Error notRemoved(const SecretName &name, const Error &cause);   ///< the cause's kind; the note of it is kept
Error notedStill(const SecretName &name, const Error &cause);   ///< Storage: removed, but keys.json could not be written

} // namespace KeyErrors

} // namespace holdwatch::secrets
