// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/secrets/SessionStore.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QTest>

using namespace holdwatch;

class TestSessionStore : public test::SecretStoreContract
{
    Q_OBJECT
    std::unique_ptr<secrets::SecretStore> makeStore() override { return std::make_unique<secrets::SessionStore>(); }
};

QTEST_GUILESS_MAIN(TestSessionStore)
#include "TestSessionStore.moc"
