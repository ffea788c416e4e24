// Lists of random Gaussians by cubature, as a GPU integrates them, on a warp that the host plays:
// evaluations, how many true errors are beyond the request, and which integrals leave the warp.
//   many_warp [ndim [epsrel [count [seed]]]]   2, 3, 5, 6 or 8 dimensions; 5, 1e-3, 10000 and 3
//   by default
//   many_warp heldout NAMES EPSREL MAXEVAL     held-out integrals whose names begin so
#include "support/many_on_warp.cuh"
//
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "heldout.hpp"

namespace {

double evaluations_of(const support::FoundOnWarp &found) {
  return static_cast<double>(std::accumulate(found.neval.begin(), found.neval.end(), 0LL));
}

/// Of those that a warp has no room for, and of the others, which leave it before they are done.
template <int ndim>
void print_leaving(double epsrel, const std::vector<support::WarpPeak<ndim>> &peaks,
                   const support::FoundOnWarp &found) {
  support::WarpRun<ndim> to_the_end(epsrel);
  to_the_end.arguments().large = std::numeric_limits<long long>::max();
  const support::FoundOnWarp all = to_the_end.integrate_twice(peaks);
  int outgrow = 0, early = 0, in_vain = 0;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const bool full = support::is_left_alone(all.status[i]);
    const bool left = found.status[i] == cuboid::rule::IntegralEnd::large;
    outgrow += full;
    early += full && left;
    in_vain += !full && left;
  }
  std::printf(
      "%d outgrow the warp, %d of them leave early; %d leave in vain; %.1f times as many "
      "evaluations without that\n",
      outgrow, early, in_vain, evaluations_of(all) / evaluations_of(found));
}

template <int ndim>
int print(double epsrel, std::size_t count, unsigned seed) {
  const auto peaks = support::some_peaks<ndim>(count, 25, seed);
  const support::FoundOnWarp found = support::WarpRun<ndim>(epsrel).integrate_twice(peaks);
  int alone = 0, beyond = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool here = found.status[i] == cuboid::rule::IntegralEnd::converged;
    const double truth = peaks[i].truth();
    alone += !here;
    beyond += here && !(std::fabs(found.value[i] - truth) <= epsrel * truth);
  }
  std::printf("%d-D to %g: %zu integrals, %.0f evaluations of each, %d beyond the request", ndim,
              epsrel, count, evaluations_of(found) / static_cast<double>(count), beyond);
  std::printf(alone == 0 ? "\n" : ", %d left to single calls\n", alone);
  if (alone > 0) print_leaving(epsrel, peaks, found);
  return 0;
}

struct Heldout {
  const cuboid_test::HeldoutIntegral *integral;

  void operator()(const double *x, double *f) const {
    const auto &one = integral->integral;
    // As Cuba's functions, it may write to what it is given.
    one.function(&one.ndim, x, &one.ncomp, f, const_cast<double *>(integral->userdata.data()));
  }
};

struct Count {
  int converged = 0, wrong = 0, alone = 0;
  double evaluations = 0;
};

/// Those of so many dimensions, each as a list does it, with room in its error for what may hide.
template <int ndim>
void count_heldout(const std::string &names, double epsrel, long long maxeval, Count &count) {
  std::vector<Heldout> list;
  for (const auto &one : cuboid_test::heldout_integrals())
    if (one.integral.ndim == ndim && one.id.starts_with(names)) list.push_back({&one});
  if (list.empty()) return;
  support::WarpRun<ndim, false, Heldout> run(epsrel, cuboid::engine::cuda::many_lanes, maxeval);
  const support::FoundOnWarp found = run.integrate_twice(list);
  for (std::size_t i = 0; i < list.size(); ++i) {
    count.evaluations += static_cast<double>(found.neval[i]);
    count.alone += support::is_left_alone(found.status[i]);
    if (found.status[i] != cuboid::rule::IntegralEnd::converged) continue;
    const double size = std::fabs(found.value[i]);
    const double room = std::fmin(64. / static_cast<double>(found.neval[i]), epsrel) * size;
    const double beyond = std::fabs(found.value[i] - list[i].integral->integral.value[0]) /
                          std::fmax(found.error[i], room);
    ++count.converged;
    if (beyond <= 1) continue;
    ++count.wrong;
    std::printf("%s: %g errors, %lld evaluations\n", list[i].integral->id.c_str(), beyond,
                found.neval[i]);
  }
}

int print_heldout(const std::string &names, double epsrel, long long maxeval) {
  Count count;
  const auto in_dimensions = [&]<int... ndim>(std::integer_sequence<int, ndim...>) {
    (count_heldout<ndim>(names, epsrel, maxeval, count), ...);
  };
  in_dimensions(std::integer_sequence<int, 2, 3, 4, 5, 6, 7, 8, 10, 12>());
  std::printf("%s to %g: %d of %d beyond their errors, %d left to single calls, %g evaluations\n",
              names.c_str(), epsrel, count.wrong, count.converged, count.alone, count.evaluations);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc == 5 && argv[1] == std::string("heldout"))
    return print_heldout(argv[2], std::atof(argv[3]), std::atoll(argv[4]));
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
    case 8:
      return print<8>(epsrel, count, seed);
    default:
      std::fprintf(stderr, "many_warp: ndim = %d must be 2, 3, 5, 6 or 8\n", ndim);
      return 1;
  }
}
