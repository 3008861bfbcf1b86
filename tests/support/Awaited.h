// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoroTask>
#include <QEventLoop>

#include <memory>
#include <optional>

namespace holdwatch::test {

/// Runs a coroutine beside the test, so that the test can act while it is under way.
template<typename T>
class Running
{
public:
    explicit Running(QCoro::Task<T> task) { watch(std::move(task), m_state); }

    bool isDone() const { return m_state->value.has_value(); }
    T &wait() ///< runs the event loop until it is done
    {
        while (!isDone()) {
            QEventLoop loop;
            m_state->loop = &loop;
            loop.exec();
            m_state->loop = nullptr;
        }
        return *m_state->value;
    }

private:
    struct State
    {
        std::optional<T> value;
        QEventLoop *loop = nullptr;
    };

    static QCoro::Task<> watch(QCoro::Task<T> task, std::shared_ptr<State> state)
    {
        state->value.emplace(co_await std::move(task));
        if (state->loop)
            state->loop->quit();
    }

    std::shared_ptr<State> m_state = std::make_shared<State>();
};

template<typename T>
T awaited(QCoro::Task<T> task)
{
    Running<T> running(std::move(task));
    return std::move(running.wait());
}

} // namespace holdwatch::test
