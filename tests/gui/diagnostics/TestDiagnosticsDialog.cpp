// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/Diagnostics.h"
#include "tests/support/FakeClock.h"
#include "tests/support/FakeDiagnostics.h"
#include "tests/support/WindowFixture.h"
#include "ui/common/NoticeBar.h"
#include "ui/diagnostics/DiagnosticsDialog.h"
#include "ui/shell/MainWindow.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace holdwatch;
using namespace holdwatch::test;
using namespace holdwatch::ui;

class TestDiagnosticsDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<FakeDiagnostics> m_port;
    std::unique_ptr<DiagnosticsDialog> m_dialog;

    template<typename Widget>
    Widget *find(const char *name) const
    {
        auto *widget = m_dialog->findChild<Widget *>(QLatin1String(name));
        Q_ASSERT(widget);
        return widget;
    }
    QString shown() const { return find<QPlainTextEdit>("diagnosticsText")->toPlainText(); }
    QString outcome() const { return find<NoticeBar>("diagnosticsOutcome")->text(); }
    QPushButton *save() const { return find<QPushButton>("saveDiagnostics"); }
    static QString contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    /// Runs `act` on the modal dialog of this name once it is there.
    template<typename Act>
    void onceOpen(const char *name, Act act)
    {
        auto *timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, act, name] {
            auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
            if (!dialog || dialog->objectName() != QLatin1String(name))
                return;
            timer->deleteLater();
            timer->stop();
            act(dialog);
        });
        timer->start(0);
    }

