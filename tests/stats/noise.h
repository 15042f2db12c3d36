// SPDX-License-Identifier: GPL-2.0-or-later
// Simulated rounds with the kinds of noise that machines have.
#pragma once

#include <cmath>
#include <functional>
#include <random>

namespace nohz::stats
{

using Random = std::mt19937_64;
// The next round's noise, mean 0 and in units of a standard deviation of about 1.
using Noise = std::function<double()>;

inline double normal(Random& random)
{
    return std::normal_distribution<double>()(random);
}

inline Noise white_noise(Random& random)
{
    return [&random] { return normal(random); };
}

// A first-order autoregression, from its stationary distribution on.
inline Noise autocorrelated_noise(Random& random, double correlation)
{
    const double innovation = std::sqrt(1 - correlation * correlation);
    return [&random, correlation, innovation, state = normal(random)]() mutable {
        state = correlation * state + innovation * normal(random);
        return state;
    };
}

// Student's t with 3 degrees of freedom: every thirtieth value is beyond 3.
inline Noise heavy_tailed_noise(Random& random)
{
    return [&random] { return std::student_t_distribution<double>(3)(random); };
}

// Rounds on a CPU shared with busy processes: every seventh is five times as far out.
inline Noise disturbed_noise(Random& random)
{
    return [&random] { return normal(random) * (random() % 7 == 0 ? 5 : 1); };
}

// What a round in random order leaves of a machine whose speed drifts with `slope` a chunk and
// ever faster, and wanders at random besides: four chunks, as A-B-B-A or B-A-A-B.
inline Noise drifting_noise(Random& random, double slope, double step)
{
    return [&random, slope, step, level = 0.0, chunk = 0.0]() mutable {
        double chunks[4];
        for (double& value : chunks) {
            level += slope * (1 + chunk / 100) + step * normal(random);
            ++chunk;
            value = level + 0.5 * normal(random);
        }
        const double a_less_b = (chunks[0] - chunks[1] - chunks[2] + chunks[3]) / 2;
        return (random() >> 63) != 0 ? a_less_b : -a_less_b;
    };
}

} // namespace nohz::stats
