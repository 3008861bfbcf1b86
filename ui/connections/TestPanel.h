// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connections/ConnectionTest.h"

#include <QScrollArea>

class QVBoxLayout;

namespace holdwatch::ui {

/// The steps of a connection test, each with its shape, word, result and what to do about a failure.
class TestPanel final : public QScrollArea
{
    Q_OBJECT
public:
    explicit TestPanel(QWidget *parent = nullptr);

    void clear();  ///< says what a test would do
    void show(const ConnectionTest &test);
    QString text() const; ///< all of it, for the clipboard and tests

private:
    class Step;
    QVBoxLayout *m_layout;
    QVector<Step *> m_steps;
    ConnectionTest m_test;
};

} // namespace holdwatch::ui
