// The lattice engine on the device: points and weights of the reference engine, bit for bit, its
// sums to rounding, with the kernel for one transform and with the general one.  Needs a CUDA
// device.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <vector>

#include "engine/common/lattice_totals.hpp"
#include "engine/reference/lattice.hpp"
#include "gpu/samples_support.cuh"
#include "map/smooth_fit.hpp"
#include "rng/lattice_vector.hpp"
#include "support/functor_kernels.cuh"

namespace {

using namespace cuboid;
using namespace cuboid::test;
using engine::LatticeProblem;
using engine::LatticeRequest;
using engine::LatticeSums;
using engine::reference::ReferenceLattice;

using DeviceLattice = DeviceTest;

template <int ndim, int ncomp, class Integrand>
LatticeSums on_device(const LatticeProblem &problem, const Integrand &integrand,
                      const LatticeRequest &request) {
  return engine::make_device_lattice_engine(engine::cuda::lattice_functor<ndim, ncomp>(integrand),
                                            nullptr, problem, false, {}, nullptr)
      ->evaluate(request);
}

/// Of 2^bits points, or of another number of them.
LatticeRequest request_of(int ndim, int bits, std::int64_t shifts, int transform, bool smooth,
                          std::int64_t points = 0) {
  LatticeRequest request;
  request.points = points > 0 ? points : std::int64_t{1} << bits;
  request.generator = bits > 0 ? rng::lattice_generator(ndim, bits, 0, 1)
                               : std::vector<std::uint64_t>(static_cast<std::size_t>(ndim));
  if (points > 0) {
    const auto count = static_cast<std::uint64_t>(points);
    const auto found = rng::fractions_of(rng::random_components(ndim, count, 1, 1), count);
    request.generator = found.generator;
    request.fine = found.fine;
  }
  request.shift = rng::lattice_shifts(ndim, shifts, 7, 1);
  for (int d = 0; d < ndim; ++d)
    request.transform.push_back(
        static_cast<map::Transform>(transform < 0 ? d % map::transform_count : transform));
  std::vector<std::uint64_t> edges;
  for (std::uint64_t k = 0; k <= 32; ++k) edges.push_back(k * k * k << 17);
  if (smooth) request.smooth.assign(static_cast<std::size_t>(ndim), map::fit_smooth_map(edges));
  return request;
}

/// The coordinates, after which come a constant and a function.
template <int ndim>
struct Coordinates {
  __device__ void operator()(const double *x, double *f) const {
    for (int d = 0; d < ndim; ++d) f[d] = x[d];
    f[ndim] = 1;
  }
};

int coordinates(const int *ndim, const double *x, const int *, double *f, void *) {
  for (int d = 0; d < *ndim; ++d) f[d] = x[d];
  f[*ndim] = 1;
  return 0;
}

// Of one point a shift, the sums are the weight, and the weight times a coordinate.
template <int ndim>
void compare_points() {
  const LatticeProblem problem{ndim, ndim + 1, {}};
  for (int transform = -1; transform < map::transform_count; ++transform)
    for (const bool smooth : {false, true}) {
      const LatticeRequest request = request_of(ndim, 0, 32, transform, smooth);
      const auto found = on_device<ndim, ndim + 1>(problem, Coordinates<ndim>{}, request);
      std::vector<double> expected;
      const engine::SampleReceiver receiver = [&](const engine::SampleBatch &batch) {
        for (int c = 0; c <= ndim; ++c) expected.push_back(batch.f[c] * batch.weight[0] * 32);
        return true;
      };
      LatticeRequest received = request;
      received.receiver = &receiver;
      ReferenceLattice(problem, host(coordinates, ndim, ndim + 1)).evaluate(received);
      EXPECT_EQ(found.integral, expected) << ndim << " axes, transform " << transform;
    }
}

TEST_F(DeviceLattice, HasThePointsAndWeightsOfTheReference) {
  compare_points<1>();
  compare_points<4>();
  compare_points<9>();
}

/// The same on host and device, but for rounding.
struct Waves {
  double spoilt_below = 0;
  __device__ void operator()(const double *x, double *f) const {
    double sum = 0;
    for (int d = 0; d < 5; ++d) sum += x[d] * (d + 1);
    f[0] = cos(sum) + 1.5;
    f[1] = x[0] < spoilt_below ? nan("") : sum;
  }
};

template <int least>
int waves(const int *, const double *x, const int *, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < 5; ++d) sum += x[d] * (d + 1);
  f[0] = std::cos(sum) + 1.5;
  f[1] = x[0] < least / 16.0 ? std::numeric_limits<double>::quiet_NaN() : sum;
  return 0;
}

void expect_near(const LatticeSums &found, const LatticeSums &expected) {
  EXPECT_EQ(found.nonfinite, expected.nonfinite);
  ASSERT_EQ(found.integral.size(), expected.integral.size());
  for (std::size_t i = 0; i < found.integral.size(); ++i)
    EXPECT_NEAR(found.integral[i], expected.integral[i], 1e-12 * std::fabs(expected.integral[i]));
  ASSERT_EQ(found.first_nonfinite.has_value(), expected.first_nonfinite.has_value());
  if (!found.first_nonfinite) return;
  EXPECT_EQ(found.first_nonfinite->sample, expected.first_nonfinite->sample);
  EXPECT_EQ(found.first_nonfinite->x, expected.first_nonfinite->x);
  EXPECT_EQ(found.first_nonfinite->component, 1);
  EXPECT_TRUE(std::isnan(found.first_nonfinite->value));
}

