// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMutex>
#include <QObject>
#include <QThreadPool>

#include <functional>
#include <memory>

namespace holdwatch::ui {

/// Work on values off the window's thread. `done` runs later on the window's thread with what `work` returned, unless
/// this was destroyed or told to forget in the meantime. `work` must own or share all it reads.
class Background
{
public:
    explicit Background(QObject *receiver) : m_receiver(receiver) { start(); }
    ~Background() { forget(); }
    Q_DISABLE_COPY_MOVE(Background)

    /// Nothing that was begun before will be told any more.
    void forget()
    {
        const QMutexLocker lock(&m_line->mutex);
        m_line->receiver = nullptr;
    }

    void restart()
    {
        forget();
        start();
    }

    /// For work to ask, from its thread, whether anybody still waits for it.
    std::function<bool()> watch() const
    {
        return [line = m_line] { return line->isOpen(); };
    }

    template<typename Work, typename Done>
    void run(Work work, Done done)
    {
        QThreadPool::globalInstance()->start([line = m_line, work = std::move(work), done = std::move(done)]() mutable {
            if (!line->isOpen())
                return;
            auto result = std::make_shared<decltype(work())>(work());
            const QMutexLocker lock(&line->mutex);
            if (!line->receiver)
                return;
            QMetaObject::invokeMethod(line->receiver, [line, result, done = std::move(done)]() mutable {
                if (line->isOpen())
                    done(std::move(*result));
            }, Qt::QueuedConnection);
        });
    }

private:
    struct Line
    {
        QMutex mutex;
        QObject *receiver = nullptr;
        bool isOpen()
        {
            const QMutexLocker lock(&mutex);
            return receiver != nullptr;
        }
    };
    void start()
    {
        m_line = std::make_shared<Line>();
        m_line->receiver = m_receiver;
    }

    QObject *m_receiver;
    std::shared_ptr<Line> m_line;
};

} // namespace holdwatch::ui
