// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/Icon.h"

#include "ui/common/Metrics.h"
#include "ui/common/Theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <algorithm>

// Outside of any namespace, as the macro demands.
static void loadResources()
{
    static const bool loaded = [] {
        Q_INIT_RESOURCE(holdwatch);
        return true;
    }();
    Q_UNUSED(loaded)
}

namespace holdwatch::ui {

namespace {

/// The files are drawn on a grid of 20 × 20.
constexpr qreal grid = 20;

QColor inkOf(QIcon::Mode mode, QIcon::State state)
{
    const Theme &theme = Theme::of(QGuiApplication::palette());
    if (mode == QIcon::Disabled)
        return theme.faint;
    return mode == QIcon::Selected || state == QIcon::On ? theme.accent : theme.secondary;
}

class LineIconEngine final : public QIconEngine
{
public:
    explicit LineIconEngine(QString name) : m_name(std::move(name)) {}

    QIconEngine *clone() const override { return new LineIconEngine(m_name); }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, drawn((QSizeF(rect.size()) * ratio).toSize(), ratio, inkOf(mode, state)));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override { return drawn(size, 1, inkOf(mode, state)); }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        return drawn(size, scale, inkOf(mode, state));
    }

private:
    /// `size` in device pixels. The line stays 1.5 logical pixels wide whatever the icon's size.
    QPixmap drawn(const QSize &size, qreal ratio, const QColor &ink) const
    {
        const QString key = QStringLiteral("holdwatch-icon/%1/%2x%3@%4/%5").arg(m_name).arg(size.width()).arg(size.height()).arg(ratio).arg(ink.name());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(sourceWithStroke(iconStroke * grid * ratio / std::max(1, size.width()))).render(&painter);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), ink);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    QByteArray sourceWithStroke(qreal width) const
    {
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        if (!file.open(QIODevice::ReadOnly))
            return QByteArrayLiteral("<svg xmlns='http://www.w3.org/2000/svg'/>");
        return file.readAll().replace("stroke-width=\"1.5\"", "stroke-width=\"" + QByteArray::number(width) + '"');
    }

    QString m_name;
};

} // namespace

QIcon icon(const QString &name)
{
    loadResources();
    return QIcon(new LineIconEngine(name));
}

QIcon applicationIcon()
{
    loadResources();
    return QIcon(QStringLiteral(":/icons/holdwatch.svg"));
}

} // namespace holdwatch::ui
