// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/Format.h"
#include "models/ports/RedrivePort.h"
#include "ui/redrive/SectionFrame.h"

namespace holdwatch::ui {

/// What a section needs to show a plan. All borrowed for the call.
struct PlanPicture
{
    const RedrivePlan &plan;
    const PlanFacts &facts; ///< of a signed plan empty: only `people` is known
    UtcTime now{};
    Zone zone = Zone::Utc;
    bool isDraft = false;
};

/// One section of a plan, to fill in or to read. A draft is filled by `show` once and then edited; `collect` puts what was
/// typed into a plan. What can't be read stays as it was and is said beside its field.
class PlanSection : public SectionFrame
{
    Q_OBJECT
public:
    using SectionFrame::SectionFrame;

    virtual void show(const PlanPicture &picture) = 0;       ///< fills everything
    virtual void refresh(const PlanPicture &picture) { Q_UNUSED(picture) } ///< after an edit or new facts; keeps what is being typed
    virtual void collect(RedrivePlan &plan) const { Q_UNUSED(plan) }
    virtual bool hasFault() const { return false; }          ///< something typed can't be read

signals:
    void edited();
};

} // namespace holdwatch::ui
