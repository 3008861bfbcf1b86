// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/ConnectionFields.h"

#include "ui/common/FormRows.h"
#include "ui/common/Labels.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace holdwatch::ui {

namespace {

using ProxyMode = ConnectionConfig::ProxyMode;

bool isPlainHttp(const QString &address)
{
    return address.trimmed().startsWith(QLatin1String("http:"), Qt::CaseInsensitive);
}

} // namespace

ConnectionFields::ConnectionFields(QVector<ProviderChoice> providers, QWidget *parent)
    : QScrollArea(parent), m_providers(std::move(providers)), m_rows(new FormRows)
{
    setObjectName(QStringLiteral("connectionFields"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rows->setContentsMargins(0, 0, space::m, 0);
    addSystem();
    addKeys();
    addWatching();
    addNetwork();
    setWidget(m_rows);
    setFocusPolicy(Qt::NoFocus);
    setFocusProxy(m_name);
    // A shortcut may lead to a field that is out of sight; the Tab key alone scrolls by itself.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (now && m_rows->isAncestorOf(now))
            ensureWidgetVisible(now);
    });
    adapt();
}

QLineEdit *ConnectionFields::line(const QString &field, const QString &label, const QString &hint, const QString &placeholder)
{
    QLineEdit *edit = m_rows->addLine(field, label, hint, placeholder);
    connect(edit, &QLineEdit::textChanged, this, &ConnectionFields::edited);
    return edit;
}

QCheckBox *ConnectionFields::check(const QString &field, const QString &label, const QString &text, const QString &hint)
{
    auto *box = new QCheckBox(text);
    box->setObjectName(field);
    m_rows->add(field, label, box, hint);
    box->setAccessibleName(text);
    connect(box, &QCheckBox::toggled, this, [this] {
        adapt();
        emit edited();
    });
    return box;
}

QLineEdit *ConnectionFields::file(const QString &field, const QString &label, const QString &hint)
{
    auto *row = new QWidget;
    auto *edit = new QLineEdit;
    edit->setObjectName(field);
    auto *choose = new QPushButton(QStringLiteral("Choose\u2026"));
    choose->setObjectName(field + QStringLiteral("Choose"));
    choose->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space::s);
    layout->addWidget(edit, 1);
    layout->addWidget(choose);
    row->setFocusProxy(edit);
    m_rows->add(field, label, row, hint);
    edit->setAccessibleName(row->accessibleName());
    connect(edit, &QLineEdit::textChanged, this, &ConnectionFields::edited);
    connect(choose, &QPushButton::clicked, this, [this, edit] {
        const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("PEM file"), edit->text(), QStringLiteral("PEM files (*.pem *.crt *.cer *.key);;All files (*)"));
        if (!path.isEmpty())
            edit->setText(path);
    });
    return edit;
}

void ConnectionFields::addSystem()
{
    m_rows->addTitle(QStringLiteral("System"));
    m_provider = new QComboBox;
    m_provider->setObjectName(QStringLiteral("provider"));
    for (const ProviderChoice &choice : std::as_const(m_providers))
        m_provider->addItem(choice.title, choice.word);
    m_rows->add(QStringLiteral("provider"), QStringLiteral("&Kind"), m_provider);
    m_name = line(QStringLiteral("name"), QStringLiteral("&Name"), QStringLiteral("Unique; shown everywhere"), QStringLiteral("Shop"));
    m_address = line(QStringLiteral("url"), QStringLiteral("&Address"), {});
    m_plainLoopback = check(QStringLiteral("allow_plain_loopback"), QString(), QStringLiteral("Allow http to this machine, unencrypted"),
                            QStringLiteral("Only for addresses of this machine itself"));
    m_environment = new QComboBox;
    m_environment->setObjectName(QStringLiteral("environment"));
    for (const Environment each : {Environment::Practice, Environment::Development, Environment::Staging, Environment::Production})
        m_environment->addItem(toWord(each), int(each));
    m_rows->add(QStringLiteral("environment"), QStringLiteral("&Environment"), m_environment,
                QStringLiteral("Production is marked in every window, and needs a second person for a redrive"));
    const auto chosen = [this] {
        adapt();
        emit edited();
    };
    connect(m_provider, &QComboBox::currentIndexChanged, this, chosen);
    connect(m_environment, &QComboBox::currentIndexChanged, this, chosen);
    connect(m_address, &QLineEdit::textChanged, this, &ConnectionFields::adapt);
}

