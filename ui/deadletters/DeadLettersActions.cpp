// SPDX-License-Identifier: GPL-3.0-or-later
// What the buttons of DeadLettersPage open, and what it says beside a filter.
#include "models/deadletters/LetterRowMaker.h"
#include "models/payload/TextView.h"
#include "ui/common/FilterField.h"
#include "ui/common/Operator.h"
#include "ui/common/PlainTable.h"
#include "ui/deadletters/ClassDialog.h"
#include "ui/deadletters/DeadLettersPage.h"
#include "ui/deadletters/DeadSetPicker.h"
#include "ui/deadletters/ExportDialog.h"
#include "ui/deadletters/KeepingDialog.h"
#include "ui/deadletters/MarkedQueues.h"
#include "ui/deadletters/QueueChooser.h"
#include "ui/deadletters/SightingsDialog.h"
#include "ui/message/MessageView.h"

#include <QLabel>

namespace holdwatch::ui {

/// Asking whether a masked value is this or that tells of it like a look: it is said, and recorded once for each question.
void DeadLettersPage::tellOfMasked()
{
    const payload::SensitiveNames names = sensitiveNamesOf(m_context.deadLetters.rules());
    const QStringList places = secretPlacesIn(m_filter->expression(), names);
    m_masked->setVisible(!places.isEmpty());
    if (places.isEmpty())
        return;
    m_masked->setText(QStringLiteral("%1 %2 masked: what this filter finds tells of the value. That it was asked is recorded.")
                          .arg(payload::visible(places.join(QStringLiteral(", "))), places.size() == 1 ? QStringLiteral("is") : QStringLiteral("are")));
    const QString question = m_deadSet.connection.text() + QLatin1Char('\n') + m_deadSet.name + QLatin1Char('\n') + filter::toText(m_filter->expression());
    if (m_deadSet.name.isEmpty() || m_recordedFilters.contains(question))
        return;
    m_recordedFilters.insert(question);
    for (const QString &place : places)
        m_context.deadLetters.recordReveal(m_deadSet, everyLetter, QStringLiteral("filter on %1").arg(place), operatorName());
}

const std::vector<quint32> &DeadLettersPage::filteredRows()
{
    if (!m_group)
        return m_letters.shown();
    constexpr int slice = 8;
    if (!m_ungrouped.filterSome({std::numeric_limits<std::size_t>::max(), QDeadlineTimer(slice)}))
        QTimer::singleShot(0, this, &DeadLettersPage::refreshCounts);
    return m_ungrouped.shown();
}

/// The message stays while one filters, but not without a word.
void DeadLettersPage::showWhereabouts()
{
    const bool isGone = m_shownLetter >= 0 && m_letterTable && m_letters.rowOf(m_shownLetter) < 0;
    m_whereabouts->setVisible(isGone);
    if (isGone)
        m_whereabouts->setText(m_group ? QStringLiteral("This message is not in the list: the filter or the chosen group leaves it out.")
                                       : QStringLiteral("This message is not in the list: the filter leaves it out."));
}

void DeadLettersPage::write(bool preserving)
{
    const auto chosen = m_picker->chosen();
    const QVector<LetterNumber> letters = selection();
    if (!chosen || letters.isEmpty())
        return;
    ExportDialog dialog(m_context.deadLetters, m_deadSet, letters, preserving, chosen->environment, chosen->connectionName, this);
    connect(&dialog, &ExportDialog::written, this, &Page::noteRaised);
    dialog.exec();
}

void DeadLettersPage::exportShown()
{
    write(false);
}

void DeadLettersPage::editClass()
{
    const auto letter = currentRow();
    const int group = m_groupTable->currentRow();
    const QString id = group >= 0 ? m_groups.groupAt(group).failureClass : letter ? letter->failureClass : QString();
    // What nobody has understood yet gets a class of its own.
    const bool makesNew = id == QLatin1String("unknown") && letter.has_value();
    ClassDialog dialog(m_context.deadLetters, makesNew ? QString() : id, letter, this);
    connect(&dialog, &ClassDialog::saved, this, &Page::noteRaised);
    dialog.exec();
}

void DeadLettersPage::compareWithSecond()
{
    const QModelIndexList rows = m_letterTable->selectionModel()->selectedRows();
    for (const QModelIndex &index : rows) {
        const DeadLetterRow other = m_letters.letterAt(index.row());
        if (other.number == m_shownLetter)
            continue;
        m_context.deadLetters.fetchLetter(m_deadSet, other.number, this, [this, other](const Result<DeadLetter> &letter) {
            if (letter)
                m_message->compareWith(*letter, other.key.isEmpty() ? other.id.text() : other.key);
            else
                emit noteRaised(toSentence(letter.error()));
        });
        return;
    }
    emit noteRaised(QStringLiteral("Select a second message (Ctrl+click) to compare this one with."));
}

void DeadLettersPage::follow(const QString &key)
{
    m_context.deadLetters.follow(key, this, [this, key](const Result<QVector<KeySighting>> &sightings) {
        if (!sightings)
            return emit noteRaised(toSentence(sightings.error()));
        SightingsDialog(key, *sightings, m_zone, this).exec();
    });
}

void DeadLettersPage::chooseOthers()
{
    const QSet<QueueId> before = markedQueues(m_context.settings);
    QueueChooser chooser(m_context.queues, m_picker->scope(), before, this);
    if (chooser.exec() != QDialog::Accepted)
        return;
    const QSet<QueueId> marked = chooser.marked();
    saveMarkedQueues(m_context.settings, marked);
    m_picker->setMarked(marked);
    const QSet<QueueId> fresh = marked - before;
    if (fresh.size() == 1)
        m_picker->choose(*fresh.constBegin());
    refreshStack();
}

void DeadLettersPage::changeKeeping()
{
    KeepingDialog dialog(m_context.deadLetters, this);
    connect(&dialog, &KeepingDialog::saved, this, &Page::noteRaised);
    dialog.exec();
}

} // namespace holdwatch::ui
