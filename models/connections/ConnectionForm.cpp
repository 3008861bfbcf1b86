// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connections/ConnectionForm.h"

#include "models/tolerance/ToleranceDraft.h"

namespace holdwatch {

namespace {

using ProxyMode = ConnectionConfig::ProxyMode;

class Reader
{
public:
    explicit Reader(QVector<FieldFault> &faults) : m_faults(faults) {}

    QUrl address(const QString &field, const QString &typed, const QString &example)
    {
        const QString text = typed.trimmed();
        const QUrl url(text, QUrl::StrictMode);
        if (!text.isEmpty() && (!url.isValid() || url.host().isEmpty()))
            m_faults.append({field, QStringLiteral("Write the whole address, like %1.").arg(example)});
        return url;
    }

    Millis duration(const QString &field, const QString &typed, Millis otherwise)
    {
        if (typed.trimmed().isEmpty())
            return otherwise;
        const auto read = parseDuration(typed.trimmed());
        if (!read)
            m_faults.append({field, QStringLiteral("Write a duration like 15s, 8m30s or 1h.")});
        return read.value_or(otherwise);
    }

private:
    QVector<FieldFault> &m_faults;
};

void readTolerance(const ConnectionForm &form, Tolerance &tolerance, QVector<FieldFault> &faults)
{
    ToleranceDraft draft = ToleranceDraft::from(tolerance);
    draft.holdWindow = form.holdWindow;
    draft.reactionTime = form.reactionTime;
    draft.owner = form.owner;
    const CheckedTolerance checked = check(draft);
    const QString window = checked.faultOf(ToleranceField::HoldWindow);
    const QString reaction = checked.faultOf(ToleranceField::ReactionTime);
    if (!window.isEmpty())
        faults.append({QStringLiteral("hold_window"), window});
    if (!reaction.isEmpty())
        faults.append({QStringLiteral("reaction_time"), reaction});
    if (checked.isFine())
        tolerance = checked.tolerance;
    else if (window.isEmpty() && reaction.isEmpty())
        faults.append({QStringLiteral("tolerance"), checked.faults.constFirst().sentence});
}

} // namespace

ConnectionForm ConnectionForm::from(const ConnectionConfig &config)
{
    const ToleranceDraft tolerance = ToleranceDraft::from(config.defaultTolerance);
    ConnectionForm form;
    form.base = config;
    form.provider = config.provider;
    form.name = config.name;
    form.address = config.baseUrl.toString(QUrl::FullyEncoded);
    form.allowPlainLoopback = config.allowPlainLoopback;
    form.user = config.username;
    form.keyVariable = config.keyVariable;
    form.separateWriteKey = config.separateWriteKey;
    form.writeUser = config.writeUsername;
    form.environment = config.environment;
    form.pollInterval = typedDuration(config.pollInterval);
    form.deadline = typedDuration(config.deadline);
    form.queueFilter = config.queueFilter;
    form.holdWindow = tolerance.holdWindow;
    form.reactionTime = tolerance.reactionTime;
    form.owner = tolerance.owner;
    form.caFile = config.caFile;
    form.clientCertificateFile = config.clientCertificateFile;
    form.clientKeyFile = config.clientKeyFile;
    form.proxyMode = config.proxyMode;
    form.proxyAddress = config.proxyUrl.toString(QUrl::FullyEncoded);
    form.http2 = config.http2;
    return form;
}

CheckedConnection check(const ConnectionForm &form)
{
    CheckedConnection checked{form.base, {}};
    ConnectionConfig &config = checked.config;
    Reader read(checked.faults);
    config.provider = form.provider;
    config.name = form.name.trimmed();
    config.baseUrl = read.address(QStringLiteral("url"), form.address, QStringLiteral("https://queue.example.com"));
    config.allowPlainLoopback = form.allowPlainLoopback;
    config.username = form.user.trimmed();
    config.keyVariable = form.keyVariable.trimmed();
    config.separateWriteKey = form.separateWriteKey;
    config.writeUsername = form.separateWriteKey ? form.writeUser.trimmed() : QString();
    config.environment = form.environment;
    config.pollInterval = read.duration(QStringLiteral("poll_interval"), form.pollInterval, ConnectionConfig().pollInterval);
    config.deadline = read.duration(QStringLiteral("deadline"), form.deadline, ConnectionConfig().deadline);
    config.queueFilter = form.queueFilter.trimmed();
    readTolerance(form, config.defaultTolerance, checked.faults);
    config.caFile = form.caFile.trimmed();
    config.clientCertificateFile = form.clientCertificateFile.trimmed();
    config.clientKeyFile = form.clientKeyFile.trimmed();
    config.proxyMode = form.proxyMode;
    const bool isExplicit = form.proxyMode == ProxyMode::Explicit;
    config.proxyUrl = isExplicit ? read.address(QStringLiteral("proxy"), form.proxyAddress, QStringLiteral("http://proxy.example.com:3128")) : QUrl();
    config.http2 = form.http2;
    if (isBuiltInPractice(config)) {
        // The form has no rows for its pace and windows: they stay what its entry says, and are none of another server's.
        const bool wasPractice = isBuiltInPractice(form.base);
        config = asBuiltInPractice(config);
        config.pollInterval = wasPractice ? form.base.pollInterval : practicePollInterval;
        config.defaultTolerance = wasPractice ? form.base.defaultTolerance : Tolerance();
    }
    return checked;
}

QString besideField(const FieldFault &fault)
{
    QString sentence = fault.sentence;
    if (sentence.startsWith(fault.field + QLatin1Char(' ')))
        sentence.remove(0, fault.field.size() + 1);
    if (!sentence.isEmpty())
        sentence[0] = sentence[0].toUpper();
    return sentence.endsWith(QLatin1Char('.')) ? sentence : sentence + QLatin1Char('.');
}

} // namespace holdwatch
