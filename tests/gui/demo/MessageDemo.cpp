// SPDX-License-Identifier: GPL-3.0-or-later
// message_demo [--theme light|dark] [--sample NAME] [--tab payload|headers|attempts|history|compare] [--view both|pretty|raw|tree|hex]
//              [--decode] [--search WORDS] [--size WxH] [--shot FILE]
#include "app/decode/Unpacker.h"
#include "tests/support/MessageSamples.h"
#include "ui/common/Metrics.h"
#include "ui/common/Style.h"
#include "ui/common/Theme.h"
#include "ui/message/MessageView.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCommandLineParser>
#include <QLineEdit>
#include <QTimer>

#include <cstdio>

using namespace holdwatch;
using namespace holdwatch::test;

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCommandLineParser options;
    for (const char *name : {"theme", "sample", "tab", "view", "search", "size", "shot"})
        options.addOption({QString::fromLatin1(name), {}, QStringLiteral("value")});
    options.addOption({QStringLiteral("decode"), QStringLiteral("follow the suggestion")});
    options.process(application);
    const auto value = [&options](const char *name, const char *otherwise) {
        const QString key = QString::fromLatin1(name);
        return options.isSet(key) ? options.value(key) : QString::fromLatin1(otherwise);
    };
    QApplication::setStyle(new ui::Style);
    QApplication::setFont(ui::typeFont(QApplication::font(), ui::Type::Body));
    QApplication::setPalette((value("theme", "light") == QLatin1String("dark") ? ui::Theme::darkTheme() : ui::Theme::light()).palette());

    SystemClock clock;
    const decode::Unpacker unpacker;
    ui::MessageView view({&unpacker, &clock, {}});
    const QStringList size = value("size", "900x700").split(QLatin1Char('x'));
    view.resize(size.value(0).toInt(), size.value(1).toInt());
    const MessageSample sample = messageSample(value("sample", "order"), clock.now());
    view.show();
    view.show(sample.letter, sample.row);
    QObject::connect(&view, &ui::MessageView::noteRaised, &view, [](const QString &note) { std::puts(qPrintable(note)); });
    const auto press = [&view](const QString &name) {
        if (auto *button = view.findChild<QAbstractButton *>(name))
            button->click();
    };
    QTimer::singleShot(400, &view, [&] {
        if (options.isSet(QStringLiteral("decode")))
            press(QStringLiteral("decodeSuggestion"));
        if (const QString name = value("view", ""); !name.isEmpty())
            press(QStringLiteral("view") + name.left(1).toUpper() + name.mid(1));
        if (options.isSet(QStringLiteral("search"))) {
            QMetaObject::invokeMethod(&view, [&view] { view.openTab(ui::MessageView::Tab::Payload); });
            view.findChild<QWidget *>(QStringLiteral("payloadSearchBar"))->show();
            view.findChild<QLineEdit *>(QStringLiteral("payloadSearch"))->setText(options.value(QStringLiteral("search")));
        }
        const QStringList tabs{QStringLiteral("payload"), QStringLiteral("headers"), QStringLiteral("attempts"), QStringLiteral("history"), QStringLiteral("compare")};
        const int tab = int(tabs.indexOf(value("tab", "payload")));
        if (tab == 4) {
            DeadLetter other = sample.letter;
            other.payload.replace("1249.10", "1249.1").replace("\"qty\":2", "\"qty\":20").replace("\"vip\":true,", "").replace("\"Lagos\"", "\"Lagos\",\"zip\":\"101001\"");
            view.compareWith(other, QStringLiteral("a healthy message of the same version"));
        } else if (tab > 0) {
            view.openTab(ui::MessageView::Tab(tab));
        }
    });
    if (options.isSet(QStringLiteral("shot"))) {
        QTimer::singleShot(2500, &view, [&] {
            view.grab().save(options.value(QStringLiteral("shot")));
            QApplication::quit();
        });
    }
    return QApplication::exec();
}
