// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/Appearance.h"

#include "models/ports/SettingsPort.h"
#include "ui/common/Metrics.h"
#include "ui/common/Style.h"
#include "ui/common/Theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace holdwatch::ui {

namespace {

QString portalName() { return QStringLiteral("org.freedesktop.portal.Desktop"); }
QString portalPath() { return QStringLiteral("/org/freedesktop/portal/desktop"); }
QString portalInterface() { return QStringLiteral("org.freedesktop.portal.Settings"); }
QString appearanceGroup() { return QStringLiteral("org.freedesktop.appearance"); }
QString schemeKey() { return QStringLiteral("color-scheme"); }

QString choiceKey() { return QStringLiteral("appearance/theme"); }
QString lastKey() { return QStringLiteral("appearance/desktopWasDark"); }

/// The portal of older desktops wraps the value twice.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

Appearance::Appearance(SettingsPort &settings, QObject *parent) : QObject(parent), m_settings(settings)
{
    const bool paletteIsDark = Theme::of(QApplication::palette()).dark;
    m_desktopIsDark = m_settings.read(lastKey(), paletteIsDark).toBool();
    const QString word = m_settings.read(choiceKey(), wordOf(Choice::Desktop)).toString();
    for (Choice choice : {Choice::Light, Choice::Dark}) {
        if (word == wordOf(choice))
            m_choice = choice;
    }
    QApplication::setStyle(new Style);
    QApplication::setFont(typeFont(QApplication::font(), Type::Body));
    apply();
}

void Appearance::choose(Choice choice)
{
    if (m_choice == choice)
        return;
    m_choice = choice;
    m_settings.write(choiceKey(), wordOf(choice));
    apply();
}

void Appearance::chooseNext()
{
    choose(m_choice == Choice::Desktop ? Choice::Light : m_choice == Choice::Light ? Choice::Dark : Choice::Desktop);
}

bool Appearance::isDark() const
{
    return m_choice == Choice::Desktop ? m_desktopIsDark : m_choice == Choice::Dark;
}

QString Appearance::wordOf(Choice choice)
{
    switch (choice) {
    case Choice::Light: return QStringLiteral("light");
    case Choice::Dark: return QStringLiteral("dark");
    case Choice::Desktop: break;
    }
    return QStringLiteral("desktop");
}

void Appearance::followDesktop()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(portalName(), portalPath(), portalInterface(), QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(portalName(), portalPath(), portalInterface(), QStringLiteral("Read"));
    question.setArguments({appearanceGroup(), schemeKey()});
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *done) {
        const QDBusPendingReply<QVariant> reply = *done;
        done->deleteLater();
        if (!reply.isError())
            heard(unwrapped(reply.value()).toUInt());
    });
}

void Appearance::settingChanged(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group == appearanceGroup() && key == schemeKey())
        heard(unwrapped(value.variant()).toUInt());
}

void Appearance::heard(uint colorScheme)
{
    // 0 says the desktop has no opinion; then the palette it came with stands.
    constexpr uint preferDark = 1;
    if (colorScheme == 0)
        return;
    const bool dark = colorScheme == preferDark;
    m_settings.write(lastKey(), dark);
    if (m_desktopIsDark == dark)
        return;
    m_desktopIsDark = dark;
    apply();
}

void Appearance::apply()
{
    QApplication::setPalette((isDark() ? Theme::darkTheme() : Theme::light()).palette());
    emit changed();
}

} // namespace holdwatch::ui
