// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tolerance/Assessment.h"

#include <QAbstractButton>
#include <QHash>
#include <QSet>

namespace holdwatch::ui {

/// One verdict as a toggle: shape, word, and how many there are.
class VerdictChip final : public QAbstractButton
{
    Q_OBJECT
public:
    explicit VerdictChip(Verdict verdict, QWidget *parent = nullptr);
    void setCount(int count);
    void setWordless(bool wordless); ///< shape and count only; the word stays in tooltip and accessible name
    Verdict verdict() const { return m_verdict; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString label() const;

    Verdict m_verdict;
    int m_count = 0;
    bool m_wordless = false;
};

/// Verdict toggles, worst first; a verdict that nobody has is not shown unless it is switched on.
class VerdictChips final : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictChips(QWidget *parent = nullptr);
    void setCounts(const QHash<Verdict, int> &counts);
    QSet<Verdict> chosen() const;
    void setWordless(bool wordless);
    void choose(const QSet<Verdict> &verdicts); ///< emits chosenChanged if that differs

signals:
    void chosenChanged(const QSet<holdwatch::Verdict> &verdicts);

private:
    void showUsed();

    QVector<VerdictChip *> m_chips;
    QHash<Verdict, int> m_counts;
};

/// Every verdict, the one that needs a person soonest first.
QVector<Verdict> verdictsWorstFirst();

} // namespace holdwatch::ui
