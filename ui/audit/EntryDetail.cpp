// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/audit/EntryDetail.h"

#include "models/audit/AuditData.h"
#include "models/audit/AuditSentence.h"
#include "models/payload/TextView.h"
#include "models/redrive/Operator.h"
#include "ui/common/Labels.h"
#include "ui/redrive/FactGrid.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace holdwatch::ui {

namespace {

constexpr qsizetype mostFields = 40;
constexpr qsizetype longestValue = 4000;
constexpr int hexDigitsTogether = 8;
constexpr int longestWord = 24;

/// In groups, so that it can be compared by eye and wraps.
QString hex(const QByteArray &bytes)
{
    QString text = QString::fromLatin1(bytes.toHex());
    for (qsizetype at = text.size() - text.size() % hexDigitsTogether; at > 0; at -= hexDigitsTogether) {
        if (at < text.size())
            text.insert(at, QLatin1Char(' '));
    }
    return text;
}

bool isHex(const QString &text)
{
    return text.size() >= 2 * hexDigitsTogether && QString::fromLatin1(QByteArray::fromHex(text.toLatin1()).toHex()) == text;
}

/// A long word could not wrap: it gets places where it may.
QString shown(const QString &value)
{
    if (isHex(value) && value.size() <= longestValue)
        return hex(QByteArray::fromHex(value.toLatin1()));
    const QString text = payload::visible(value.size() <= longestValue ? value : value.left(longestValue) + QChar(0x2026));
    QString wrapping;
    int together = 0;
    for (const QChar c : text) {
        together = c.isSpace() ? 0 : together + 1;
        wrapping += c;
        if (together > 0 && together % longestWord == 0)
            wrapping += QChar(0x200B);
    }
    return wrapping;
}

QLabel *heading(const QString &text)
{
    return plainLabel(text, Type::Body, QFont::DemiBold);
}

QPushButton *makeButton(const char *name, const QString &text)
{
    auto *button = new QPushButton(text);
    button->setObjectName(QString::fromLatin1(name));
    button->setAutoDefault(false);
    return button;
}

} // namespace

EntryDetail::EntryDetail(QWidget *parent)
    : QScrollArea(parent), m_sentence(plainLabel({}, Type::Title, QFont::DemiBold)), m_facts(new FactGrid), m_proof(new FactGrid),
      m_openRedrive(makeButton("openRedrive", QStringLiteral("Open the redrive"))), m_copy(makeButton("copyHash", QStringLiteral("Copy number and hash"))), m_content(new QWidget)
{
    setObjectName(QStringLiteral("entryDetail"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(344);
    m_sentence->setObjectName(QStringLiteral("entrySentence"));
    m_sentence->setWordWrap(true);
    m_copy->setToolTip(plainToolTip(QStringLiteral("Kept elsewhere, they prove later that nothing up to here was cut off or written anew: holdwatch audit verify FILE --head \u2026")));
    auto *layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(space::m, space::s, space::m, space::m);
    layout->setSpacing(space::s);
    layout->addWidget(m_sentence);
    layout->addWidget(m_facts);
    layout->addWidget(m_openRedrive, 0, Qt::AlignLeft);
    layout->addSpacing(space::s);
    layout->addWidget(heading(QStringLiteral("What was written down")));
    m_dataPlace = new QVBoxLayout;
    layout->addLayout(m_dataPlace);
    layout->addSpacing(space::s);
    layout->addWidget(heading(QStringLiteral("What holds it in the chain")));
    layout->addWidget(m_proof);
    layout->addWidget(m_copy, 0, Qt::AlignLeft);
    layout->addStretch(1);
    setWidget(m_content);
    connect(m_openRedrive, &QPushButton::clicked, this, [this] { emit redriveRequested(m_plan); });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(QStringLiteral("%1:%2").arg(m_number).arg(QString::fromLatin1(m_hash.toHex())));
        emit copied(QStringLiteral("Copied number and hash of entry %1.").arg(formatCount(m_number)));
    });
    clear();
}

void EntryDetail::showEntry(const AuditEntry &entry, AuditModel::Standing standing, Zone zone)
{
    m_number = entry.number;
    m_hash = entry.hash;
    m_plan = entry.what.plan;
    m_sentence->setText(sentenceOf(entry));
    m_facts->set(QStringLiteral("Entry"), formatCount(entry.number));
    m_facts->set(QStringLiteral("Written"), QStringLiteral("%1 %2").arg(formatDateTime(entry.at, zone), zoneName(zone, entry.at)));
    m_facts->set(QStringLiteral("Who"), shown(entry.what.by));
    m_facts->set(QStringLiteral("Redrive"), m_plan.isEmpty() ? QStringLiteral("about no single one") : shown(m_plan.text()));
    m_facts->set(QStringLiteral("Checked"), toWords(standing));
    showData(entry.what.data);
    m_proof->set(QStringLiteral("Hash"), hex(entry.hash));
    m_proof->set(QStringLiteral("Follows"), entry.number == 1 ? QStringLiteral("nothing: it is the first") : hex(entry.previous));
    m_proof->set(QStringLiteral("Signed by"), entry.signer.isEmpty() ? QStringLiteral("nobody") : fingerprint(entry.signer));
    m_proof->set(QStringLiteral("Signature"), hex(entry.signature));
    m_openRedrive->setVisible(!m_plan.isEmpty());
    m_content->show();
}

void EntryDetail::showData(const QByteArray &json)
{
    delete m_data;
    m_data = new FactGrid;
    m_data->setObjectName(QStringLiteral("entryData"));
    const QVector<AuditField> fields = AuditData(json).fields();
    for (const AuditField &field : fields.first(std::min(fields.size(), mostFields)))
        m_data->set(shown(field.name.left(80)), field.value.isEmpty() ? noFigure() : shown(field.value));
    if (fields.size() > mostFields)
        m_data->set(QStringLiteral("\u2026"), QStringLiteral("%1 more; see the export").arg(formatCount(fields.size() - mostFields)));
    if (fields.isEmpty())
        m_data->set(QStringLiteral("Nothing"), QStringLiteral("beyond what stands above"));
    m_dataPlace->addWidget(m_data);
}

void EntryDetail::clear()
{
    m_number = 0;
    m_content->hide();
}

} // namespace holdwatch::ui
