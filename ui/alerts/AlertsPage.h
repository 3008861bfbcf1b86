// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/alerts/Alert.h"
#include "models/alerts/AlertFields.h"
#include "models/alerts/AlertLogModel.h"
#include "ui/common/Page.h"

#include <QTimer>

class QLabel;
class QPushButton;

namespace holdwatch::ui {

class ElidedLabel;
class FilterField;
class PlainTable;

/// The open alerts with who has taken them, and the log of every change with its reason.
class AlertsPage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    explicit AlertsPage(PageContext context, QWidget *parent = nullptr);

    QVector<ShortcutHint> shortcuts() const override;
    void setScope(const ViewScope &scope) override;
    void focusFilter() override;
    bool stepBack() override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeOpenPart();
    QWidget *makeLogPart();
    void fitColumns(); ///< on a narrow page the reason keeps room to be read
    QWidget *makeActions();
    void connectActions();
    const Alert *selected() const;
    void refresh();
    void applyFilter();
    void mute(Millis span);
    void planMaintenance();

    PageContext m_context;
    filter::FieldCatalogue m_catalogue;
    AlertLogProxy m_log;
    QTimer m_minute; ///< a filter that counts from now is asked anew
    Zone m_zone = Zone::Utc;
    QLabel *m_openTitle = nullptr;
    QLabel *m_noneOpen = nullptr;
    PlainTable *m_open = nullptr;
    QPushButton *m_acknowledge = nullptr;
    QPushButton *m_mute = nullptr;
    QPushButton *m_unmute = nullptr;
    QPushButton *m_maintenance = nullptr;
    QLabel *m_selection = nullptr;
    FilterField *m_filter = nullptr;
    ElidedLabel *m_fault = nullptr;
    PlainTable *m_logTable = nullptr;
    QLabel *m_noneLogged = nullptr;
};

} // namespace holdwatch::ui
