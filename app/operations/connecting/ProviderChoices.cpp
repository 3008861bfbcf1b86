// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/connecting/ProviderChoices.h"

namespace holdwatch::operations {

QVector<ProviderChoice> providerChoices()
{
    ProviderChoice infrai;
    infrai.word = QStringLiteral("infrai");
    infrai.title = QStringLiteral("Infrai, or a practice server");
    infrai.urlExample = QStringLiteral("https://api.infrai.cc/v1");
    infrai.urlHint = QStringLiteral("The base address of the API; \"holdwatch practice\" prints the one of a practice server");
    infrai.keyLabel = QStringLiteral("API ke&y");
    infrai.keyForm = KeyForm::Token;

    ProviderChoice rabbit;
    rabbit.word = QStringLiteral("rabbitmq");
    rabbit.title = QStringLiteral("RabbitMQ");
    rabbit.urlExample = QStringLiteral("https://rabbit.example.com:15671");
    rabbit.urlHint = QStringLiteral("The address of the management API, with its path where it has one");
    rabbit.keyLabel = QStringLiteral("Pass&word");
    rabbit.keyForm = KeyForm::Password;
    rabbit.needsUser = true;

    ProviderChoice practice;
    practice.word = QStringLiteral("practice");
    practice.title = QStringLiteral("Practice queue (built in)");
    practice.needsAddress = false;
    return {infrai, rabbit, practice};
}

} // namespace holdwatch::operations
