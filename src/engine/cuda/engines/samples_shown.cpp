#include "engine/cuda/engines/samples_shown.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

void ShownSamples::hand_out(const SamplesIteration &iteration, const SamplesArguments &arguments,
                            bool adaptive, uint64 samples) {
  constexpr uint64 max_values = 1 << 21;
  const uint64 most = std::min<uint64>(1 << 16, max_values / static_cast<uint64>(problem_.ncomp));
  const auto ndim = static_cast<uint64>(problem_.ndim);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  const DeviceArray<double> device(call_, static_cast<std::int64_t>(most * (ndim + 1 + ncomp)));
  double *const x = device.get();
  double *const weight = x + most * ndim;
  double *const f = weight + most;
  std::vector<double> host(most * (ndim + 1 + ncomp));
  for (auto first = static_cast<uint64>(iteration.receive_from); first < samples; first += most) {
    const uint64 count = std::min(most, samples - first);
    launch_list(arguments, {problem_.ndim, adaptive, problem_.quasi, first, count, x, weight},
                call_.stream());
    bound_.evaluate(static_cast<std::int64_t>(count), x, f);
    check(cudaMemcpyAsync(host.data(), x, host.size() * sizeof(double), cudaMemcpyDeviceToHost,
                          call_.stream()),
          "copying samples");
    call_.wait("copying samples");
    if (!(*iteration.receiver)({iteration.number, static_cast<std::int64_t>(first),
                                static_cast<std::int64_t>(count), host.data(),
                                host.data() + most * ndim, host.data() + most * (ndim + 1)}))
      break;
  }
}

/// To copy 65536 of them to the host takes many times as long as the integral (chains.txt).
void ShownSamples::keep(const SamplesArguments &arguments, bool adaptive, uint64 samples) {
  const auto ndim = static_cast<uint64>(problem_.ndim);
  const auto ncomp = static_cast<uint64>(problem_.ncomp);
  numbers_.reserve(samples * (ndim + 1 + ncomp));
  double *const x = numbers_.data();
  double *const weight = x + samples * ndim;
  double *const f = weight + samples;
  const SamplesList list{problem_.ndim, adaptive, problem_.quasi, 0, samples, x, weight};
  launch_list(arguments, list, call_.stream());
  bound_.evaluate(static_cast<std::int64_t>(samples), x, f);
  if (arguments.box != nullptr) {
    SamplesArguments unboxed = arguments;
    unboxed.box = nullptr;
    SamplesList places = list;
    places.weight = nullptr;
    launch_list(unboxed, places, call_.stream());
  }
  kept_ = {problem_.ndim, problem_.ncomp, samples, x, weight, f};
}

std::vector<double> ShownSamples::deviations(const map::MapInterval *map, uint32 intervals,
                                             const SamplesAnswers &answers) const {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  std::vector<double> found(ncomp);
  std::vector<double> sums(kept_blocks(kept_.count) * ncomp);
  const DeviceArray<double> here(call_, std::ssize(sums));
  launch_kept(kept_, map, intervals, here.get(), call_.stream());
  check(cudaGetLastError(), "looking at samples that were kept");
  answers.ask(here.get(), sums.size() * sizeof(double), sums.data());
  for (std::size_t i = 0; i < sums.size(); ++i) found[i % ncomp] += sums[i];
  // The weights hold one over the number of samples once, and the squares twice.
  for (double &each : found) each = std::sqrt(each * static_cast<double>(kept_.count));
  return found;
}

}  // namespace cuboid::engine::cuda
