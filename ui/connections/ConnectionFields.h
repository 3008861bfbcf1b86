// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionForm.h"
#include "models/ports/ConnectionsPort.h"
#include "ui/connections/KeyFields.h"

#include <QScrollArea>

class QCheckBox;
class QComboBox;
class QLineEdit;

namespace holdwatch::ui {

class FormRows;

/// All fields of a connection, in the order one fills them in. Checks nothing by itself.
class ConnectionFields final : public QScrollArea
{
    Q_OBJECT
public:
    explicit ConnectionFields(QVector<ProviderChoice> providers, QWidget *parent = nullptr);

    void setForm(const ConnectionForm &form);
    ConnectionForm form() const;
    void continueFrom(const ConnectionConfig &saved) { m_base = saved; } ///< what is typed is from now on a change of this
    void setKeys(const KeyFacts &facts);

    KeyFields &readKey() { return *m_readKey; }
    KeyFields &writeKey() { return *m_writeKey; }
    const ProviderChoice &provider() const;

    /// By the keys of connections.json, besides "read_key" and "write_key". Returns those without a visible row.
    QStringList showFaults(const QHash<QString, QString> &sentences);

signals:
    void edited();

private:
    void addSystem();
    void addKeys();
    void addWatching();
    void addNetwork();
    void adapt(); ///< shows the rows that the provider and the choices made have a use for
    QLineEdit *line(const QString &field, const QString &label, const QString &hint, const QString &placeholder = {});
    QCheckBox *check(const QString &field, const QString &label, const QString &text, const QString &hint);
    QLineEdit *file(const QString &field, const QString &label, const QString &hint);

    QVector<ProviderChoice> m_providers;
    ConnectionConfig m_base;
    FormRows *m_rows;
    QComboBox *m_provider;
    QComboBox *m_environment;
    QComboBox *m_proxyMode;
    QLineEdit *m_name;
    QLineEdit *m_address;
    QLineEdit *m_user;
    QLineEdit *m_keyVariable;
    QLineEdit *m_writeUser;
    QLineEdit *m_pollInterval;
    QLineEdit *m_deadline;
    QLineEdit *m_queueFilter;
    QLineEdit *m_holdWindow;
    QLineEdit *m_reactionTime;
    QLineEdit *m_owner;
    QLineEdit *m_caFile;
    QLineEdit *m_clientCertificate;
    QLineEdit *m_clientKey;
    QLineEdit *m_proxyAddress;
    QCheckBox *m_plainLoopback;
    QCheckBox *m_separateWriteKey;
    QCheckBox *m_http2;
    KeyFields *m_readKey;
    KeyFields *m_writeKey;
};

} // namespace holdwatch::ui
