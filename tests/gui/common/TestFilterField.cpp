// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/FilterField.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::ui;

class TestFilterField : public QObject
{
    Q_OBJECT

    filter::FieldCatalogue m_catalogue;
    std::unique_ptr<FilterField> m_field;

    QAbstractItemView *popup() const { return qobject_cast<QAbstractItemView *>(QApplication::activePopupWidget()); }

private slots:
    void initTestCase()
    {
        filter::FieldInfo kind;
        kind.id = 0;
        kind.name = QStringLiteral("class");
        kind.description = QStringLiteral("failure class");
        kind.values = [](const QString &) { return QStringList{QStringLiteral("malformed"), QStringLiteral("rate-limit")}; };
        QVERIFY(m_catalogue.add(kind));
        filter::FieldInfo age;
        age.id = 1;
        age.name = QStringLiteral("age");
        age.type = filter::FieldType::Duration;
        QVERIFY(m_catalogue.add(age));
    }
    void init()
    {
        m_field = std::make_unique<FilterField>(m_catalogue);
        m_field->resize(400, 30);
        m_field->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_field.get()));
        m_field->setFocus();
    }
    void cleanup() { m_field.reset(); }

    void keepsTheLastRightFilterWhileAWrongOneIsTyped()
    {
        QSignalSpy changed(m_field.get(), &FilterField::filterChanged);
        m_field->setText(QStringLiteral("age:>1h"));
        QCOMPARE(changed.count(), 1);
        const filter::Expression right = m_field->expression();
        QSignalSpy faults(m_field.get(), &FilterField::faultChanged);
        m_field->setText(QStringLiteral("age:>often"));
        QVERIFY(!m_field->fault().isEmpty());
        QCOMPARE(faults.count(), 1);
        QVERIFY(m_field->expression() == right);
        QCOMPARE(changed.count(), 1);
        m_field->clear();
        QVERIFY(m_field->fault().isEmpty());
        QCOMPARE(changed.count(), 2);
    }

    void underlinesWhereItStopsBeingAFilter()
    {
        m_field->setText(QStringLiteral("age:>1h"));
        const QImage right = m_field->grab().toImage();
        m_field->setText(QStringLiteral("age:>xh"));
        QVERIFY(m_field->grab().toImage() != right);
        QVERIFY(m_field->toolTip().contains(QStringLiteral("1h")) || !m_field->toolTip().isEmpty());
    }

    void offersFieldsAndThenTheirValues()
    {
        QTest::keyClicks(m_field.get(), QStringLiteral("cl"));
        QTRY_VERIFY(popup());
        QCOMPARE(popup()->model()->index(0, 0).data(Qt::UserRole).toString(), QStringLiteral("class:"));
        QTest::keyClick(popup(), Qt::Key_Down);
        QTest::keyClick(popup(), Qt::Key_Return);
        QCOMPARE(m_field->text(), QStringLiteral("class:"));
        QTRY_VERIFY(popup());
        QTest::keyClick(popup(), Qt::Key_Down);
        QTest::keyClick(popup(), Qt::Key_Return);
        QCOMPARE(m_field->text(), QStringLiteral("class:malformed"));
    }

    void escapeClosesTheListAndThenClears()
    {
        QTest::keyClicks(m_field.get(), QStringLiteral("ag"));
        QTRY_VERIFY(popup());
        QTest::keyClick(popup(), Qt::Key_Escape);
        QCOMPARE(m_field->text(), QStringLiteral("ag"));
        QTest::keyClick(m_field.get(), Qt::Key_Escape);
        QCOMPARE(m_field->text(), QString());
    }
};

QTEST_MAIN(TestFilterField)
#include "TestFilterField.moc"
