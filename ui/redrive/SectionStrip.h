// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QVector>
#include <QWidget>

class QAbstractButton;
class QScrollArea;

namespace holdwatch::ui {

class SectionFrame;

/// The sections of the form side by side with how each stands, so that one look tells what is missing; a click goes there.
class SectionStrip final : public QWidget
{
    Q_OBJECT
public:
    /// Follows these; they stand in `area`. All outlive the strip.
    SectionStrip(QScrollArea *area, const QVector<SectionFrame *> &sections, QWidget *parent = nullptr);
    void refresh(); ///< after any section's state changed

private:
    void go(SectionFrame *section);

    QScrollArea *m_area;
    QVector<SectionFrame *> m_sections;
    QVector<QAbstractButton *> m_buttons;
};

/// A scrolling column for sections, without a frame, on the page's ground.
QScrollArea *makeSectionArea(const QVector<SectionFrame *> &sections);

} // namespace holdwatch::ui
