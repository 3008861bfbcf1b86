// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/audit/AuditModel.h"

#include <QScrollArea>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace holdwatch::ui {

class FactGrid;

/// One entry of the record with all it holds: its sentence, its data by name, hashes and signature. Plain text, to be copied.
class EntryDetail final : public QScrollArea
{
    Q_OBJECT
public:
    explicit EntryDetail(QWidget *parent = nullptr);

    void showEntry(const AuditEntry &entry, AuditModel::Standing standing, Zone zone);
    void clear();
    bool isEmpty() const { return m_number == 0; }

signals:
    void redriveRequested(const holdwatch::PlanId &plan);
    void copied(const QString &what);

private:
    void showData(const QByteArray &json);

    qint64 m_number = 0; ///< 0: none
    QByteArray m_hash;
    PlanId m_plan;
    QLabel *m_sentence;
    FactGrid *m_facts;
    FactGrid *m_data = nullptr; ///< made anew for each entry: each kind has other names
    FactGrid *m_proof;
    QPushButton *m_openRedrive;
    QPushButton *m_copy;
    QVBoxLayout *m_dataPlace;
    QWidget *m_content;
};

} // namespace holdwatch::ui
