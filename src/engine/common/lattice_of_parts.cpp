#include "engine/common/lattice_of_parts.hpp"

#include "engine/engine.hpp"
#include "map/box.hpp"

namespace cuboid::engine {

LatticeProblem lattice_of_part(LatticeProblem whole, const std::vector<double> &lower,
                               const std::vector<double> &upper) {
  whole.box = map::make_box(whole.ndim, lower.data(), upper.data());
  whole.parts = 1;
  return whole;
}

namespace {

/// before: points of the parts before this one.
void add_part(const LatticeSums &part, std::int64_t before, LatticeSums &all) {
  for (std::size_t i = 0; i < all.integral.size(); ++i) all.integral[i] += part.integral[i];
  all.nonfinite += part.nonfinite;
  if (all.first_nonfinite || !part.first_nonfinite) return;
  all.first_nonfinite = part.first_nonfinite;
  all.first_nonfinite->sample += before;
}

}  // namespace

void LatticeOfParts::evaluate_all(std::span<const LatticeRequest> requests, const Answer &answer) {
  std::vector<LatticeSums> all;
  for (const LatticeRequest &request : requests)
    all.emplace_back().integral.assign(static_cast<std::size_t>(request.shifts() * problem_.ncomp),
                                       0);
  std::int64_t evaluated = 0;
  bool goes_on = true;
  try {
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const auto points_before = [&](std::size_t i) {
        return static_cast<std::int64_t>(k) * requests[i].points * requests[i].shifts();
      };
      // Of all requests, those with a receiver come alone.
      const SampleReceiver receiver = [&](const SampleBatch &batch) {
        SampleBatch numbered = batch;
        numbered.first += points_before(0);
        goes_on = (*requests.front().receiver)(numbered);
        return goes_on;
      };
      std::vector<LatticeRequest> own = requests_of_part(requests, k);
      for (LatticeRequest &one : own)
        if (one.receiver != nullptr) one.receiver = goes_on ? &receiver : nullptr;
      std::size_t i = 0;
      parts_[k]->evaluate_all(own, [&](const LatticeSums &sums) {
        add_part(sums, points_before(i), all[i]);
        evaluated += own[i].points * own[i].shifts();
        ++i;
      });
    }
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), interrupted.evaluated() + evaluated, 0);
  }
  for (const LatticeSums &sums : all) answer(sums);
}

/// With the maps of the part.
std::vector<LatticeRequest> LatticeOfParts::requests_of_part(
    std::span<const LatticeRequest> requests, std::size_t part) const {
  std::vector<LatticeRequest> own(requests.begin(), requests.end());
  for (LatticeRequest &one : own) {
    if (one.smooth.empty()) continue;
    const auto first = one.smooth.begin() + static_cast<std::ptrdiff_t>(part) * problem_.ndim;
    one.smooth = {first, first + problem_.ndim};
  }
  return own;
}

}  // namespace cuboid::engine
