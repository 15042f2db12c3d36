// SPDX-License-Identifier: GPL-2.0-or-later
// An entry path made slower by a known amount, to prove that a measurement finds it.
#include "measure/extra_entries.h"

#include <cmath>
#include <utility>

namespace nohz::measure
{

namespace
{

class LoopWithExtraEntries final : public Loop
{
public:
    LoopWithExtraEntries(std::unique_ptr<Loop> loop, double share)
        : loop_(std::move(loop)), share_(share)
    {
    }

    void run(std::uint64_t iterations) override
    {
        const double extra = std::round(static_cast<double>(iterations) * share_);
        loop_->run(iterations + static_cast<std::uint64_t>(extra));
    }

private:
    std::unique_ptr<Loop> loop_;
    double share_;
};

} // namespace

std::unique_ptr<Loop> with_extra_entries(std::unique_ptr<Loop> loop, double share)
{
    return std::make_unique<LoopWithExtraEntries>(std::move(loop), share);
}

} // namespace nohz::measure
