// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/ConnectionDialog.h"

#include "models/connections/ConnectionForm.h"
#include "ui/common/DialogFrame.h"
#include "ui/common/Labels.h"
#include "ui/common/Theme.h"
#include "ui/connections/ConnectionFields.h"
#include "ui/connections/TestPanel.h"

#include <QHBoxLayout>
#include <QPointer>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr int panelWidth = 340;

/// Fields that are empty on a fresh form without anybody having done anything wrong.
bool isOnlyMissing(const QString &field, const ConnectionForm &form)
{
    return (field == QLatin1String("name") && form.name.trimmed().isEmpty()) || (field == QLatin1String("url") && form.address.trimmed().isEmpty())
        || (field == QLatin1String("user") && form.user.trimmed().isEmpty());
}

} // namespace

ConnectionDialog::ConnectionDialog(ConnectionsPort &connections, const ConnectionConfig &config, QWidget *parent)
    : QDialog(parent), m_connections(connections), m_config(config), m_frame(new DialogFrame(this)), m_fields(new ConnectionFields(connections.providers())),
      m_test(new TestPanel)
{
    setObjectName(QStringLiteral("connectionDialog"));
    setWindowTitle(config.id.isEmpty() ? QStringLiteral("New connection") : QStringLiteral("Connection %1").arg(config.name));
    auto *side = new QVBoxLayout;
    side->setSpacing(space::m);
    side->addWidget(plainLabel(QStringLiteral("Connection test"), Type::Body, QFont::DemiBold));
    side->addWidget(m_test, 1);
    auto *panel = new QWidget;
    panel->setLayout(side);
    side->setContentsMargins(0, 0, 0, 0);
    panel->setFixedWidth(panelWidth);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(space::xl);
    columns->addWidget(m_fields, 1);
    columns->addWidget(panel);
    m_frame->body()->addLayout(columns, 1);
    m_frame->body()->addWidget(makeButtons());

    connect(m_fields, &ConnectionFields::edited, this, &ConnectionDialog::review);
    m_fields->setKeys(config.id.isEmpty() ? KeyFacts() : connections.keyOf(config.id));
    m_fields->setForm(ConnectionForm::from(config));
    m_fields->setFocus();
    resizeWithin(*this, {940, 640});
}

ConnectionDialog::~ConnectionDialog()
{
    m_connections.stopTest();
}

QWidget *ConnectionDialog::makeButtons()
{
    auto *row = new QWidget(this);
    m_problem = plainLabel({}, Type::Body, QFont::Normal, row);
    m_problem->setObjectName(QStringLiteral("connectionProblem"));
    m_problem->setWordWrap(true);
    QPalette red = palette();
    red.setColor(QPalette::WindowText, Theme::of(this).danger);
    m_problem->setPalette(red);
    m_testButton = new QPushButton(QStringLiteral("&Test connection"), row);
    m_testButton->setObjectName(QStringLiteral("testConnection"));
    m_testButton->setToolTip(plainToolTip(QStringLiteral("Sends reads only, and saves nothing")));
    m_testButton->setAutoDefault(false);
    m_cancel = new QPushButton(QStringLiteral("Cancel"), row);
    m_cancel->setObjectName(QStringLiteral("cancelConnection"));
    m_cancel->setAutoDefault(false);
    m_save = new QPushButton(QStringLiteral("&Save"), row);
    m_save->setObjectName(QStringLiteral("saveConnection"));
    m_save->setDefault(true);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(m_problem, 1);
    layout->addWidget(m_testButton);
    layout->addWidget(m_cancel);
    layout->addWidget(m_save);
    connect(m_testButton, &QPushButton::clicked, this, &ConnectionDialog::test);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &ConnectionDialog::save);
    return row;
}

