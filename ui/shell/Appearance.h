// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDBusVariant;

namespace holdwatch {
class SettingsPort;
}

namespace holdwatch::ui {

/// Light or dark: as the desktop says, or as a person chose. Sets the application's style, font size and
/// palette; widgets follow by their palette. The desktop is asked over its settings portal without
/// waiting for the answer; until one comes, what it said last time holds.
class Appearance final : public QObject
{
    Q_OBJECT
public:
    enum class Choice { Desktop, Light, Dark };

    explicit Appearance(SettingsPort &settings, QObject *parent = nullptr);

    Choice choice() const { return m_choice; }
    void choose(Choice choice);
    void chooseNext(); ///< desktop → light → dark → desktop
    bool isDark() const;
    static QString wordOf(Choice choice);

    void followDesktop(); ///< asks, and listens for changes; call once the window is up

signals:
    void changed();

private slots:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void heard(uint colorScheme);
    void apply();

    SettingsPort &m_settings;
    Choice m_choice = Choice::Desktop;
    bool m_desktopIsDark = false;
};

} // namespace holdwatch::ui
