// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditEntry.h"
#include "models/core/Error.h"
#include "models/core/Format.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace holdwatch::ui {

/// One line over the record: whether its chain holds, as of when, and what to do with it.
class ChainLine final : public QWidget
{
    Q_OBJECT
public:
    explicit ChainLine(QWidget *parent = nullptr);

    void setChecking();
    void setCheck(const AuditCheck &check, UtcTime at);
    void setFailed(const Error &error); ///< it could not be checked, which says nothing about the chain
    void setEntries(qint64 entries);    ///< how many there are by now
    void setZone(Zone zone);
    void setExporting(bool exporting);
    QString text() const;

signals:
    void verifyRequested();
    void exportRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    QString sentence() const;

    std::optional<AuditCheck> m_check;
    UtcTime m_checkedAt{};
    QString m_failure;
    bool m_isChecking = false;
    bool m_isExporting = false;
    qint64 m_entries = 0;
    Zone m_zone = Zone::Utc;
    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_verify;
    QPushButton *m_export;
};

} // namespace holdwatch::ui
