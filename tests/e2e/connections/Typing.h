// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bootstrap/Session.h"
#include "app/storage/config/Settings.h"
#include "ui/connections/TestPanel.h"
#include "ui/shell/MainWindow.h"

#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>
#include <QTimer>

namespace holdwatch::test {

constexpr int patience = 120'000; // ms; a machine that builds something else beside it is slow

/// What somebody types into the connection dialog, and what they then saw.
struct Typed
{
    QString provider; ///< word
    QString name;
    QString url;
    QString user;
    QString key;
    QString caFile;
    QString environment;
    bool thisRunOnly = false;
    bool testFirst = true;

    QString testText = {}; ///< all steps, as they stood at the end of the test
    QString problem = {};  ///< what the dialog said under the fields; empty when it was saved
};

/// The program behind its window, over the profile.
struct Program
{
    explicit Program(const QString &profile)
        : session(bootstrap::Session::open(profile).value()), settings(profile + QStringLiteral("/settings.json")),
          window({session->monitor(), session->connections(), session->access(), session->practice(), session->deadLetters(), session->redrive()}, session->clock(), settings)
    {
        QObject::connect(&session->monitor(), &MonitorPort::connectionChanged, &window, [this](const ConnectionStatus &status) { states[status.name] = status; });
        QObject::connect(&session->monitor(), &MonitorPort::statusesChanged, &window, [this](const QVector<QueueStatus> &changed) {
            for (const QueueStatus &status : changed)
                queues[status.connectionName + QLatin1Char('/') + status.queue.id.name] = status;
        });
        window.show();
        session->start();
    }

    template<typename T>
    static T *in(QWidget &parent, const char *name)
    {
        return parent.findChild<T *>(QLatin1String(name));
    }

    /// Presses Add, fills in what is given, tests and saves.
    void add(Typed &typed)
    {
        window.openPage(QStringLiteral("connections"));
        auto *page = in<QWidget>(window, "connectionsPage");
        QTimer::singleShot(0, &window, [&] {
            QWidget *dialog = QApplication::activeModalWidget();
            QVERIFY(dialog);
            fillIn(*dialog, typed);
        });
        auto *button = in<QPushButton>(*page, "addConnection");
        QTest::mouseClick(button->isVisible() ? button : in<QPushButton>(*page, "emptyAction"), Qt::LeftButton);
    }

    static void fillIn(QWidget &dialog, Typed &typed)
    {
        const auto choose = [&](const char *name, const QString &word) {
            auto *box = in<QComboBox>(dialog, name);
            const int index = box->findData(word) >= 0 ? box->findData(word) : box->findText(word);
            QVERIFY2(index >= 0, name);
            box->setCurrentIndex(index);
        };
        const auto type = [&](const char *name, const QString &text) {
            if (!text.isEmpty())
                QTest::keyClicks(in<QLineEdit>(dialog, name), text);
        };
        choose("provider", typed.provider);
        type("name", typed.name);
        type("url", typed.url);
        type("user", typed.user);
        choose("environment", typed.environment);
        type("readKey", typed.key);
        type("ca_file", typed.caFile);
        if (typed.thisRunOnly)
            in<QRadioButton>(dialog, "readKeyThisRun")->click();
        if (typed.testFirst) {
            auto *button = in<QPushButton>(dialog, "testConnection");
            button->click();
            QTRY_VERIFY_WITH_TIMEOUT(button->text().contains(QStringLiteral("again")), patience);
            typed.testText = dialog.findChild<ui::TestPanel *>()->text();
        }
        auto *save = in<QPushButton>(dialog, "saveConnection");
        save->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isVisible() || save->isEnabled(), patience);
        if (dialog.isVisible()) {
            typed.problem = in<QLabel>(dialog, "connectionProblem")->text();
            qobject_cast<QDialog *>(&dialog)->reject();
        }
    }

    std::unique_ptr<bootstrap::Session> session;
    storage::Settings settings;
    QHash<QString, ConnectionStatus> states;
    QHash<QString, QueueStatus> queues;
    ui::MainWindow window;
};

} // namespace holdwatch::test