QHash<QString, QString> ConnectionDialog::faults() const
{
    const CheckedConnection checked = check(m_fields->form());
    QHash<QString, QString> sentences;
    QVector<FieldFault> all = checked.faults;
    // A field that can't be read is said once, not again as what the default makes of it.
    for (const FieldFault &fault : m_connections.check(checked.config)) {
        const bool said = std::any_of(all.cbegin(), all.cend(), [&](const FieldFault &each) { return each.field == fault.field; });
        if (!said)
            all.append(fault);
    }
    for (const FieldFault &fault : std::as_const(all)) {
        if (!sentences.contains(fault.field))
            sentences.insert(fault.field, besideField(fault));
    }
    if (const QString fault = m_fields->readKey().fault(); !fault.isEmpty())
        sentences.insert(QStringLiteral("read_key"), fault);
    // Whoever points a connection at another server means its key as well.
    const auto serverOf = [](const QUrl &url) { return url.adjusted(QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment); };
    const bool isKept = !m_config.id.isEmpty() && m_connections.keyOf(m_config.id).read != KeyPlace::None && m_fields->readKey().change().what == KeyChange::What::Keep;
    if (isKept && serverOf(checked.config.baseUrl) != serverOf(m_config.baseUrl) && !sentences.contains(QStringLiteral("url")))
        sentences.insert(QStringLiteral("read_key"), QStringLiteral("The address leads to another server. Type its key: the one kept here is not sent there by itself."));
    if (const QString fault = m_fields->writeKey().fault(); !fault.isEmpty() && checked.config.separateWriteKey)
        sentences.insert(QStringLiteral("write_key"), fault);
    return sentences;
}

ConnectionDraft ConnectionDialog::draft() const
{
    ConnectionDraft draft;
    draft.config = check(m_fields->form()).config;
    draft.readKey = m_fields->readKey().change();
    if (draft.config.separateWriteKey)
        draft.writeKey = m_fields->writeKey().change();
    return draft;
}

void ConnectionDialog::review()
{
    const ConnectionForm form = m_fields->form();
    const bool isAway = m_fields->provider().needsAddress;
    m_frame->setEnvironment(isAway ? form.environment : Environment::Practice, form.name.trimmed());
    QHash<QString, QString> shown = faults();
    const bool fine = shown.isEmpty();
    if (!m_wasSaveTried)
        shown.removeIf([&](const auto &fault) { return isOnlyMissing(fault.key(), form); });
    const QStringList elsewhere = m_fields->showFaults(shown);
    m_problem->setText(!elsewhere.isEmpty() ? elsewhere.join(QLatin1Char(' ')) : m_wasSaveTried && !fine ? QStringLiteral("Not saved yet: a field needs a correction.") : QString());
    m_testButton->setEnabled(fine && isAway && !m_busy);
    m_save->setEnabled(!m_busy && (fine || !m_wasSaveTried));
    if (!m_testing)
        m_test->clear();
}

void ConnectionDialog::test()
{
    if (m_testing) {
        m_connections.stopTest();
        return;
    }
    m_testing = true;
    m_testButton->setText(QStringLiteral("S&top test"));
    m_connections.test(draft(), this, [this](const ConnectionTest &test) {
        m_test->show(test);
        if (test.isOver()) {
            m_testing = false;
            m_testButton->setText(QStringLiteral("&Test again"));
        }
    });
}

void ConnectionDialog::save()
{
    m_wasSaveTried = true;
    review();
    if (m_busy || !faults().isEmpty())
        return;
    setBusy(true);
    m_problem->setText({});
    m_connections.save(draft(), this, [this](const Result<ConnectionId> &answer) { finish(answer); });
}

void ConnectionDialog::setBusy(bool busy)
{
    m_busy = busy;
    m_fields->setEnabled(!busy);
    m_save->setText(busy ? QStringLiteral("Saving\u2026") : QStringLiteral("&Save"));
    m_save->setEnabled(!busy);
    m_testButton->setEnabled(!busy);
}

/// Where all but a key was saved the connection is there now: saving again changes it.
void ConnectionDialog::continueFromSaved()
{
    const QString name = check(m_fields->form()).config.name;
    for (const ConnectionConfig &each : m_connections.connections()) {
        if (m_config.id.isEmpty() && each.name == name)
            m_config = each;
    }
    if (m_config.id.isEmpty())
        return;
    m_fields->continueFrom(m_config);
    m_fields->setKeys(m_connections.keyOf(m_config.id));
}

void ConnectionDialog::finish(const Result<ConnectionId> &answer)
{
    setBusy(false);
    if (!answer) {
        continueFromSaved();
        review();
        m_problem->setText(toSentence(answer.error()));
        return;
    }
    emit saved(*answer, QStringLiteral("Saved %1.").arg(check(m_fields->form()).config.name));
    accept();
}

} // namespace holdwatch::ui
