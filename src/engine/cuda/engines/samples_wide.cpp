#include "engine/cuda/engines/samples_wide.hpp"

#include <algorithm>
#include <memory>

#include "engine/cuda/engines/samples_list.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "statistics/scaling.hpp"

namespace cuboid::engine::cuda {

WideSamples::WideSamples(const SamplesProblem &problem, BoundIntegrand &bound)
    : problem_(problem), bound_(bound), max_samples_(points_that_fit(problem.ndim, problem.ncomp)) {
  report_.reserve(1);
  restore({});
}

void WideSamples::restore(const SamplesMemory &memory) {
  const auto state = std::make_unique<WideState>();
  std::fill_n(state->scale, problem_.ncomp, 1.0);
  std::fill_n(state->weight, problem_.ncomp, statistics::component_weight(0, 0, problem_.ncomp));
  std::copy(memory.scale.begin(), memory.scale.end(), state->scale);
  std::copy(memory.weight.begin(), memory.weight.end(), state->weight);
  state->first_nonfinite = ~uint64{0};
  state_.set(state.get(), 1);
  call_.wait("copying to the device");
}

void WideSamples::fetch(void *to, const void *from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, call_.stream()),
        "copying from the device");
  call_.wait("copying from the device");
}

void WideSamples::save(SamplesMemory &memory) const {
  const auto state = std::make_unique<WideState>();
  fetch(state.get(), state_.data(), sizeof *state);
  memory.scale.assign(state->scale, state->scale + problem_.ncomp);
  memory.weight.assign(state->weight, state->weight + problem_.ncomp);
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
  launch_list(arguments,
              {problem_.ndim, adaptive_, problem_.quasi, first, count, x_.data(), nullptr,
               volume_.data(), density_.data(), histogram_ ? cell_.data() : nullptr},
              call_.stream());
  bound_.evaluate(static_cast<std::int64_t>(count), x_.data(), f_.data());
  WideSumming all = summing(part, chunk_sums);
  all.values = {first, volume_.data(), density_.data(), histogram_ ? cell_.data() : nullptr,
                f_.data()};
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
  const auto report = std::make_unique<WideReport>();
  fetch(report.get(), report_.data(), sizeof *report);
  const auto row = [this](const double *numbers) {
    return std::vector<double>(numbers, numbers + problem_.ncomp);
  };
  SamplesResult result;
  result.integral = row(report->integral);
  result.error = row(report->error);
  result.dominance = row(report->dominance);
  result.greatest = row(report->greatest);
  result.samples = static_cast<std::int64_t>(report->samples);
  result.nonfinite = static_cast<std::int64_t>(report->nonfinite);
  if (result.nonfinite > 0)
    result.nonfinite_from = static_cast<std::int64_t>(report->first_nonfinite);
  return result;
}

}  // namespace cuboid::engine::cuda
