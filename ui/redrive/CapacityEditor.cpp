// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/redrive/CapacityEditor.h"

#include "models/core/Format.h"
#include "ui/common/Labels.h"
#include "ui/redrive/PlanText.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace holdwatch::ui {

namespace {

struct TermWords
{
    const char *name;
    const char *title;
    const char *before; ///< the sign that leads to it
    CapacityTerm CapacitySum::*term;
};

constexpr TermWords terms[] = {
    {"workers", "workers", "", &CapacitySum::workers},
    {"perWorker", "each, a second", "\u00D7", &CapacitySum::perWorker},
    {"arrivals", "arrivals, a second", "\u2212", &CapacitySum::arrivals},
    {"retries", "retries, a second", "\u2212", &CapacitySum::retries},
    {"reserve", "reserve, a second", "\u2212", &CapacitySum::reserve},
};

std::optional<double> numberOf(const QString &text)
{
    bool isNumber = false;
    const double value = QLocale::c().toDouble(QString(text).replace(QLatin1Char(','), QLatin1Char('.')), &isNumber);
    if (!isNumber || !std::isfinite(value) || value < 0)
        return std::nullopt;
    return value;
}

QString written(const std::optional<double> &value)
{
    return value ? QString::number(*value, 'g', 4) : QString();
}

} // namespace

CapacityEditor::CapacityEditor(QWidget *parent) : QWidget(parent), m_result(plainLabel({}, Type::Body, QFont::DemiBold))
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(space::s);
    grid->setVerticalSpacing(2);
    int column = 0;
    for (size_t i = 0; i < m_cells.size(); ++i) {
        if (i > 0) {
            auto *sign = plainLabel(QString::fromUtf8(terms[i].before), Type::Title);
            grid->addWidget(sign, 1, column++, Qt::AlignCenter);
        }
        auto *value = new QLineEdit;
        value->setObjectName(QString::fromLatin1(terms[i].name));
        value->setAccessibleName(QStringLiteral("Capacity: %1").arg(QString::fromLatin1(terms[i].title)));
        value->setAlignment(Qt::AlignRight);
        value->setMinimumWidth(64);
        auto *source = secondaryLabel({});
        source->setWordWrap(true);
        source->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        source->setFixedHeight(2 * source->fontMetrics().height()); // whatever it says, nothing below moves
        grid->addWidget(secondaryLabel(QString::fromLatin1(terms[i].title)), 0, column);
        grid->addWidget(value, 1, column);
        grid->addWidget(source, 2, column);
        grid->setColumnStretch(column++, 1);
        m_cells[i] = {value, source, terms[i].term};
        connect(value, &QLineEdit::textEdited, this, [this, i](const QString &text) { type(m_cells[i], text); });
    }
    m_result->setObjectName(QStringLiteral("capacitySum"));
    m_result->setWordWrap(true);
    grid->addWidget(m_result, 3, 0, 1, column);
}

void CapacityEditor::show(const CapacitySum &sum, const QString &self)
{
    m_sum = sum;
    m_self = self;
    refreshTexts(true);
}

void CapacityEditor::refreshLive(const PlanFacts &facts)
{
    m_facts = facts;
    fillLive(m_sum, facts);
    refreshTexts(true);
}

void CapacityEditor::type(Cell &cell, const QString &text)
{
    CapacityTerm &term = m_sum.*cell.term;
    if (text.trimmed().isEmpty()) {
        term = {};
        fillLive(m_sum, m_facts);
    } else {
        term = {numberOf(text), QStringLiteral("typed by %1").arg(m_self.isEmpty() ? QStringLiteral("you") : m_self)};
    }
    refreshTexts(false);
    emit edited();
}

bool CapacityEditor::hasFault() const
{
    return std::any_of(m_cells.cbegin(), m_cells.cend(), [](const Cell &cell) { return !cell.value->text().trimmed().isEmpty() && !numberOf(cell.value->text()); });
}

void CapacityEditor::refreshTexts(bool alsoValues)
{
    for (const Cell &cell : m_cells) {
        const CapacityTerm &term = m_sum.*cell.term;
        // Nobody's typing is overwritten.
        if (alsoValues && !cell.value->hasFocus() && cell.value->text() != written(term.value))
            cell.value->setText(written(term.value));
        const bool isFaulty = !cell.value->text().trimmed().isEmpty() && !numberOf(cell.value->text());
        cell.source->setToolTip(plainToolTip(term.source));
        cell.source->setText(isFaulty ? QStringLiteral("not a number") : term.value ? term.source : QStringLiteral("not known: type it"));
    }
    const std::optional<double> room = m_sum.perSecond();
    m_result->setText(room ? QStringLiteral("%1 \u2248 %2 a minute").arg(m_sum.text(), formatRate(*room * 60)) : m_sum.text());
}

} // namespace holdwatch::ui