private slots:
    void init()
    {
        m_port = std::make_unique<FakeDiagnostics>();
        m_dialog = std::make_unique<DiagnosticsDialog>(*m_port);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
        QTRY_VERIFY(save()->isEnabled());
    }
    void cleanup()
    {
        m_dialog.reset();
        m_port.reset();
    }

    void nothingCanBeSavedBeforeItIsShown()
    {
        DiagnosticsDialog fresh(*m_port);
        QVERIFY(!fresh.findChild<QPushButton *>(QStringLiteral("saveDiagnostics"))->isEnabled());
        QVERIFY(!fresh.findChild<QPushButton *>(QStringLiteral("copyDiagnostics"))->isEnabled());
    }

    void anUnwritableFolderIsASentenceAndTheDialogStays()
    {
        const QTemporaryDir dir;
        const FakeClock clock;
        const Redactor redactor;
        bootstrap::Diagnostics real(dir.path(), redactor, clock);
        m_dialog = std::make_unique<DiagnosticsDialog>(real);
        m_dialog->show();
        QTRY_VERIFY(save()->isEnabled());
        m_dialog->saveTo(dir.filePath(QStringLiteral("missing/out.txt")));
        QTRY_VERIFY(!outcome().isEmpty());
        QVERIFY2(outcome().contains(QStringLiteral("could not be written")), qPrintable(outcome()));
        QVERIFY(m_dialog->isVisible());
        QVERIFY(save()->isEnabled());
        QVERIFY(QDir(dir.path()).entryList(QDir::Files).isEmpty());

        m_dialog->saveTo(dir.filePath(QStringLiteral("out.txt")));
        QTRY_VERIFY2(outcome().startsWith(QStringLiteral("Saved as")), qPrintable(outcome()));
        QCOMPARE(contentOf(dir.filePath(QStringLiteral("out.txt"))), shown());
        QVERIFY(shown().contains(QStringLiteral("Never in here: keys")));
    }

    void aRefusedSaveSaysWhyAndMayBeTriedAgain()
    {
        Error error;
        error.what = QStringLiteral("The disk is full.");
        m_port->nextFailure = error;
        m_dialog->saveTo(QStringLiteral("/x/out.txt"));
        QTRY_COMPARE(outcome(), error.what);
        QVERIFY(m_port->saved.isEmpty());
        m_dialog->saveTo(QStringLiteral("/x/out.txt"));
        QTRY_COMPARE(m_port->saved.size(), 1);
    }

    void showsItAsTextAndSavesExactlyThat()
    {
        QCOMPARE(shown(), FakeDiagnostics::textFor({}));
        QVERIFY(shown().contains(QStringLiteral("<b>no answer</b>")));
        QVERIFY(find<QPlainTextEdit>("diagnosticsText")->isReadOnly());
        QVERIFY(find<QLabel>("diagnosticsPromise")->text().contains(QStringLiteral("Never a key")));
        m_dialog->saveTo(QStringLiteral("/x/out.txt"));
        QTRY_COMPARE(m_port->saved.size(), 1);
        QCOMPARE(m_port->saved[0].second, shown());
    }

    void leavesOutWhatIsTicked()
    {
        find<QCheckBox>("leaveOutHosts")->click();
        QVERIFY(!save()->isEnabled()); // the old text is on the screen still
        QTRY_COMPARE(shown(), FakeDiagnostics::textFor({true, false}));
        find<QCheckBox>("leaveOutLog")->click();
        QTRY_COMPARE(shown(), FakeDiagnostics::textFor({true, true}));
        QVERIFY(find<QLabel>("diagnosticsSize")->text().startsWith(QStringLiteral("%1 lines").arg(shown().count(QLatin1Char('\n')))));
        find<QCheckBox>("leaveOutLog")->click();
        find<QCheckBox>("leaveOutHosts")->click(); // at once: only the last wish is shown
        QTRY_COMPARE(shown(), FakeDiagnostics::textFor({}));
    }

    void findsWordsInIt()
    {
        QTest::keyClick(m_dialog.get(), Qt::Key_F, Qt::ControlModifier);
        auto *words = find<QLineEdit>("diagnosticsSearch");
        QTRY_VERIFY(words->hasFocus());
        QTest::keyClicks(words, QStringLiteral("HOLDWATCH.net"));
        const auto count = [this] { return find<QLabel>("diagnosticsMatches")->text(); };
        QCOMPARE(count(), QStringLiteral("1 of 400"));
        QTest::keyClick(words, Qt::Key_Return);
        QCOMPARE(count(), QStringLiteral("2 of 400"));
        QTest::keyClick(words, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(words, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(count(), QStringLiteral("400 of 400"));
        QVERIFY(m_dialog->isVisible());
        QTest::keyClicks(words, QStringLiteral("zzz"));
        QCOMPARE(count(), QStringLiteral("not found"));
        QVERIFY(m_port->saved.isEmpty());
    }

    void copiesWhatIsShown()
    {
        find<QPushButton>("copyDiagnostics")->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), shown());
        QVERIFY(!outcome().isEmpty());
    }

    void opensFromThePaletteAndFromTheKeysSheet()
    {
        const FakeClock clock;
        WindowFixture fixture(clock);
        const std::unique_ptr<MainWindow> made(fixture.makeWindow());
        MainWindow &window = *made;
        window.setDiagnostics(m_port.get());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        m_dialog->hide();
        int opened = 0;
        const auto see = [&opened](QDialog *dialog) {
            ++opened;
            dialog->reject();
        };
        onceOpen("commandPalette", [&](QDialog *palette) {
            QTest::keyClicks(palette->findChild<QLineEdit *>(), QStringLiteral("diagn"));
            onceOpen("diagnosticsDialog", see);
            QTest::keyClick(palette->findChild<QLineEdit *>(), Qt::Key_Return);
        });
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        QTRY_COMPARE(opened, 1);
        onceOpen("shortcutsSheet", [&](QDialog *sheet) {
            onceOpen("diagnosticsDialog", see);
            sheet->findChild<QPushButton *>(QStringLiteral("openDiagnostics"))->click();
        });
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&window, Qt::Key_F1);
        QTRY_COMPARE(opened, 2);
    }
};

QTEST_MAIN(TestDiagnosticsDialog)
#include "TestDiagnosticsDialog.moc"
