#include "engine/cuda/engines/samples_wide.hpp"

#include <algorithm>

#include "engine/cuda/engines/samples_placed.hpp"
#include "engine/cuda/engines/samples_state.hpp"
#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

WideSamples::WideSamples(const SamplesProblem &problem, BoundIntegrand &bound)
    : problem_(problem), bound_(bound), max_samples_(points_that_fit(problem.ndim, problem.ncomp)) {
  report_.reserve(1);
  restore_state(call_, state_, problem_.ncomp);
}

WideSumming WideSamples::summing(Part part, double *chunk_sums) const {
  return {state_.data(),
          problem_.ndim,
          problem_.ncomp,
          adaptive_,
          part.first,
          part.end - part.first,
          {},
          chunk_sums};
}

/// Places, evaluates and sums the samples of some chunks.
void WideSamples::fill_part(const SamplesArguments &arguments, const statistics::Chunks &chunks,
                            Part part, double *chunk_sums) {
  const uint64 first = chunks.begin(part.first);
  const uint64 count = chunks.begin(part.end) - first;
  const auto ndim = static_cast<uint64>(problem_.ndim);
  x_.reserve(count * ndim);
  f_.reserve(count * static_cast<uint64>(problem_.ncomp));
  volume_.reserve(count);
  density_.reserve(count);
  if (histogram_) cell_.reserve(count * ndim);
  uint32 *const cell = histogram_ ? cell_.data() : nullptr;
  place_and_evaluate(arguments,
                     {problem_.ndim, adaptive_, problem_.quasi, first, count, x_.data(), nullptr,
                      volume_.data(), density_.data(), cell},
                     f_.data(), bound_);
  WideSumming all = summing(part, chunk_sums);
  all.values = {first, volume_.data(), density_.data(), cell, f_.data()};
  launch_sum_chunks(arguments, all, call_.stream());
}

void WideSamples::fill(const SamplesArguments &arguments, uint64 samples, bool adaptive,
                       bool histogram) {
  adaptive_ = adaptive;
  histogram_ = histogram;
  constexpr uint64 of_group = statistics::chunks_per_group;
  const statistics::Chunks chunks =
      statistics::make_chunks(samples, adaptive ? 0 : arguments.samples_per_cube);
  const uint64 at_once = std::max<uint64>(max_samples_ / chunks.length, 1);
  const uint64 groups_at_once = std::max<uint64>(at_once / of_group, 1);
  const uint64 sums = 2 * static_cast<uint64>(problem_.ncomp);
  chunk_sums_.reserve(std::min(groups_at_once * of_group, chunks.count) * sums);
  for (uint64 group = 0; group < chunks.groups(); group += groups_at_once) {
    const Part whole{group * of_group, std::min((group + groups_at_once) * of_group, chunks.count)};
    // A long chunk may be all that there is room for, and its group takes several parts.
    for (uint64 first = whole.first; first < whole.end; first += at_once)
      fill_part(arguments, chunks, {first, std::min(first + at_once, whole.end)},
                chunk_sums_.data() + (first - whole.first) * sums);
    launch_join_chunks(arguments, summing(whole, chunk_sums_.data()), call_.stream());
  }
  check(cudaGetLastError(), "drawing samples");
}

void WideSamples::finish(const SamplesArguments &arguments, const SamplesFinish &finish,
                         cudaStream_t stream) {
  launch_finish_wide(arguments, finish, state_.data(), report_.data(), stream);
}

SamplesResult WideSamples::result() const {
  return result_of(*copied(call_, report_), problem_.ncomp);
}

}  // namespace cuboid::engine::cuda
