// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/providers/infrai/Contract.h"
#include "app/providers/infrai/Discovery.h"
#include "app/providers/infrai/FieldMap.h"
#include "app/providers/infrai/LetterMap.h"
#include "app/providers/infrai/RedriveOffer.h"

namespace holdwatch::providers::infrai {

/// What one reading of discovery taught: which calls there are, and what queue.stats and queue.dlq.list answer. A value;
/// the default is what the public documents say.
struct Knowledge
{
    Routes routes = documentedRoutes();
    std::optional<FieldMap> fields; ///< set where the server publishes the answer of queue.stats
    QString whyNoFields = QStringLiteral("not known before the first contact");
    bool listHasPages = false;
    LetterMap letters = LetterMap::byNames();
    bool deadLettersHavePages = false;
    std::optional<int> deadLetterPage; ///< most a page of dead letters may hold; unset: no limit can be asked for
    RedriveOffer redrive;
    QString generatedAt;

    /// Takes in a capability's detail document. One that contradicts the index makes the call unusable.
    void learn(Call call, const Detail &detail, const FieldMap::Mapping &mapping);
    void hasNoRoute(Call call);
    void learnNothing(Call call, const Error &why); ///< the document could not be read

    FieldMap fieldsFor(const json::Value &answer, const FieldMap::Mapping &mapping) const;
    bool hasDeadLetterField() const;
    /// A sentence for each field whose value is not of the type it is published with.
    QStringList disagreements(const json::Value &answer) const;

private:
    void learnDeadLetters(const Detail &detail, const FieldMap::Mapping &mapping);
};

} // namespace holdwatch::providers::infrai