TEST_F(DeviceLattice, HasTheSumsOfTheReference) {
  const LatticeProblem problem{5, 2, {}};
  ReferenceLattice reference(problem, host(waves<0>, 5, 2));
  // Fewer chunks than a warp has lanes; and enough points for the kernel of one transform.
  for (const int bits : {1, 6, 13})
    for (const int transform : {-1, 0, 4}) {
      const LatticeRequest request = request_of(5, bits, 10, transform, false);
      expect_near(on_device<5, 2>(problem, Waves{}, request), reference.evaluate(request));
    }
  // Chunks and groups that are not full; and runs of points that begin between them.
  for (const std::int64_t points : {7, 1021, 4099, 300007})
    for (const int transform : {-1, 4}) {
      const LatticeRequest request = request_of(5, 0, 16, transform, false, points);
      expect_near(on_device<5, 2>(problem, Waves{}, request), reference.evaluate(request));
    }
  const LatticeRequest large = request_of(5, 18, 16, 4, false);
  expect_near(on_device<5, 2>(problem, Waves{}, large), reference.evaluate(large));
}

/// Falls fast enough for an infinite end: else the points next to it, where rounding counts, would
/// make up the whole sum.  Not more than powers, which host and device round alike.
struct Tails {
  __device__ void operator()(const double *x, double *f) const {
    double square = 1;
    for (int d = 0; d < 5; ++d) square += x[d] * x[d];
    f[0] = 1 / (square * square);
    f[1] = x[2] / (square * square);
  }
};

int tails(const int *, const double *x, const int *, double *f, void *) {
  double square = 1;
  for (int d = 0; d < 5; ++d) square += x[d] * x[d];
  f[0] = 1 / (square * square);
  f[1] = x[2] / (square * square);
  return 0;
}

TEST_F(DeviceLattice, IntegratesOverBoxesThroughTheSmoothMap) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  LatticeProblem problem{5, 2, {}};
  for (int d = 0; d < 5; ++d)
    problem.box.push_back(d == 2 ? map::make_interval(3, infinity) : map::make_interval(-1, 2));
  const LatticeRequest request = request_of(5, 12, 12, 4, true);
  expect_near(on_device<5, 2>(problem, Tails{}, request),
              ReferenceLattice(problem, host(tails, 5, 2)).evaluate(request));
}

TEST_F(DeviceLattice, CountsWhatIsNotFiniteAsZero) {
  const LatticeProblem problem{5, 2, {}};
  ReferenceLattice reference(problem, host(waves<1>, 5, 2));
  const LatticeRequest request = request_of(5, 11, 10, 2, false);
  expect_near(on_device<5, 2>(problem, Waves{1 / 16.0}, request), reference.evaluate(request));
}

// Small ones side by side in one launch: with the bits of each alone, also by the kernel that
// larger ones are summed by.
TEST_F(DeviceLattice, SumsAListAsOneAfterTheOther) {
  LatticeProblem problem{5, 2, {}};
  for (const bool boxed : {false, true}) {
    if (boxed) problem.box.assign(5, map::make_interval(0, 1));
    const auto engine = engine::make_device_lattice_engine(
        engine::cuda::lattice_functor<5, 2>(Waves{1 / 16.0}), nullptr, problem, false, {}, nullptr);
    std::vector<LatticeRequest> requests;
    for (const int bits : {3, 9, 13, 18, 10})
      for (const int transform : {-1, 0, 4})
        requests.push_back(request_of(5, bits, 16, transform, transform != 0));
    requests.push_back(request_of(5, 0, 16, -1, false, 4099));
    std::vector<LatticeSums> found;
    engine->evaluate_all(requests, [&](const LatticeSums &sums) { found.push_back(sums); });
    ASSERT_EQ(found.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const LatticeSums alone = engine->evaluate(requests[i]);
      EXPECT_EQ(found[i].integral, alone.integral) << requests[i].points;
      EXPECT_EQ(found[i].nonfinite, alone.nonfinite);
      EXPECT_GT(found[i].nonfinite, 0);
      ASSERT_TRUE(found[i].first_nonfinite && alone.first_nonfinite);
      EXPECT_EQ(found[i].first_nonfinite->sample, alone.first_nonfinite->sample);
      engine::LatticeTotals totals = engine::empty_totals(requests[i], 2);
      dynamic_cast<engine::LatticeOfGroups &>(*engine).sum_groups(
          requests[i], 0, engine::lattice_groups(requests[i]), totals);
      EXPECT_EQ(found[i].integral, totals.sums(16, 2).integral) << requests[i].points;
    }
  }
}

TEST_F(DeviceLattice, HandsOutItsPoints) {
  const LatticeProblem problem{5, 2, {}};
  LatticeRequest request = request_of(5, 14, 10, 3, false);
  std::vector<double> sum(2);
  std::int64_t next = 0;
  const engine::SampleReceiver receiver = [&](const engine::SampleBatch &batch) {
    EXPECT_EQ(batch.first, next);
    next += batch.count;
    for (std::int64_t i = 0; i < 2 * batch.count; ++i)
      sum[i % 2] += batch.weight[i / 2] * batch.f[i];
    return true;
  };
  request.receiver = &receiver;
  const LatticeSums found = on_device<5, 2>(problem, Waves{}, request);
  EXPECT_EQ(next, 10 << 14);
  for (std::size_t c = 0; c < 2; ++c) {
    double mean = 0;
    for (std::size_t s = 0; s < 10; ++s) mean += found.integral[2 * s + c] / 10;
    EXPECT_NEAR(sum[c], mean, 1e-11 * std::fabs(mean));
  }
}

}  // namespace
