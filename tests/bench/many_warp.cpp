// Lists of random Gaussians by cubature, as a GPU integrates them, on a warp that the host plays:
// evaluations, and how many true errors are beyond the request.
//   many_warp [ndim [epsrel [count [seed]]]]   2, 3, 5 or 6 dimensions; 5, 1e-3, 10000 and 3 by
//   default
#include "support/many_on_warp.cuh"
//
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace {

template <int ndim>
int print(double epsrel, std::size_t count, unsigned seed) {
  const auto peaks = support::some_peaks<ndim>(count, 25, seed);
  const support::FoundOnWarp found = support::WarpRun<ndim>(epsrel).integrate_twice(peaks);
  int alone = 0, beyond = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool here = found.status[i] == static_cast<int>(cuboid::rule::RegionStatus::converged);
    const double truth = peaks[i].truth();
    alone += !here;
    beyond += here && !(std::fabs(found.value[i] - truth) <= epsrel * truth);
  }
  const auto evaluations =
      static_cast<double>(std::accumulate(found.neval.begin(), found.neval.end(), 0LL));
  std::printf("%d-D to %g: %zu integrals, %.0f evaluations of each, %d beyond the request", ndim,
              epsrel, count, evaluations / static_cast<double>(count), beyond);
  std::printf(alone == 0 ? "\n" : ", %d left to single calls\n", alone);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const int ndim = argc > 1 ? std::atoi(argv[1]) : 5;
  const double epsrel = argc > 2 ? std::atof(argv[2]) : 1e-3;
  const auto count = static_cast<std::size_t>(argc > 3 ? std::atof(argv[3]) : 1e4);
  const auto seed = static_cast<unsigned>(argc > 4 ? std::atoi(argv[4]) : 3);
  switch (ndim) {
    case 2:
      return print<2>(epsrel, count, seed);
    case 3:
      return print<3>(epsrel, count, seed);
    case 5:
      return print<5>(epsrel, count, seed);
    case 6:
      return print<6>(epsrel, count, seed);
    default:
      std::fprintf(stderr, "many_warp: ndim = %d must be 2, 3, 5 or 6\n", ndim);
      return 1;
  }
}
