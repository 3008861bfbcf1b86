// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDialog>
#include <QTest>
#include <QTimer>

namespace holdwatch::test {

template<typename T>
T *in(const QWidget &parent, const char *name)
{
    auto *widget = parent.findChild<T *>(QString::fromLatin1(name));
    if (!widget)
        qFatal("there is no %s", name);
    return widget;
}

/// Runs `act` on the modal dialog that the next call opens, which must be of this name; closes it if `act` has not.
template<typename Act>
void withDialog(const char *name, Act act)
{
    QTimer::singleShot(0, qApp, [name, act] {
        auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
        QVERIFY2(dialog, name);
        QCOMPARE(dialog->objectName(), QString::fromLatin1(name));
        act(*dialog);
        if (dialog->isVisible())
            dialog->reject();
    });
}

} // namespace holdwatch::test
