// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/redrive/PlanCheck.h"
#include "ui/redrive/Marks.h"

#include <QAbstractButton>

class QVBoxLayout;

namespace holdwatch::ui {

/// The heading of a section: its name, in one line what it says, and how it stands. Opens and closes the section.
class SectionHead final : public QAbstractButton
{
    Q_OBJECT
public:
    explicit SectionHead(const QString &title, QWidget *parent = nullptr);
    void setSummary(const QString &summary);
    void setState(Mark mark, const QString &word);
    QString word() const { return m_word; }
    Mark mark() const { return m_mark; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void rename();

    QString m_summary;
    Mark m_mark = Mark::None;
    QString m_word;
};

/// One part of the form that is signed: a heading that says how it stands, what is in it, and why it stands so.
class SectionFrame : public QWidget
{
    Q_OBJECT
public:
    SectionFrame(const QString &name, const QString &title, QWidget *parent = nullptr);

    void setOpen(bool open);
    bool isOpen() const { return m_head->isChecked(); }
    SectionHead *head() const { return m_head; }
    QVBoxLayout *body() const { return m_body; }
    /// Those of this section; the worst one is its state.
    void showRemarks(const QVector<PlanRemark> &remarks);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    SectionHead *m_head;
    QWidget *m_content;
    QVBoxLayout *m_body;
    QVBoxLayout *m_remarkList;
    QVector<MarkedText *> m_remarks;
};

/// A small heading inside a section.
QLabel *subTitle(const QString &text);

} // namespace holdwatch::ui
