#include "engine/reference/lattice.hpp"

#include <cmath>
#include <vector>

#include "rng/lattice_place.hpp"
#include "statistics/lattice_chunks.hpp"

namespace cuboid::engine::reference {

double ReferenceLattice::place(const LatticeRequest &request, std::int64_t shift, std::uint64_t i,
                               double *x) const {
  double weight = 1;
  double jacobians = 1;
  const statistics::LatticeChunks chunks =
      statistics::lattice_chunks(static_cast<uint64>(request.points));
  const std::uint64_t run = rng::lattice_run(i, chunks.length_bits);
  const auto ndim = static_cast<std::size_t>(problem_.ndim);
  for (std::size_t d = 0; d < ndim; ++d) {
    const std::uint64_t fixed =
        rng::lattice_place(i, run, request.generator[d], request.fine.empty() ? 0 : request.fine[d],
                           request.shift[static_cast<std::size_t>(shift) * ndim + d]);
    const map::Periodised point = map::periodised(request.transform[d], map::unit_fraction(fixed));
    x[d] = point.x;
    weight *= point.weight;
    if (!request.smooth.empty()) {
      const map::Periodised mapped = map::smoothly_mapped(request.smooth[d], x[d]);
      x[d] = mapped.x;
      weight *= mapped.weight;
    }
    if (!problem_.box.empty()) {
      double jacobian;
      x[d] = problem_.box[d].map(x[d], jacobian);
      jacobians *= jacobian;
    }
  }
  return weight * lattice_unit(request) * jacobians;
}

LatticeSums ReferenceLattice::sums_of(const LatticeRequest &request) {
  const auto ncomp = static_cast<std::size_t>(problem_.ncomp);
  std::vector<double> x(static_cast<std::size_t>(problem_.ndim));
  std::vector<double> f(ncomp);
  LatticeSums sums;
  for (std::int64_t shift = 0; shift < request.shifts(); ++shift) {
    std::vector<long double> sum(ncomp);
    for (std::int64_t i = 0; i < request.points; ++i) {
      const double weight = place(request, shift, static_cast<std::uint64_t>(i), x.data());
      host_.function(&problem_.ndim, x.data(), &problem_.ncomp, f.data(), host_.userdata);
      bool finite = true;
      for (const double value : f) finite = finite && std::isfinite(value * weight);
      if (!finite && sums.nonfinite++ == 0)
        sums.first_nonfinite = SamplesNonfinite{shift * request.points + i, 0, f[0], x};
      for (std::size_t c = 0; finite && c < ncomp; ++c) sum[c] += f[c] * weight;
      if (request.receiver != nullptr) {
        const double share = weight / static_cast<double>(request.shifts());
        (*request.receiver)(
            {request.number, shift * request.points + i, 1, x.data(), &share, f.data()});
      }
    }
    for (const long double one : sum) sums.integral.push_back(static_cast<double>(one));
  }
  return sums;
}

}  // namespace cuboid::engine::reference
