// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/AuditStory.h"
#include "tests/support/PageFixture.h"
#include "ui/audit/AuditPage.h"
#include "ui/common/EmptyState.h"
#include "ui/common/FilterField.h"
#include "ui/common/PlainTable.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QTimer>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

namespace {

Error unreadable()
{
    Error error;
    error.kind = Error::Kind::Storage;
    error.what = QStringLiteral("audit.sqlite can't be opened.");
    return error;
}

template<typename T>
T *in(const QWidget &parent, const char *name)
{
    T *widget = parent.findChild<T *>(QLatin1String(name));
    Q_ASSERT(widget);
    return widget;
}

} // namespace

class TestAuditPage : public QObject
{
    Q_OBJECT

    std::unique_ptr<PageFixture> m_fixture;
    std::unique_ptr<AuditPage> m_page;

    FakeRedrive &port() const { return m_fixture->redrive; }
    void record(int outcomes)
    {
        port().audit = auditStory(m_fixture->clock.now(), outcomes);
        port().auditCheck = auditCheckOf(port().audit);
    }
    void openPage()
    {
        m_page = std::make_unique<AuditPage>(m_fixture->context(), port());
        m_page->resize(1200, 700);
        ViewScope scope;
        m_page->setScope(scope);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    PlainTable *table() const { return in<PlainTable>(*m_page, "auditTable"); }
    QString chain() const { return in<QLabel>(*m_page, "chainState")->text(); }
    QString count() const { return in<QLabel>(*m_page, "auditCount")->text(); }
    QString empty() const { return m_page->findChild<EmptyState *>()->isVisible() ? m_page->findChild<EmptyState *>()->title() : QString(); }
    QString cell(int row, int column) const { return table()->model()->index(row, column).data().toString(); }
    QString everyWordShown() const
    {
        QString all;
        for (const QLabel *label : m_page->findChildren<QLabel *>())
            all += label->text() + QLatin1Char('\n');
        return all;
    }
    /// What the log of the record would say after `more` further entries.
    void grow(int more)
    {
        for (int n = 0; n < more; ++n) {
            AuditEntry entry = port().audit.first();
            ++entry.number;
            entry.what.kind = QStringLiteral("paused");
            port().audit.prepend(entry);
        }
        emit port().auditGrew(port().audit.size());
    }

private slots:
    void init() { m_fixture = std::make_unique<PageFixture>(); }
    void cleanup()
    {
        m_page.reset();
        m_fixture.reset();
    }

    void saysThatItReads()
    {
        record(10);
        port().holdsAudit = true;
        openPage();
        QVERIFY(empty().startsWith(QStringLiteral("Reading the record")));
        QVERIFY(chain().startsWith(QStringLiteral("Checking the record")));
        QVERIFY(!in<QPushButton>(*m_page, "verifyAudit")->isEnabled());
        for (const auto &answer : port().heldAudit)
            answer();
        QVERIFY(empty().isEmpty());
        QVERIFY2(chain().startsWith(QStringLiteral("21 entries, the chain holds; signed to the end. Checked ")), qPrintable(chain()));
    }

    void saysThatNothingWasRecorded()
    {
        port().auditCheck.areSignaturesChecked = true;
        openPage();
        QCOMPARE(empty(), QStringLiteral("Nothing has been recorded yet"));
        QCOMPARE(chain(), QStringLiteral("Nothing has been recorded yet."));
        QVERIFY(!in<QPushButton>(*m_page, "exportAudit")->isEnabled());
    }

    void saysThatItCanNotBeReadAndTriesAgain()
    {
        record(10);
        port().nextFailure = unreadable();
        openPage();
        QCOMPARE(empty(), QStringLiteral("The record can't be read"));
        QTest::mouseClick(m_page->findChild<EmptyState *>()->findChild<QPushButton *>(), Qt::LeftButton);
        QVERIFY(empty().isEmpty());
        QCOMPARE(cell(0, AuditModel::NumberColumn), QStringLiteral("21"));
    }

    void showsWhatHappenedTheNewestOnTop()
    {
        record(10);
        openPage();
        QCOMPARE(cell(0, AuditModel::WhatColumn), QStringLiteral("Stopped: One redriven message is back in the dead-letter queue."));
        QCOMPARE(cell(1, AuditModel::WhatColumn), QStringLiteral("Message 10 was moved: confirmed by the broker."));
        QCOMPARE(cell(0, AuditModel::StandingColumn), QStringLiteral("holds, signed"));
        QCOMPARE(count(), QStringLiteral("21 entries"));
    }

    void showsAllOfOneEntry()
    {
        record(10);
        openPage();
        table()->selectRow(table()->model()->rowCount() - 4);
        QVERIFY(in<QLabel>(*m_page, "entrySentence")->text().startsWith(QStringLiteral("Plan signed: at most 10 messages")));
        const QString all = everyWordShown();
        for (const char *part : {"dead_set", "shop/orders.dlq", "reference", "PR 41", "5af0c3d2 e1b4a596", "Signed by"})
            QVERIFY2(all.contains(QLatin1String(part)), part);
        const AuditEntry &entry = port().audit[port().audit.size() - 4];
        QTest::mouseClick(in<QPushButton>(*m_page, "copyHash"), Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("4:") + QString::fromLatin1(entry.hash.toHex()));
    }

    void aBrokenChainIsShownAndNeverRepaired()
    {
        record(10);
        port().auditCheck.brokenAt = 12;
        port().auditCheck.vouchedUpTo = 11;
        port().auditCheck.problem = QStringLiteral("It was changed.");
        openPage();
        QVERIFY2(chain().startsWith(QStringLiteral("Broken at entry 12 of 21 entries. It was changed. It is shown as it is and never repaired")), qPrintable(chain()));
        QCOMPARE(cell(9, AuditModel::NumberColumn), QStringLiteral("12"));
        QCOMPARE(cell(9, AuditModel::StandingColumn), QStringLiteral("broken"));
        QCOMPARE(cell(8, AuditModel::StandingColumn), QStringLiteral("behind the break"));
        QCOMPARE(cell(10, AuditModel::StandingColumn), QStringLiteral("holds, signed"));
        QVERIFY(in<QPushButton>(*m_page, "exportAudit")->isEnabled());
        for (const QPushButton *button : m_page->findChildren<QPushButton *>())
            QVERIFY2(!button->text().contains(QStringLiteral("epair")), qPrintable(button->text()));
    }

    void verifiesAnewAndSaysWhatCameSince()
    {
        record(10);
        openPage();
        grow(3);
        QVERIFY2(chain().contains(QStringLiteral("; 3 written since.")), qPrintable(chain()));
        QCOMPARE(cell(0, AuditModel::StandingColumn), QStringLiteral("not checked yet"));
        port().auditCheck = auditCheckOf(port().audit);
        QTest::mouseClick(in<QPushButton>(*m_page, "verifyAudit"), Qt::LeftButton);
        QVERIFY(chain().startsWith(QStringLiteral("24 entries, the chain holds")));
        QCOMPARE(cell(0, AuditModel::StandingColumn), QStringLiteral("holds, signed"));
    }

    void aCheckThatFailedSaysNothingAboutTheChain()
    {
        record(10);
        openPage();
        port().nextFailure = unreadable();
        QTest::mouseClick(in<QPushButton>(*m_page, "verifyAudit"), Qt::LeftButton);
        QCOMPARE(chain(), QStringLiteral("The record could not be checked. audit.sqlite can't be opened."));
        QCOMPARE(cell(0, AuditModel::StandingColumn), QStringLiteral("not checked yet"));
    }

    void readsOlderPagesAsOneScrollsAndLeavesWhatIsReadInPlace()
    {
        record(1000);
        openPage();
        const int first = table()->model()->rowCount();
        QVERIFY(first >= 200 && first < port().audit.size());
        while (table()->model()->rowCount() < port().audit.size()) {
            const int before = table()->model()->rowCount();
            table()->scrollToBottom();
            QVERIFY(table()->model()->rowCount() > before);
        }
        table()->verticalScrollBar()->setValue(300);
        const QString onTop = cell(table()->rowAt(0), AuditModel::NumberColumn);
        grow(450); // more than a page
        QCOMPARE(table()->model()->rowCount(), port().audit.size());
        QCOMPARE(cell(table()->rowAt(0), AuditModel::NumberColumn), onTop);
    }

    void aPageThatFailsOnTheWayLeavesNoGap()
    {
        record(100);
        openPage();
        const int held = table()->model()->rowCount();
        port().holdsAudit = true;
        grow(450);
        port().heldAudit.takeLast()();
        port().nextFailure = unreadable();
        port().heldAudit.takeLast()();
        QCOMPARE(table()->model()->rowCount(), held);
        port().holdsAudit = false;
        emit port().auditGrew(port().audit.size());
        QCOMPARE(table()->model()->rowCount(), held + 450);
    }

    void filtersAndLooksBackUntilItHasEnough()
    {
        record(1000);
        openPage();
        auto *filter = in<FilterField>(*m_page, "auditFilter");
        m_page->focusFilter();
        QTest::keyClicks(filter, QStringLiteral("kind:plan-signed"));
        QTRY_COMPARE(table()->model()->rowCount(), 1);
        QVERIFY(cell(0, AuditModel::WhatColumn).startsWith(QStringLiteral("Plan signed")));
        QVERIFY2(count().endsWith(QStringLiteral("match")), qPrintable(count()));
        filter->setText(QStringLiteral("kind:nothing"));
        QCOMPARE(empty(), QStringLiteral("No entry matches the filter"));
        QVERIFY(m_page->stepBack());
        QVERIFY(table()->model()->rowCount() > 900);
        QVERIFY(!m_page->stepBack());
    }

    void opensTheRedriveOfAnEntry()
    {
        record(10);
        openPage();
        QSignalSpy opened(m_page.get(), &Page::redriveRequested);
        table()->selectRow(0);
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        table()->selectRow(table()->model()->rowCount() - 1); // about no redrive
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QVERIFY(!in<QPushButton>(*m_page, "openRedrive")->isVisible());
    }

    void exportsToTheFileThatWasChosen()
    {
        record(10);
        openPage();
        QSignalSpy said(m_page.get(), &Page::noteRaised);
        QTimer::singleShot(0, this, [] {
            auto *dialog = qobject_cast<QFileDialog *>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->selectFile(QStringLiteral("record.jsonl"));
            dialog->setOption(QFileDialog::DontConfirmOverwrite);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        m_page->exportShown();
        QVERIFY(port().wasCalled(QStringLiteral("exportAudit ")));
        QVERIFY(said.first().first().toString().startsWith(QStringLiteral("Exported 21 entries to ")));
    }

    void saysThatTheRecordCanNotBeWritten()
    {
        record(10);
        openPage();
        emit port().auditProblem(QStringLiteral("There is no room left to write audit.sqlite."));
        bool isSaid = false;
        for (const QWidget *widget : m_page->findChildren<QWidget *>())
            isSaid = isSaid || widget->toolTip().contains(QStringLiteral("Nothing is sent while the record"));
        QVERIFY(isSaid);
    }

    void textOfOthersStaysText()
    {
        record(10);
        port().audit[0].what.by = QStringLiteral("<b>Mallory</b><img src=x>");
        port().audit[0].what.data = R"({"text":"<a href=x>here</a>","<i>name</i>":"<h1>x</h1>"})";
        openPage();
        table()->selectRow(0);
        QVERIFY(everyWordShown().contains(QStringLiteral("<h1>x</h1>")));
        for (const QLabel *label : m_page->findChildren<QLabel *>())
            QVERIFY2(label->text().isEmpty() || label->textFormat() == Qt::PlainText, qPrintable(label->text()));
    }
};

QTEST_MAIN(TestAuditPage)
#include "TestAuditPage.moc"
