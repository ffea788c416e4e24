// Many integrals by samples: what the ways to draw them have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithm/vegas_plus/task.hpp"
#include "batch/many_run.hpp"
#include "engine/many_samples.hpp"

namespace cuboid::router {

/// Stores an integral that has ended.  failure: what ended it, or nullptr.
void put_sampled(const ManyRun &many, std::int64_t integral, const algorithm::SampledResult &found,
                 const Failure *failure);

/// The number in the list of integral i of an engine.
using NumberOf = std::function<std::int64_t(std::size_t i)>;

/// Carries out the integrals of an engine.  Returns those that are to follow alone: they would need
/// more samples or iterations.
std::vector<std::int64_t> integrate_samples(const ManyRun &many,
                                            const algorithm::VegasPlusTask &task,
                                            engine::ManySamplesEngine &engine,
                                            std::int64_t max_samples, const NumberOf &number);

}  // namespace cuboid::router
