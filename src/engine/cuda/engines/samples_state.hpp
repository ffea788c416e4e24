// What iterations leave on a device, SamplesState or WideState, as the host takes it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "base/words.hpp"
#include "engine/cuda/engines/samples_memory.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/samples.hpp"
#include "statistics/scaling.hpp"

namespace cuboid::engine::cuda {

/// What is known before any value was seen, or what a memory holds.
template <class State>
void set_state(State &state, int ncomp, const SamplesMemory &memory = {}) {
  state = {};
  std::fill_n(state.scale, ncomp, 1.0);
  std::fill_n(state.weight, ncomp, statistics::component_weight(0, 0, ncomp));
  std::copy(memory.scale.begin(), memory.scale.end(), state.scale);
  std::copy(memory.weight.begin(), memory.weight.end(), state.weight);
  state.first_nonfinite = ~uint64{0};
}

template <class State>
void restore_state(const DeviceCall &call, GrowingArray<State> &state, int ncomp,
                   const SamplesMemory &memory = {}) {
  const auto copy = std::make_unique<State>();
  set_state(*copy, ncomp, memory);
  state.set(copy.get(), 1);
  call.wait("copying to the device");
}

/// Of something on the device, when the stream has come to its end.
template <class Element>
std::unique_ptr<Element> copied(const DeviceCall &call, const GrowingArray<Element> &from) {
  auto copy = std::make_unique<Element>();
  call.to_host(copy.get(), from.data(), sizeof *copy, "copying from the device");
  call.wait("copying from the device");
  return copy;
}

template <class State>
void save_state(const DeviceCall &call, const GrowingArray<State> &state, int ncomp,
                SamplesMemory &memory) {
  const auto copy = copied(call, state);
  memory.scale.assign(copy->scale, copy->scale + ncomp);
  memory.weight.assign(copy->weight, copy->weight + ncomp);
}

/// But for the correlations.  report: SamplesReport or WideReport.
template <class Report>
SamplesResult result_of(const Report &report, int ncomp) {
  SamplesResult result;
  result.integral.assign(report.integral, report.integral + ncomp);
  result.error.assign(report.error, report.error + ncomp);
  result.dominance.assign(report.dominance, report.dominance + ncomp);
  result.greatest.assign(report.greatest, report.greatest + ncomp);
  result.samples = static_cast<std::int64_t>(report.samples);
  result.nonfinite = static_cast<std::int64_t>(report.nonfinite);
  if (result.nonfinite > 0)
    result.nonfinite_from = static_cast<std::int64_t>(report.first_nonfinite);
  return result;
}

}  // namespace cuboid::engine::cuda
