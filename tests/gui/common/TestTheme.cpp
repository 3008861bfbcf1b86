// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/Icon.h"
#include "ui/common/Labels.h"
#include "ui/common/TabularText.h"
#include "ui/common/Theme.h"
#include "ui/common/VerdictBadge.h"

#include <QDirIterator>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace holdwatch;
using namespace holdwatch::ui;

class TestTheme : public QObject
{
    Q_OBJECT

    static QImage shapeOf(Verdict verdict)
    {
        QImage image(24, 24, QImage::Format_ARGB32);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintVerdictShape(painter, QRectF(2, 2, 20, 20), verdict, Theme::light());
        painter.end();
        // The form alone, without its colour.
        return image.createAlphaMask(Qt::ThresholdDither);
    }

private slots:
    void reachesTheContrastThatIsAskedFor()
    {
        for (const Theme *theme : {&Theme::light(), &Theme::darkTheme()}) {
            for (const QColor &ground : {theme->surface, theme->page}) {
                QVERIFY(contrast(theme->text, ground) >= 7);
                QVERIFY(contrast(theme->secondary, ground) >= 4.5);
                QVERIFY(contrast(theme->danger, ground) >= 4.5);
                QVERIFY(contrast(theme->production, ground) >= 4.5);
                QVERIFY(contrast(theme->faint, ground) >= 3);
                QVERIFY(contrast(theme->border, ground) >= 3);
                QVERIFY(contrast(theme->accent, ground) >= 3);
                for (const VerdictColors &colors : theme->verdicts) {
                    QVERIFY(contrast(colors.outline, ground) >= 3);
                    QVERIFY(contrast(colors.text, ground) >= 4.5);
                }
            }
            for (const QColor &ground : {theme->raised, theme->selection}) {
                QVERIFY(contrast(theme->secondary, ground) >= 4.5);
                for (const VerdictColors &colors : theme->verdicts) {
                    QVERIFY(contrast(colors.outline, ground) >= 3);
                    QVERIFY2(contrast(colors.text, ground) >= 4.5, qPrintable(colors.text.name() + ground.name()));
                }
            }
            QVERIFY(contrast(theme->accentText, theme->accent) >= 4.5);
        }
    }

    void knowsItselfByItsPalette()
    {
        QVERIFY(Theme::of(Theme::darkTheme().palette()).dark);
        QVERIFY(!Theme::of(Theme::light().palette()).dark);
    }

    void drawsEachVerdictInAFormOfItsOwn()
    {
        QVector<QImage> shapes;
        for (int verdict = 0; verdict < 7; ++verdict) {
            const QImage shape = shapeOf(Verdict(verdict));
            QVERIFY2(!shapes.contains(shape), qPrintable(toWord(Verdict(verdict))));
            shapes << shape;
        }
    }

    void drawsEveryIconOfTheSetInBothSizes()
    {
        icon(QStringLiteral("queue"));
        int icons = 0;
        for (QDirIterator files(QStringLiteral(":/icons")); files.hasNext();) {
            const QString name = QFileInfo(files.next()).baseName();
            for (const int size : {16, 20}) {
                const QImage drawn = icon(name).pixmap(QSize(size, size), 1.0).toImage();
                QCOMPARE(drawn.width(), size);
                bool inked = false;
                for (int y = 0; y < size && !inked; ++y) {
                    for (int x = 0; x < size && !inked; ++x)
                        inked = drawn.pixelColor(x, y).alpha() > 100;
                }
                QVERIFY2(inked, qPrintable(name));
            }
            ++icons;
        }
        QVERIFY(icons > 20);
    }

    void takesHtmlInATooltipAsText()
    {
        QCOMPARE(plainToolTip(QStringLiteral("<img src=x>\nb")), QStringLiteral("<qt>&lt;img src=x&gt;<br>b</qt>"));
    }

    void givesEveryFigureTheSameWidth()
    {
        const QFont font;
        QCOMPARE(tabularWidth(font, QStringLiteral("1111")), tabularWidth(font, QStringLiteral("8888")));
    }
};

QTEST_MAIN(TestTheme)
#include "TestTheme.moc"
