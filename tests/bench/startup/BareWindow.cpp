// SPDX-License-Identifier: GPL-3.0-or-later
// The least a Qt program with a chart can be: one window, one chart, 600 points.
#include <QApplication>
#include <QChartView>
#include <QLineSeries>
#include <QMainWindow>

#include <cmath>

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *line = new QLineSeries;
    for (int i = 0; i < 600; ++i)
        line->append(i, std::sin(i / 40.0));
    auto *chart = new QChart;
    chart->addSeries(line);
    chart->createDefaultAxes();
    QMainWindow window;
    window.setCentralWidget(new QChartView(chart));
    window.resize(1280, 800);
    window.show();
    return QApplication::exec();
}
