// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/CommandPalette.h"

#include "ui/common/Icon.h"
#include "ui/common/Metrics.h"
#include "ui/common/PlainDelegate.h"
#include "ui/common/Theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace holdwatch::ui {

namespace {

constexpr int mostShown = 50;
constexpr int paletteWidth = 560;

class CommandDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Theme &theme = Theme::of(option.palette);
        const bool selected = option.state & QStyle::State_Selected;
        painter->save();
        painter->fillRect(option.rect, selected ? theme.selection : option.state & QStyle::State_MouseOver ? theme.raised : theme.surface);
        if (selected)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), theme.accent);
        QRect area = option.rect.adjusted(space::m, 0, -space::m, 0);
        index.data(Qt::DecorationRole).value<QIcon>().paint(painter, QRect(area.left(), area.center().y() - 8, 16, 16), Qt::AlignCenter,
                                                             selected ? QIcon::Selected : QIcon::Normal);
        area.setLeft(area.left() + 16 + space::m);
        const QString hint = index.data(Qt::UserRole).toString();
        const QFont small = typeFont(option.font, Type::Small);
        const int hintWidth = std::min(QFontMetrics(small).horizontalAdvance(hint), area.width() / 2);
        painter->setFont(small);
        painter->setPen(theme.secondary);
        painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, QFontMetrics(small).elidedText(hint, Qt::ElideRight, hintWidth));
        area.setRight(area.right() - hintWidth - space::m);
        painter->setFont(option.font);
        painter->setPen(theme.text);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, area.width()));
        painter->restore();
    }
};

} // namespace

int matchOf(const Command &command, const QStringList &words)
{
    const QString title = command.title.toCaseFolded();
    const QString all = title + QLatin1Char('\n') + command.hint.toCaseFolded();
    int score = 0;
    for (const QString &word : words) {
        if (!all.contains(word))
            return -1;
        const auto at = title.indexOf(word);
        score += at < 0 ? 60 : at == 0 ? 0 : title.at(at - 1).isLetterOrNumber() ? 30 : 10;
    }
    return score;
}

CommandPalette::CommandPalette(QVector<Command> commands, QWidget *parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), m_commands(std::move(commands)), m_input(new QLineEdit), m_list(new QListWidget)
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(QStringLiteral("Search"));
    setFixedSize(paletteWidth, 380);
    m_input->setObjectName(QStringLiteral("paletteInput"));
    m_input->setAccessibleName(QStringLiteral("Search queues, pages and actions"));
    m_input->setPlaceholderText(QStringLiteral("Queue, page or action"));
    m_input->setFont(typeFont(font(), Type::Title));
    m_input->setMinimumHeight(40);
    m_input->setTextMargins(space::xs, 0, space::xs, 0);
    m_input->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(QStringLiteral("Matches"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(space::s, space::s, space::s, space::s);
    layout->addWidget(m_input);
    layout->addWidget(m_list, 1);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_input, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    fill({});
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : key == Qt::Key_PageDown ? 8 : key == Qt::Key_PageUp ? -8 : 0;
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::showEvent(QShowEvent *event)
{
    const QRect window = parentWidget()->window()->geometry();
    move(window.left() + (window.width() - width()) / 2, window.top() + std::max(40, window.height() / 8));
    m_input->setFocus();
    QDialog::showEvent(event);
}

void CommandPalette::paintEvent(QPaintEvent *)
{
    // No window manager draws an edge around a frameless dialog.
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    painter.fillRect(rect(), theme.page);
    painter.setPen(theme.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void CommandPalette::fill(const QString &text)
{
    const QStringList words = text.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QVector<QPair<int, int>> matches;
    for (int i = 0; i < m_commands.size(); ++i) {
        if (const int score = matchOf(m_commands.at(i), words); score >= 0)
            matches.append({score, i});
    }
    std::stable_sort(matches.begin(), matches.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    m_list->clear();
    m_shown.clear();
    for (const auto &[score, i] : matches.mid(0, mostShown)) {
        const Command &command = m_commands.at(i);
        auto *item = new QListWidgetItem(icon(command.iconName), command.title, m_list);
        item->setData(Qt::UserRole, command.hint);
        m_shown << i;
    }
    if (m_list->count() > 0)
        m_list->setCurrentRow(0);
}

void CommandPalette::runCurrent()
{
    const int row = m_list->currentRow();
    if (row < 0 || row >= m_shown.size())
        return;
    // After closing, so that a command may open a dialog or move the focus.
    QTimer::singleShot(0, parentWidget(), m_commands.at(m_shown.at(row)).run);
    accept();
}

} // namespace holdwatch::ui
