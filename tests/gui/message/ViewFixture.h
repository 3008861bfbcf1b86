// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/decode/Unpacker.h"
#include "tests/support/FakeClock.h"
#include "tests/support/MessageSamples.h"
#include "ui/message/DecodeChips.h"
#include "ui/message/HeadersTab.h"
#include "ui/message/HexPane.h"
#include "ui/message/MessageView.h"
#include "ui/message/PayloadTab.h"
#include "ui/message/TextPane.h"
#include "ui/message/TreePane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

namespace holdwatch::test {

/// A message view with everything behind it but the page.
struct ViewFixture
{
    FakeClock clock;
    decode::Unpacker unpacker;
    ui::MessageView view{ui::MessageTools{&unpacker, &clock, {}}};
    QSignalSpy revealed{&view, &ui::MessageView::revealed};
    QSignalSpy notes{&view, &ui::MessageView::noteRaised};

    ViewFixture()
    {
        view.resize(900, 700);
        view.show();
        view.activateWindow();
        if (!QTest::qWaitForWindowActive(&view))
            qFatal("the window did not become active");
    }

    template<typename T>
    T &part(const char *name)
    {
        T *found = view.findChild<T *>(QLatin1String(name));
        if (!found)
            qFatal("no %s", name);
        return *found;
    }

    ui::PayloadTab &payload() { return part<ui::PayloadTab>("payloadTab"); }
    ui::TextPane &raw() { return part<ui::TextPane>("payloadRaw"); }
    ui::TextPane &pretty() { return part<ui::TextPane>("payloadPretty"); }
    QString remarks() { return part<QLabel>("payloadRemarks").text(); }
    QString lastNote() { return notes.isEmpty() ? QString() : notes.last().first().toString(); }
    static QString clipboard() { return QGuiApplication::clipboard()->text(); }

    void open(const QString &sample)
    {
        const MessageSample made = messageSample(sample, clock.now());
        view.show(made.letter, made.row);
    }

    void openBytes(const QByteArray &bytes)
    {
        MessageSample made = messageSample(QStringLiteral("order"), clock.now());
        made.letter.payload = bytes;
        made.letter.payloadSize = bytes.size();
        view.show(made.letter, made.row);
    }

    bool isScanned() { return payload().document().isScanned(); }
    QStringList chips() { return part<ui::DecodeChips>("decodeChips").words(); }
    QString draw() { return view.grab().isNull() ? QString() : QStringLiteral("drawn"); }
};

} // namespace holdwatch::test
