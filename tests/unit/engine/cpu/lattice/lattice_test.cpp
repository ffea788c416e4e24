// The lattice engines of the host against the oracle: points and weights bit by bit, sums to
// rounding; and the same bits for any number of threads and any instruction set.
#include "engine/cpu/lattice/lattice.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/common/evaluator.hpp"
#include "engine/cpu/points/serial.hpp"
#include "engine/reference/lattice.hpp"
#include "map/smooth_fit.hpp"
#include "rng/lattice_vector.hpp"
#include "simd/kernels.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;
using cpu::PointsLattice;
using cpu::ThreadedLattice;
using reference::ReferenceLattice;

int waves(const int *ndim, const double *x, const int *ncomp, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += x[d] * (d + 1);
  for (int c = 0; c < *ncomp; ++c) f[c] = std::cos(sum * (c + 1)) + 1.5;
  return 0;
}

/// NaN and infinity in a corner.
int holes(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata) {
  waves(ndim, x, ncomp, f, userdata);
  if (x[0] < 0.1) f[*ncomp - 1] = std::numeric_limits<double>::quiet_NaN();
  if (x[1] > 0.95) f[0] = std::numeric_limits<double>::infinity();
  return 0;
}

HostFunction host(cuboid_function function, int ndim, int ncomp) {
  return {ndim, ncomp, function, nullptr, 1};
}

struct Case {
  int ndim, ncomp;
  std::int64_t points;  ///< of a shift
  std::int64_t shifts;
  int transform;  ///< -1: another one on each axis
  bool smooth, boxed;
};

class Lattice : public testing::TestWithParam<Case> {
 protected:
  LatticeProblem problem() const {
    LatticeProblem problem{GetParam().ndim, GetParam().ncomp, {}};
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (int d = 0; GetParam().boxed && d < GetParam().ndim; ++d)
      problem.box.push_back(d % 2 == 0 ? map::make_interval(1, 3)
                                       : map::make_interval(0, infinity));
    return problem;
  }

  LatticeRequest request() const {
    const Case &one = GetParam();
    LatticeRequest request;
    request.points = one.points;
    const auto points = static_cast<std::uint64_t>(one.points);
    if (std::has_single_bit(points)) {
      request.generator = rng::lattice_generator(one.ndim, std::countr_zero(points), 0, 1);
    } else {
      auto [generator, fine] =
          rng::fractions_of(rng::random_components(one.ndim, points, 1, 1), points);
      request.generator = generator;
      request.fine = fine;
    }
    request.shift = rng::lattice_shifts(one.ndim, one.shifts, 1, 1);
    for (int d = 0; d < one.ndim; ++d)
      request.transform.push_back(static_cast<map::Transform>(
          one.transform < 0 ? d % map::transform_count : one.transform));
    std::vector<std::uint64_t> edges;
    for (std::uint64_t k = 0; k <= 32; ++k) edges.push_back(k * k * k << 17);
    if (one.smooth)
      request.smooth.assign(static_cast<std::size_t>(one.ndim), map::fit_smooth_map(edges));
    return request;
  }

  std::unique_ptr<LatticeEngine> threaded(int threads, cuboid_function function) const {
    return std::make_unique<ThreadedLattice>(
        problem(), host(function, GetParam().ndim, GetParam().ncomp), Limits{}, threads);
  }

  std::unique_ptr<LatticeEngine> of_points(cuboid_function function) const {
    const HostFunction function_of = host(function, GetParam().ndim, GetParam().ncomp);
    return std::make_unique<PointsLattice>(
        problem(), std::make_unique<FilteredEngine>(
                       function_of,
                       std::make_unique<cpu::SerialEvaluator>(function_of, Limits{}, cpu::Hooks{}),
                       Nonfinite::leave));
  }
};

INSTANTIATE_TEST_SUITE_P(
    , Lattice,
    testing::Values(Case{1, 1, 2, 4, 0, false, false}, Case{2, 2, 32, 10, 1, false, false},
                    Case{3, 1, 512, 10, 2, false, false}, Case{4, 3, 2048, 5, 3, true, false},
                    Case{5, 1, 4096, 3, 4, false, true}, Case{9, 2, 1024, 4, -1, true, true},
                    Case{64, 1, 64, 4, 4, false, false}, Case{3, 2, 7, 5, 2, false, false},
                    Case{4, 1, 1021, 6, 4, false, false}, Case{6, 2, 4099, 3, -1, true, true}));

struct Seen {
  std::vector<double> x, weight, f;
  std::int64_t next = 0;
};

SampleReceiver receiver_of(Seen &seen, int ndim, int ncomp) {
  return [&seen, ndim, ncomp](const SampleBatch &batch) {
    EXPECT_EQ(batch.first, seen.next);
    seen.next += batch.count;
    seen.x.insert(seen.x.end(), batch.x, batch.x + batch.count * ndim);
    seen.weight.insert(seen.weight.end(), batch.weight, batch.weight + batch.count);
    seen.f.insert(seen.f.end(), batch.f, batch.f + batch.count * ncomp);
    return true;
  };
}

