#include "engine/common/lattice_of_parts.hpp"

#include <utility>

#include "engine/engine.hpp"
#include "map/box.hpp"

namespace cuboid::engine {

LatticeProblem lattice_of_part(LatticeProblem whole, const std::vector<double> &lower,
                               const std::vector<double> &upper) {
  whole.box = map::make_box(whole.ndim, lower.data(), upper.data());
  whole.parts = 1;
  return whole;
}

LatticeSums LatticeOfParts::evaluate(const LatticeRequest &request) {
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  const std::int64_t points = request.points * request.shifts();
  LatticeRequest own = request;
  std::int64_t done = 0;
  bool goes_on = true;
  const SampleReceiver receiver = [&](const SampleBatch &batch) {
    SampleBatch numbered = batch;
    numbered.first += done;
    goes_on = (*request.receiver)(numbered);
    return goes_on;
  };
  LatticeSums all;
  all.integral.assign(static_cast<std::size_t>(request.shifts() * problem_.ncomp), 0);
  try {
    for (std::size_t k = 0; k < parts_.size(); ++k, done += points) {
      own.receiver = request.receiver != nullptr && goes_on ? &receiver : nullptr;
      if (!request.smooth.empty())
        own.smooth.assign(request.smooth.begin() + static_cast<std::ptrdiff_t>(k * ndim),
                          request.smooth.begin() + static_cast<std::ptrdiff_t>((k + 1) * ndim));
      LatticeSums sums = parts_[k]->evaluate(own);
      for (std::size_t i = 0; i < all.integral.size(); ++i) all.integral[i] += sums.integral[i];
      all.nonfinite += sums.nonfinite;
      if (all.first_nonfinite || !sums.first_nonfinite) continue;
      all.first_nonfinite = std::move(sums.first_nonfinite);
      all.first_nonfinite->sample += done;
    }
  } catch (const Interrupted &interrupted) {
    throw Interrupted(interrupted.ending(), interrupted.evaluated() + done, 0);
  }
  return all;
}

}  // namespace cuboid::engine
