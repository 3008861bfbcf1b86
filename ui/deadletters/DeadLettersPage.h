// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/deadletters/DeadLetterModel.h"
#include "models/deadletters/LetterGroupModel.h"
#include "models/ports/DeadLetterPort.h"
#include "models/queue/QueueStatus.h"
#include "ui/common/Page.h"

#include <QSet>
#include <QTimer>

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace holdwatch::ui {

class DeadSetPicker;
class EmptyState;
class FilterField;
class MessageView;
class PlainTable;
class ReadingBar;
class TermsPanel;

/// Dead letters, read without changing them: groups on the left, letters in the middle, one message on the
/// right. Says what a look does before the first one is made.
class DeadLettersPage final : public Page
{
    Q_OBJECT
public:
    static PageInfo info();
    explicit DeadLettersPage(PageContext context, QWidget *parent = nullptr);
    ~DeadLettersPage() override;

    void setScope(const ViewScope &scope) override;
    void showQueue(const QueueId &deadSet) override;
    QVector<ShortcutHint> shortcuts() const override;
    void focusFilter() override;
    bool canExport() const override { return true; }
    void exportShown() override;
    bool stepBack() override;

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeTools();
    QWidget *makeContent();
    void listenToPort();
    void openDeadSet();
    void applyTerms(const QueueId &deadSet, const LookTerms &terms);
    void applyReading(const QueueId &deadSet, const ReadingState &state);
    void read(const QString &overrideReason);
    void readFurther();
    QString whyHere(const QueueStatus &status) const;
    void refreshStack();
    void refreshCounts();
    void applyFilter();
    void tellOfMasked();
    const std::vector<quint32> &filteredRows(); ///< by the filter alone, whatever group is chosen
    void showWhereabouts();
    void chooseGroup();
    void showCurrentLetter();
    QPushButton *makeRedriveButton();
    void requestPlan();
    void requestCorrection();
    void write(bool preserving);
    void editClass();
    void compareWithSecond();
    void follow(const QString &key);
    void chooseOthers();
    void changeKeeping();
    void tick();
    QVector<LetterNumber> selection() const; ///< selected letters, or all shown if there is at most one
    std::optional<DeadLetterRow> currentRow() const;
    bool isMine(const QueueId &deadSet) const { return deadSet == m_deadSet; }

    PageContext m_context;
    Zone m_zone = Zone::Utc;
    QueueId m_deadSet;
    bool m_isOpen = false; ///< asked about, since the page was seen
    std::optional<LookTerms> m_terms;
    ReadingState m_reading;
    qint64 m_wanted;                     ///< letters asked for so far
    std::optional<LetterGroupKey> m_group; ///< the one shown; unset: all
    LetterNumber m_shownLetter = -1;
    DeadLetterModel m_letters;
    LetterGroupModel m_groups;
    LetterView m_ungrouped; ///< what the filter lets through of all groups, while one is chosen
    QSet<QString> m_recordedFilters; ///< that compared something masked
    filter::FieldCatalogue m_catalogue;
    QTimer m_second;

    DeadSetPicker *m_picker;
    FilterField *m_filter;
    QLabel *m_count;
    QLabel *m_masked;
    QLabel *m_whereabouts = nullptr;
    QComboBox *m_grouping;
    QPushButton *m_class;
    QPushButton *m_preserve;
    QPushButton *m_export;
    QPushButton *m_keeping;
    QPushButton *m_redrive = nullptr;
    ReadingBar *m_bar;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    TermsPanel *m_termsPanel;
    QSplitter *m_splitter = nullptr;
    PlainTable *m_groupTable = nullptr;
    PlainTable *m_letterTable = nullptr;
    MessageView *m_message = nullptr;
};

} // namespace holdwatch::ui