TEST_P(Lattice, HasThePointsAndWeightsOfTheOracle) {
  const auto [ndim, ncomp, count, shifts, transform, smooth, boxed] = GetParam();
  ReferenceLattice oracle(problem(), host(waves, ndim, ncomp));
  Seen expected;
  const SampleReceiver expecting = receiver_of(expected, ndim, ncomp);
  LatticeRequest wanted = request();
  wanted.receiver = &expecting;
  const LatticeSums sums = oracle.evaluate(wanted);
  ASSERT_EQ(expected.next, shifts * count);
  for (const auto &engine : {threaded(3, waves), of_points(waves)}) {
    Seen seen;
    const SampleReceiver receiver = receiver_of(seen, ndim, ncomp);
    wanted.receiver = &receiver;
    const LatticeSums found = engine->evaluate(wanted);
    EXPECT_EQ(seen.x, expected.x);
    EXPECT_EQ(seen.weight, expected.weight);
    EXPECT_EQ(seen.f, expected.f);
    ASSERT_EQ(found.integral.size(), sums.integral.size());
    for (std::size_t i = 0; i < sums.integral.size(); ++i)
      EXPECT_NEAR(found.integral[i], sums.integral[i], 1e-13 * std::fabs(sums.integral[i]) + 1e-15);
  }
}

TEST_P(Lattice, HasTheSameBitsHoweverItIsSharedOut) {
  const LatticeRequest wanted = request();
  const std::vector<double> one = threaded(1, waves)->evaluate(wanted).integral;
  EXPECT_EQ(threaded(3, waves)->evaluate(wanted).integral, one);
  EXPECT_EQ(threaded(2, waves)->evaluate(wanted).integral, one);
  EXPECT_EQ(of_points(waves)->evaluate(wanted).integral, one);
}

TEST_P(Lattice, CountsWhatIsNotFiniteAsZero) {
  const auto [ndim, ncomp, count, shifts, transform, smooth, boxed] = GetParam();
  if (ndim < 2) return;
  const LatticeRequest wanted = request();
  const LatticeSums expected =
      ReferenceLattice(problem(), host(holes, ndim, ncomp)).evaluate(wanted);
  for (const auto &engine : {threaded(2, holes), of_points(holes)}) {
    const LatticeSums found = engine->evaluate(wanted);
    EXPECT_EQ(found.nonfinite, expected.nonfinite);
    ASSERT_EQ(found.first_nonfinite.has_value(), expected.first_nonfinite.has_value());
    if (found.first_nonfinite) {
      EXPECT_EQ(found.first_nonfinite->sample, expected.first_nonfinite->sample);
      EXPECT_EQ(found.first_nonfinite->x, expected.first_nonfinite->x);
    }
    for (std::size_t i = 0; i < expected.integral.size(); ++i)
      EXPECT_NEAR(found.integral[i], expected.integral[i],
                  1e-13 * std::fabs(expected.integral[i]) + 1e-15);
  }
}

TEST_P(Lattice, HasTheSamePointsWithEveryInstructionSet) {
  const LatticeRequest wanted = request();
  const int ndim = GetParam().ndim;
  int sets = 0;
  const simd::Kernels *const *const kernels = simd::all_kernels(&sets);
  constexpr std::int64_t count = 131;
  std::vector<double> first_x, first_weight;
  for (int set = 0; set < sets; ++set) {
    std::vector<double> x(count * static_cast<std::size_t>(ndim)), weight(count);
    kernels[set]->lattice_points(
        {count, ndim, wanted.shift.data(), wanted.generator.data(), wanted.transform.data(),
         wanted.smooth.empty() ? nullptr : wanted.smooth.data(), 0.25, x.data(), weight.data()});
    double sum[] = {0.5};
    kernels[set]->lattice_add({count, 1, x.data(), weight.data(), sum});
    weight.push_back(sum[0]);
    if (set == 0) {
      first_x = x;
      first_weight = weight;
    }
    EXPECT_EQ(x, first_x) << kernels[set]->name;
    EXPECT_EQ(weight, first_weight) << kernels[set]->name;
  }
}

TEST_P(Lattice, EndsWhenItIsCancelled) {
  const int cancel = 1;
  ThreadedLattice engine(problem(), host(waves, GetParam().ndim, GetParam().ncomp), {&cancel, 0},
                         2);
  try {
    engine.evaluate(request());
    ADD_FAILURE() << "it went on";
  } catch (const Interrupted &interrupted) {
    EXPECT_EQ(interrupted.status(), CUBOID_CANCELLED);
    EXPECT_LT(interrupted.evaluated(), GetParam().shifts * GetParam().points);
  }
}

}  // namespace