void ConnectionFields::addKeys()
{
    m_rows->addTitle(QStringLiteral("Key"));
    m_user = line(QStringLiteral("user"), QStringLiteral("&User"), QStringLiteral("A user of its own with monitoring rights only is best"), QStringLiteral("monitor"));
    m_readKey = new KeyFields(QStringLiteral("readKey"));
    m_rows->add(QStringLiteral("read_key"), QStringLiteral("&Key"), m_readKey, QStringLiteral("Kept in the system's keychain or in memory, never in a file"));
    m_keyVariable = line(QStringLiteral("key_env"), QStringLiteral("From variable"), QStringLiteral("Name of an environment variable that holds the key, for scripts; empty: none"));
    m_separateWriteKey = check(QStringLiteral("separate_write_key"), QString(), QStringLiteral("Another key for writing"),
                               QStringLiteral("Fetched only for an approved redrive, so that watching can't write"));
    m_writeUser = line(QStringLiteral("write_user"), QStringLiteral("Writing user"), QStringLiteral("Empty: the same user"));
    m_writeKey = new KeyFields(QStringLiteral("writeKey"));
    m_rows->add(QStringLiteral("write_key"), QStringLiteral("Writing key"), m_writeKey);
    for (KeyFields *keys : {m_readKey, m_writeKey})
        connect(keys, &KeyFields::edited, this, &ConnectionFields::edited);
}

void ConnectionFields::addWatching()
{
    m_rows->addTitle(QStringLiteral("Watching"));
    m_holdWindow = line(QStringLiteral("hold_window"), QStringLiteral("&Hold window"), QStringLiteral("How long work may wait before waiting does harm; each queue may have its own"));
    m_reactionTime = line(QStringLiteral("reaction_time"), QStringLiteral("&Reaction time"), QStringLiteral("How long a person needs from the alarm to the cure"),
                          QStringLiteral("half the window, 15m at most"));
    m_owner = line(QStringLiteral("owner"), QStringLiteral("&Owner"), QStringLiteral("Who is asked first"));
    m_pollInterval = line(QStringLiteral("poll_interval"), QStringLiteral("&Poll every"), QStringLiteral("At least 1s"));
    m_deadline = line(QStringLiteral("deadline"), QStringLiteral("Give up after"), QStringLiteral("For one whole poll"));
    m_queueFilter = line(QStringLiteral("queues"), QStringLiteral("&Queues"), QStringLiteral("Wildcards by comma, \"!\" leaves out"), QStringLiteral("all, or orders*, !*.tmp"));
}

void ConnectionFields::addNetwork()
{
    m_rows->addTitle(QStringLiteral("Network"));
    m_caFile = file(QStringLiteral("ca_file"), QStringLiteral("&CA bundle"), QStringLiteral("PEM certificates trusted in addition to the system's"));
    m_clientCertificate = file(QStringLiteral("client_certificate_file"), QStringLiteral("Client certificate"), QStringLiteral("PEM, for servers that ask for one; may hold its key"));
    m_clientKey = file(QStringLiteral("client_key_file"), QStringLiteral("Its key"), QStringLiteral("PEM without a passphrase; empty: in the certificate's file"));
    m_proxyMode = new QComboBox;
    m_proxyMode->setObjectName(QStringLiteral("proxyMode"));
    m_proxyMode->addItem(QStringLiteral("the system's"), int(ProxyMode::System));
    m_proxyMode->addItem(QStringLiteral("none"), int(ProxyMode::None));
    m_proxyMode->addItem(QStringLiteral("this one"), int(ProxyMode::Explicit));
    m_rows->add(QStringLiteral("proxy_mode"), QStringLiteral("Pro&xy"), m_proxyMode, QStringLiteral("This machine itself is always reached directly"));
    m_proxyAddress = line(QStringLiteral("proxy"), QStringLiteral("Proxy address"), QStringLiteral("Without user and password"), QStringLiteral("http://proxy.example.com:3128"));
    m_http2 = check(QStringLiteral("http2"), QString(), QStringLiteral("HTTP/2 where the server offers it"), QStringLiteral("Off: HTTP/1.1, for gateways that stumble"));
    connect(m_proxyMode, &QComboBox::currentIndexChanged, this, [this] {
        adapt();
        emit edited();
    });
}

const ProviderChoice &ConnectionFields::provider() const
{
    return m_providers.at(std::max(0, m_provider->currentIndex()));
}

