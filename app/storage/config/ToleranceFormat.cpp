// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storage/config/ToleranceFormat.h"

#include "app/storage/config/JsonWriting.h"

#include <QUrl>

#include <array>

namespace holdwatch::storage {

namespace {

void findShortened(Findings &findings, const QString &key, const std::optional<Millis> &value, Millis window)
{
    if (value && value->count() <= 0)
        findings.emplace_back(key, QStringLiteral("%1 must be longer than zero").arg(key));
    else if (value && *value >= window)
        findings.emplace_back(key, QStringLiteral("%1 must be shorter than hold_window, or every moment would be too late").arg(key));
}

void findNotPositive(Findings &findings, const QString &key, const std::optional<Millis> &value)
{
    if (value && value->count() <= 0)
        findings.emplace_back(key, QStringLiteral("%1 must be longer than zero").arg(key));
}

bool isWebAddress(const QString &text)
{
    const QUrl url(text, QUrl::StrictMode);
    return url.isValid() && !url.host().isEmpty() && (url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http"));
}

void findInClasses(Findings &findings, const QVector<WorkClass> &classes)
{
    const QString key = QStringLiteral("work_classes");
    QStringList names;
    for (const WorkClass &workClass : classes) {
        if (workClass.name.trimmed().isEmpty())
            findings.emplace_back(key, QStringLiteral("each of work_classes needs a name"));
        else if (names.contains(workClass.name))
            findings.emplace_back(key, QStringLiteral("work_classes has \"%1\" twice").arg(workClass.name));
        if (workClass.holdWindow.count() <= 0)
            findings.emplace_back(key, QStringLiteral("hold_window of each of work_classes must be longer than zero"));
        names << workClass.name;
    }
}

} // namespace

Tolerance readTolerance(ConfigObject &object)
{
    Tolerance tolerance;
    object.read(QStringLiteral("hold_window"), tolerance.holdWindow);
    object.read(QStringLiteral("reaction_time"), tolerance.reactionTime);
    object.read(QStringLiteral("look_ahead"), tolerance.lookAhead);
    object.read(QStringLiteral("handling_time"), tolerance.handlingTime);
    object.read(QStringLiteral("arrival_cadence"), tolerance.arrivalCadence);
    object.read(QStringLiteral("owner"), tolerance.owner);
    object.read(QStringLiteral("runbook"), tolerance.runbook);
    object.readObjects(QStringLiteral("work_classes"), [&tolerance](ConfigObject &each) {
        WorkClass workClass;
        each.read(QStringLiteral("name"), workClass.name);
        each.read(QStringLiteral("hold_window"), workClass.holdWindow);
        each.require(QStringLiteral("hold_window"));
        each.finish();
        tolerance.workClasses.append(workClass);
    });
    if (object.isGood()) {
        for (const auto &[key, sentence] : findingsOf(tolerance))
            object.refuse(key, sentence);
    }
    return tolerance;
}

void writeTolerance(nlohmann::ordered_json &object, const Tolerance &tolerance)
{
    put(object, "hold_window", tolerance.holdWindow);
    put(object, "reaction_time", tolerance.reactionTime);
    put(object, "look_ahead", tolerance.lookAhead);
    put(object, "handling_time", tolerance.handlingTime);
    put(object, "arrival_cadence", tolerance.arrivalCadence);
    auto classes = nlohmann::ordered_json::array();
    for (const WorkClass &workClass : tolerance.workClasses) {
        nlohmann::ordered_json each;
        put(each, "name", workClass.name);
        put(each, "hold_window", workClass.holdWindow);
        classes.push_back(std::move(each));
    }
    putUnlessEmpty(object, "work_classes", std::move(classes));
    put(object, "owner", tolerance.owner);
    put(object, "runbook", tolerance.runbook);
}

Findings findingsOf(const Tolerance &tolerance)
{
    Findings findings;
    if (tolerance.holdWindow.count() <= 0)
        findings.emplace_back(QStringLiteral("hold_window"), QStringLiteral("hold_window must be longer than zero"));
    findShortened(findings, QStringLiteral("reaction_time"), tolerance.reactionTime, tolerance.holdWindow);
    findShortened(findings, QStringLiteral("handling_time"), tolerance.handlingTime, tolerance.holdWindow);
    findNotPositive(findings, QStringLiteral("look_ahead"), tolerance.lookAhead);
    findNotPositive(findings, QStringLiteral("arrival_cadence"), tolerance.arrivalCadence);
    findInClasses(findings, tolerance.workClasses);
    if (!tolerance.runbook.isEmpty() && !isWebAddress(tolerance.runbook))
        findings.emplace_back(QStringLiteral("runbook"), QStringLiteral("runbook must be a link that begins with https:// or http://"));
    return findings;
}

QString durationText(Millis duration)
{
    struct Unit
    {
        qint64 millis;
        const char *name;
    };
    constexpr std::array units{Unit{86'400'000, "d"}, Unit{3'600'000, "h"}, Unit{60'000, "m"}, Unit{1'000, "s"}, Unit{1, "ms"}};
    QString text;
    qint64 rest = duration.count();
    for (const Unit &unit : units) {
        if (rest / unit.millis > 0)
            text += QString::number(rest / unit.millis) + QLatin1String(unit.name);
        rest %= unit.millis;
    }
    return text.isEmpty() ? QStringLiteral("0s") : text;
}

} // namespace holdwatch::storage
