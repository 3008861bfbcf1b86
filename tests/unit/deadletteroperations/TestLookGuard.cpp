// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/operations/deadletters/LookGuard.h"

#include <QTest>

using namespace holdwatch;
using namespace holdwatch::operations;
using Effect = LookTerms::Effect;

class TestLookGuard : public QObject
{
    Q_OBJECT
private:
    static LookTerms terms(Effect effect, std::optional<int> left = std::nullopt)
    {
        LookTerms each;
        each.effect = effect;
        each.looksLeft = left;
        each.sentence = QStringLiteral("Marks them.");
        return each;
    }

private slots:
    void earlierLooksAreTakenOffWhatIsLeft()
    {
        QCOMPARE(*guarded(terms(Effect::Declared, 10), 3).looksLeft, 7);
        QCOMPARE(guarded(terms(Effect::Declared, 10), 3).effect, Effect::Declared);
        QCOMPARE(guarded(terms(Effect::Declared, 10), 9).effect, Effect::Risky);
        QCOMPARE(*guarded(terms(Effect::Declared, 10), 30).looksLeft, 0);
    }
    void whereNoLimitIsKnownNothingIsCounted() { QCOMPARE(guarded(terms(Effect::Declared), 30), terms(Effect::Declared)); }
    void whatIsRefusedStaysRefused() { QCOMPARE(guarded(terms(Effect::Refused, 3), 30).effect, Effect::Refused); }

    void aPureReadNeedsNoConsent() { QVERIFY(admit(terms(Effect::None), {}, {}).has_value()); }
    void consentIsToWhatALookDoesNotToHowManyItShows()
    {
        ReadOrder order;
        order.hasConsented = true;
        LookTerms shown = terms(Effect::Declared), now = shown;
        shown.sentence = QStringLiteral("Marks them. Up to 50 messages from the head can be seen.");
        now.sentence = QStringLiteral("Marks them. Up to 500 messages from the head can be seen.");
        QVERIFY(admit(now, order, shown));
        now.sentence = QStringLiteral("Moves them to the end. Up to 50 messages from the head can be seen.");
        QVERIFY(!admit(now, order, shown));
        now = shown;
        now.looksLeft = 3;
        QVERIFY(!admit(now, order, shown));
    }
    void aRiskyLookNeedsConsentAndAReason()
    {
        ReadOrder order;
        order.overrideReason = QStringLiteral("Incident 12");
        QVERIFY(!admit(terms(Effect::Risky), order, {}));
        order.hasConsented = true;
        QVERIFY(admit(terms(Effect::Risky), order, {}).has_value());
        order.overrideReason = QStringLiteral("  ");
        QVERIFY(!admit(terms(Effect::Risky), order, {}));
    }
    void noReasonOpensWhatIsRefused()
    {
        ReadOrder order;
        order.hasConsented = true;
        order.overrideReason = QStringLiteral("please");
        QVERIFY(!admit(terms(Effect::Refused), order, {}));
    }
};

QTEST_GUILESS_MAIN(TestLookGuard)
#include "TestLookGuard.moc"
