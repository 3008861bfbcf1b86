// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ports/ConnectionsPort.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace holdwatch::ui {

class ConnectionFields;
class DialogFrame;
class TestPanel;

/// Makes or changes a connection, and goes through it step by step before it is saved. An error
/// keeps the dialog open with everything typed still there, and says what was saved.
class ConnectionDialog final : public QDialog
{
    Q_OBJECT
public:
    /// A `config` without an id is a new one.
    ConnectionDialog(ConnectionsPort &connections, const ConnectionConfig &config, QWidget *parent = nullptr);
    ~ConnectionDialog() override;

signals:
    void saved(const holdwatch::ConnectionId &id, const QString &sentence);

private:
    QWidget *makeButtons();
    void review();
    void test();
    void save();
    void setBusy(bool busy);
    void continueFromSaved();
    void finish(const Result<ConnectionId> &answer);
    QHash<QString, QString> faults() const;
    ConnectionDraft draft() const;

    ConnectionsPort &m_connections;
    ConnectionConfig m_config;
    DialogFrame *m_frame;
    ConnectionFields *m_fields;
    TestPanel *m_test;
    QLabel *m_problem;
    QPushButton *m_testButton;
    QPushButton *m_cancel;
    QPushButton *m_save;
    bool m_busy = false;
    bool m_testing = false;
    bool m_wasSaveTried = false; ///< an empty field is no fault before a person thinks they are done
};

} // namespace holdwatch::ui
