// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bootstrap/WindowCommand.h"

#include "app/bootstrap/Diagnostics.h"
#include "app/bootstrap/LiveTable.h"
#include "app/bootstrap/Session.h"
#include "app/bootstrap/StopSignals.h"
#include "app/decode/Unpacker.h"
#include "app/bootstrap/Usage.h"
#include "app/storage/config/Settings.h"
#include "ui/shell/MainWindow.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QMessageBox>
#include <QPixmap>
#include <QSaveFile>
#include <QTimer>

#include <cstdio>

namespace holdwatch::bootstrap {

namespace {

constexpr Millis screenshotEvery = Seconds(5);

bool hasDisplay()
{
#ifdef Q_OS_LINUX
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
#else
    return true;
#endif
}

/// Whoever looks at the file while it is renewed sees the old picture or the new one, never half of one.
bool saveScreenshot(QWidget &window, const QString &path)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    if (!window.grab().save(&buffer, "PNG"))
        return false;
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(png) == png.size() && file.flush() && file.commit(); // commit() alone misses a full disk
}

int refuse(const Error &error, bool headless)
{
    std::fprintf(stderr, "holdwatch: %s\n", qUtf8Printable(toSentence(error)));
    if (!headless) {
        QMessageBox box(QMessageBox::Warning, QStringLiteral("Holdwatch"), QString(), QMessageBox::Close);
        box.setTextFormat(Qt::PlainText);
        box.setText(error.what);
        box.setInformativeText(QStringList({error.kept, error.next}).join(QLatin1Char(' ')).trimmed());
        box.exec();
    }
    return exitCodeForTrouble;
}

void shootOnce(QWidget &window, const QString &path, Millis after)
{
    QTimer::singleShot(after, &window, [&window, path] {
        const bool saved = saveScreenshot(window, path);
        if (!saved)
            std::fprintf(stderr, "holdwatch: the screenshot could not be written to %s\n", qUtf8Printable(path));
        QApplication::exit(saved ? 0 : exitCodeForTrouble);
    });
}

/// What a machine without a display gets instead of a window to look at.
class Headless : public QObject
{
public:
    Headless(Session &session, QWidget &window)
        : m_path(session.profile().directory() + QStringLiteral("/screenshot.png")),
          m_table(session.monitor(), session.clock(), QStringLiteral("Screenshot: %1").arg(QDir::toNativeSeparators(m_path)))
    {
        std::printf("Holdwatch: no display here, so it runs headless. The table below is live; the window is drawn to\n%s\nevery %lld seconds. Ctrl+C ends it.\n\n",
                    qUtf8Printable(m_path), static_cast<long long>(std::chrono::duration_cast<Seconds>(screenshotEvery).count()));
        std::fflush(stdout);
        m_table.start();
        connect(&m_timer, &QTimer::timeout, &window, [this, &window] { saveScreenshot(window, m_path); });
        m_timer.start(screenshotEvery);
    }

private:
    QString m_path;
    LiveTable m_table;
    QTimer m_timer;
};

} // namespace

Result<WindowOptions> parseWindowOptions(const QStringList &arguments)
{
    WindowOptions options;
    bool saysWhen = false;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString &word = arguments[i];
        const bool known = word == QLatin1String("--profile") || word == QLatin1String("--screenshot") || word == QLatin1String("--after");
        if (!known)
            return failure(Error::Kind::Configuration, QStringLiteral("“%1” is not understood.").arg(word), QStringLiteral("See holdwatch --help."));
        if (i + 1 == arguments.size() || arguments[i + 1].isEmpty())
            return failure(Error::Kind::Configuration, QStringLiteral("%1 needs a value.").arg(word), QStringLiteral("See holdwatch --help."));
        const QString value = arguments[++i];
        if (word == QLatin1String("--profile"))
            options.profile = value;
        else if (word == QLatin1String("--screenshot"))
            options.screenshot = value;
        else if (const auto after = parseDuration(value))
            options.after = *after;
        else
            return failure(Error::Kind::Configuration, QStringLiteral("“%1” is no duration.").arg(value), QStringLiteral("Write it like 90s or 2m30s."));
        saysWhen = saysWhen || word == QLatin1String("--after");
    }
    if (saysWhen && options.screenshot.isEmpty())
        return failure(Error::Kind::Configuration, QStringLiteral("--after says when the screenshot is taken, and no --screenshot FILE is given."), QStringLiteral("See holdwatch --help."));
    return options;
}

int runWindow(int argc, char **argv, const WindowOptions &options)
{
    const bool headless = !hasDisplay();
    if (headless)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setDesktopFileName(QStringLiteral("io.github.holdwatch.Holdwatch"));

    auto session = Session::open(options.profile.isEmpty() ? storage::Profile::defaultDirectory() : options.profile);
    if (!session)
        return refuse(session.error(), headless || !options.screenshot.isEmpty());
    storage::Settings settings((*session)->profile().settingsFile());
    Diagnostics diagnostics((*session)->profile().directory(), (*session)->redactor(), (*session)->clock());
    diagnostics.listenTo((*session)->monitor());
    const decode::Unpacker unpacker;
    ui::MainWindow window({(*session)->monitor(), (*session)->connections(), (*session)->access(), (*session)->practice(), (*session)->deadLetters(), (*session)->redrive(), &unpacker}, (*session)->clock(), settings);
    window.setDiagnostics(&diagnostics);
    window.showConfigurationProblems((*session)->problems());
    const StopSignals stop([] { QApplication::quit(); });
    window.show();
    (*session)->start();

    std::unique_ptr<Headless> instead;
    if (!options.screenshot.isEmpty())
        shootOnce(window, options.screenshot, options.after);
    else if (headless)
        instead = std::make_unique<Headless>(**session, window);
    return QApplication::exec();
}

} // namespace holdwatch::bootstrap