void ConnectionFields::adapt()
{
    const ProviderChoice &choice = provider();
    m_address->setPlaceholderText(choice.urlExample);
    m_address->setToolTip(plainToolTip(choice.urlHint));
    m_address->setAccessibleDescription(choice.urlHint);
    m_rows->setLabel(QStringLiteral("read_key"), choice.keyLabel);
    m_readKey->setKind(choice.keyLabel, choice.keyForm);
    m_writeKey->setKind(QStringLiteral("Writing key"), choice.keyForm);
    const auto show = [this](const char *field, bool visible) { m_rows->setRowVisible(QLatin1String(field), visible); };
    const bool away = choice.needsAddress;
    // The built-in practice queue has an address, a key and a pace of its own; only its name and filter are a person's.
    for (const char *field : {"url", "read_key", "key_env", "separate_write_key", "ca_file", "client_certificate_file", "client_key_file", "proxy_mode", "http2", "hold_window",
                              "reaction_time", "owner", "poll_interval", "deadline"})
        show(field, away);
    show("user", choice.needsUser);
    show("environment", away);
    show("allow_plain_loopback", away && isPlainHttp(m_address->text()));
    const bool writing = away && m_separateWriteKey->isChecked();
    show("write_key", writing);
    show("write_user", writing && choice.needsUser);
    show("proxy", away && m_proxyMode->currentData().toInt() == int(ProxyMode::Explicit));
}

void ConnectionFields::setForm(const ConnectionForm &form)
{
    {
        const QSignalBlocker quiet(this);
        m_base = form.base;
        m_provider->setCurrentIndex(std::max(0, m_provider->findData(form.provider)));
        m_name->setText(form.name);
        m_address->setText(form.address);
        m_plainLoopback->setChecked(form.allowPlainLoopback);
        m_user->setText(form.user);
        m_keyVariable->setText(form.keyVariable);
        m_separateWriteKey->setChecked(form.separateWriteKey);
        m_writeUser->setText(form.writeUser);
        m_environment->setCurrentIndex(m_environment->findData(int(form.environment)));
        m_pollInterval->setText(form.pollInterval);
        m_deadline->setText(form.deadline);
        m_queueFilter->setText(form.queueFilter);
        m_holdWindow->setText(form.holdWindow);
        m_reactionTime->setText(form.reactionTime);
        m_owner->setText(form.owner);
        m_caFile->setText(form.caFile);
        m_clientCertificate->setText(form.clientCertificateFile);
        m_clientKey->setText(form.clientKeyFile);
        m_proxyMode->setCurrentIndex(m_proxyMode->findData(int(form.proxyMode)));
        m_proxyAddress->setText(form.proxyAddress);
        m_http2->setChecked(form.http2);
    }
    adapt();
    emit edited();
}

ConnectionForm ConnectionFields::form() const
{
    ConnectionForm form;
    form.base = m_base;
    form.provider = provider().word;
    form.name = m_name->text();
    form.address = m_address->text();
    form.allowPlainLoopback = m_plainLoopback->isChecked();
    form.user = m_user->text();
    form.keyVariable = m_keyVariable->text();
    form.separateWriteKey = m_separateWriteKey->isChecked();
    form.writeUser = m_writeUser->text();
    form.environment = Environment(m_environment->currentData().toInt());
    form.pollInterval = m_pollInterval->text();
    form.deadline = m_deadline->text();
    form.queueFilter = m_queueFilter->text();
    form.holdWindow = m_holdWindow->text();
    form.reactionTime = m_reactionTime->text();
    form.owner = m_owner->text();
    form.caFile = m_caFile->text();
    form.clientCertificateFile = m_clientCertificate->text();
    form.clientKeyFile = m_clientKey->text();
    form.proxyMode = ProxyMode(m_proxyMode->currentData().toInt());
    form.proxyAddress = m_proxyAddress->text();
    form.http2 = m_http2->isChecked();
    return form;
}

void ConnectionFields::setKeys(const KeyFacts &facts)
{
    m_readKey->setPlace(facts.read, facts.variable, facts.variableIsSet);
    m_writeKey->setPlace(facts.write, {}, false);
    m_readKey->setGivenFor(facts.givenFor);
}

QStringList ConnectionFields::showFaults(const QHash<QString, QString> &sentences)
{
    return m_rows->showFaults(sentences);
}

} // namespace holdwatch::ui
