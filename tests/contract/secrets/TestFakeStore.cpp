// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/secrets/FakeSecretStore.h"
#include "tests/support/secrets/SecretStoreContract.h"

#include <QTest>

using namespace holdwatch;

class TestFakeStore : public test::SecretStoreContract
{
    Q_OBJECT
    std::unique_ptr<secrets::SecretStore> makeStore() override { return std::make_unique<test::FakeSecretStore>(); }
};

QTEST_GUILESS_MAIN(TestFakeStore)
#include "TestFakeStore.moc"
