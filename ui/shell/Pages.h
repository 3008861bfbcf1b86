// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/Page.h"

#include <functional>
#include <vector>

namespace holdwatch {
class PracticePort;
class WriteAccess;
}

namespace holdwatch::ui {

/// A page that may come to be: made when first opened.
struct PageEntry
{
    PageInfo info;
    std::function<Page *()> make;
};

/// The pages of the rail in order.
std::vector<PageEntry> standardPages(const PageContext &context, PracticePort &practice, const WriteAccess &access);

} // namespace holdwatch::ui
