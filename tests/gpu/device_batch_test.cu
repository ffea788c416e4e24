// Batch functions beside functors: both give the same bits, since the same kernels draw and sum.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "cuboid.cuh"
#include "device_support.hpp"

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// hole: half of the width of a strip where the first component is NaN; 0: none.
struct Pair {
  double hole;
  __device__ void operator()(const double *x, double *f) const {
    const double distance = x[0] - 0.3 * x[1];
    f[0] = distance < hole && distance > -hole ? nan("") : 1 / (0.01 + distance * distance);
    f[1] = x[0] * x[1];
  }
};

/// What a batch function is given, and what it notes.
struct Batches {
  Pair pair{0};
  int stop_at = 0;  ///< the call that returns -999; 0: none
  int calls = 0;
  std::int64_t points = 0;
  std::int64_t most = 0;
};

__global__ void evaluate(Pair pair, const double *x, double *f, std::int64_t n) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    pair(x + 2 * i, f + 2 * i);
}

int batch(int, const double *x, int, double *f, std::int64_t n, void *stream, void *userdata) {
  auto &batches = *static_cast<Batches *>(userdata);
  ++batches.calls;
  batches.points += n;
  batches.most = std::max(batches.most, n);
  if (batches.calls == batches.stop_at) return -999;
  evaluate<<<1024, 128, 0, static_cast<cudaStream_t>(stream)>>>(batches.pair, x, f, n);
  return 0;
}

class DeviceBatch : public support::OnDevice {
 protected:
  void set_options() override {
    cuboid_options_set_integer(options, "seed", 3);
    cuboid_options_set_real(options, "epsrel", 1e-12);
  }
  void TearDown() override {
    cuboid_result_free(of_functor);
    cuboid_result_free(of_batch);
    OnDevice::TearDown();
  }

  cuboid_result *integrate(cuboid_integrand *made, const double *lower, const double *upper) {
    cuboid_result *result = nullptr;
    EXPECT_GE(cuboid_integrate(made, lower, upper, options, &result), 0) << cuboid_last_error();
    cuboid_integrand_free(made);
    return result;
  }

  void integrate_both(const double *lower, const double *upper) {
    cuboid_result_free(of_functor);
    cuboid_result_free(of_batch);
    cuboid_integrand *functor = nullptr;
    cuboid_integrand *function = nullptr;
    ASSERT_EQ((cuboid::make_integrand<2, 2>(&functor, batches.pair)), 0) << cuboid_last_error();
    ASSERT_EQ(cuboid_integrand_from_device_batch(&function, 2, 2, batch, &batches), 0);
    of_functor = integrate(functor, lower, upper);
    of_batch = integrate(function, lower, upper);
  }

  void expect_same(const std::string &what) {
    EXPECT_STREQ(cuboid_result_method(of_batch), cuboid_result_method(of_functor)) << what;
    EXPECT_EQ(cuboid_result_neval(of_batch), cuboid_result_neval(of_functor)) << what;
    EXPECT_EQ(cuboid_result_nonfinite(of_batch), cuboid_result_nonfinite(of_functor)) << what;
    for (int c = 0; c < 2; ++c) {
      EXPECT_EQ(cuboid_result_value(of_batch)[c], cuboid_result_value(of_functor)[c]) << what;
      EXPECT_EQ(cuboid_result_error(of_batch)[c], cuboid_result_error(of_functor)[c]) << what;
    }
    EXPECT_EQ(batches.points, cuboid_result_neval(of_batch)) << what;
    batches = Batches{batches.pair};
  }

  Batches batches;
  cuboid_result *of_functor = nullptr;
  cuboid_result *of_batch = nullptr;
};

TEST_F(DeviceBatch, HasTheBitsOfAFunctor) {
  const double lower[] = {0, -1};
  const double upper[] = {infinity, 1};
  cuboid_options_set_integer(options, "maxeval", 2000000);
  for (const char *method : {"vegas", "vegas_plus", "m_cubes", "lattice"})
    for (const bool boxed : {false, true})
      for (const int quasi : {0, 1}) {
        const std::string name = method;
        if (quasi == 1 && name != "vegas_plus") continue;
        cuboid_options_set_text(options, "method", method);
        cuboid_options_set_integer(options, "quasi", quasi);
        integrate_both(boxed ? lower : nullptr, boxed ? upper : nullptr);
        expect_same(name + (boxed ? ", boxed" : "") + (quasi == 1 ? ", quasi" : ""));
      }
}

/// Iterations for which there is no room at once come in parts.
TEST_F(DeviceBatch, SharesOutLongIterations) {
  cuboid_options_set_integer(options, "nstart", 100000000);
  cuboid_options_set_integer(options, "raise_samples", 0);
  cuboid_options_set_integer(options, "maxeval", 200000000);
  for (const char *method : {"vegas_plus", "m_cubes"}) {
    cuboid_options_set_text(options, "method", method);
    integrate_both(nullptr, nullptr);
    EXPECT_GT(batches.calls, 4) << method;
    EXPECT_LE(batches.most, std::int64_t{1} << 26) << method;
    expect_same(method);
  }
}

TEST_F(DeviceBatch, LeavesOutValuesThatAreNotFinite) {
  batches.pair.hole = 1e-3;
  cuboid_options_set_text(options, "nonfinite", "zero");
  cuboid_options_set_integer(options, "maxeval", 1000000);
  for (const char *method : {"vegas_plus", "lattice"}) {
    cuboid_options_set_text(options, "method", method);
    cuboid_integrand *functor = nullptr;
    cuboid_integrand *function = nullptr;
    ASSERT_EQ((cuboid::make_integrand<2, 2>(&functor, batches.pair)), 0) << cuboid_last_error();
    ASSERT_EQ(cuboid_integrand_from_device_batch(&function, 2, 2, batch, &batches), 0);
    double value[2];
    std::int64_t left_out[2];
    for (cuboid_integrand *integrand : {functor, function}) {
      cuboid_result *result = nullptr;
      EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, &result), CUBOID_NONFINITE);
      value[integrand == function] = cuboid_result_value(result)[0];
      left_out[integrand == function] = cuboid_result_nonfinite(result);
      cuboid_result_free(result);
      cuboid_integrand_free(integrand);
    }
    EXPECT_GT(left_out[0], 0) << method;
    EXPECT_EQ(left_out[1], left_out[0]) << method;
    EXPECT_EQ(value[1], value[0]) << method;
  }
}

TEST_F(DeviceBatch, StopsWhereTheFunctionSaysSo) {
  for (const char *method : {"vegas_plus", "lattice", "cuhre"}) {
    batches = Batches{};
    batches.stop_at = 2;
    cuboid_options_set_text(options, "method", method);
    cuboid_integrand *function = nullptr;
    ASSERT_EQ(cuboid_integrand_from_device_batch(&function, 2, 2, batch, &batches), 0);
    EXPECT_EQ(cuboid_integrate(function, nullptr, nullptr, options, &of_batch), CUBOID_ABORTED);
    EXPECT_EQ(batches.calls, 2) << method;
    cuboid_integrand_free(function);
    cuboid_result_free(of_batch);
    of_batch = nullptr;
  }
}

TEST_F(DeviceBatch, HasTheBitsOfAFunctorWhereRegionsAreRefined) {
  cuboid_options_set_real(options, "epsrel", 1e-9);
  cuboid_options_set_text(options, "method", "pagani");
  integrate_both(nullptr, nullptr);
  expect_same("pagani");
}

TEST_F(DeviceBatch, IsEvaluatedAtPointsOfTheHostElsewhere) {
  cuboid_options_set_real(options, "epsrel", 1e-3);
  cuboid_options_set_text(options, "method", "divonne");
  cuboid_integrand *function = nullptr;
  ASSERT_EQ(cuboid_integrand_from_device_batch(&function, 2, 2, batch, &batches), 0);
  of_batch = integrate(function, nullptr, nullptr);
  EXPECT_NEAR(cuboid_result_value(of_batch)[1], 0.25, 1e-2);
}

/// One of many integrals.
struct Power {
  double power;
  __device__ void operator()(const double *x, double *f) const {
    f[0] = exp(-power * (x[0] + x[1] * x[2]));
  }
};

__global__ void evaluate_powers(const Power *powers, const double *x, double *f, std::int64_t n,
                                const std::int64_t *integral) {
  const std::int64_t stride = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    powers[integral[i]](x + 3 * i, f + i);
}

/// The parameters of all integrals, on the device.
struct Powers {
  Power *on_device = nullptr;
  int calls = 0;
};

int batch_of_powers(int, const double *x, int, double *f, std::int64_t n,
                    const std::int64_t *integral, void *stream, void *userdata) {
  auto &powers = *static_cast<Powers *>(userdata);
  ++powers.calls;
  evaluate_powers<<<1024, 128, 0, static_cast<cudaStream_t>(stream)>>>(powers.on_device, x, f, n,
                                                                       integral);
  return 0;
}

class DeviceManyBatch : public support::OnDevice {
 protected:
  static constexpr int count = 500;

  void set_options() override {
    cuboid_options_set_integer(options, "seed", 3);
    cuboid_options_set_real(options, "epsrel", 1e-3);
    for (int i = 0; i < count; ++i) rows.push_back({0.01 * i});
    const std::size_t bytes = count * sizeof(Power);
    ASSERT_EQ(cudaMalloc(&powers.on_device, bytes), cudaSuccess);
    cudaMemcpy(powers.on_device, rows.data(), bytes, cudaMemcpyHostToDevice);
    ASSERT_EQ(cuboid_integrand_from_device_many_batch(&integrand, 3, 1, batch_of_powers, &powers),
              0);
  }
  void TearDown() override {
    cuboid_many_free(of_batch);
    cuboid_many_free(of_functor);
    cudaFree(powers.on_device);
    OnDevice::TearDown();
  }

  void integrate_both(const double *upper) {
    const double lower[] = {0, 0, 0};
    const double *const from = upper == nullptr ? nullptr : lower;
    cuboid_integrand *functor = nullptr;
    ASSERT_EQ((cuboid::make_integrand<3, 1>(&functor, rows[0])), 0) << cuboid_last_error();
    EXPECT_EQ(cuboid_integrate_many(functor, count, from, upper, 0, rows.data(), sizeof(Power),
                                    options, &of_functor),
              0)
        << cuboid_last_error();
    EXPECT_EQ(
        cuboid_integrate_many(integrand, count, from, upper, 0, nullptr, 0, options, &of_batch), 0)
        << cuboid_last_error();
    cuboid_integrand_free(functor);
  }

  std::vector<Power> rows;
  Powers powers;
  cuboid_many *of_batch = nullptr;
  cuboid_many *of_functor = nullptr;
};

TEST_F(DeviceManyBatch, HasTheBitsOfFunctors) {
  const double upper[] = {1, 2, 3};
  for (const char *method : {"vegas_plus", "m_cubes", "cuhre", "lattice"})
    for (const double *const to : {static_cast<const double *>(nullptr), upper}) {
      cuboid_options_set_text(options, "method", method);
      // So that regions are split.
      cuboid_options_set_real(options, "epsrel", std::string(method) == "cuhre" ? 1e-9 : 1e-3);
      cuboid_options_set_integer(options, "maxeval", 100000000);
      powers.calls = 0;
      integrate_both(to);
      EXPECT_LT(powers.calls, count) << method;
      for (int i = 0; i < count; ++i) {
        ASSERT_EQ(cuboid_many_value(of_batch)[i], cuboid_many_value(of_functor)[i]) << i;
        ASSERT_EQ(cuboid_many_error(of_batch)[i], cuboid_many_error(of_functor)[i]) << i;
        ASSERT_EQ(cuboid_many_neval(of_batch)[i], cuboid_many_neval(of_functor)[i]) << i;
      }
      cuboid_many_free(of_batch);
      cuboid_many_free(of_functor);
      of_batch = of_functor = nullptr;
    }
}

/// With its number, each for itself.
TEST_F(DeviceManyBatch, IsIntegratedOneByOneElsewhere) {
  cuboid_options_set_text(options, "method", "suave");
  cuboid_options_set_real(options, "epsrel", 1e-2);
  integrate_both(nullptr);
  for (int i = 0; i < count; ++i)
    EXPECT_NEAR(cuboid_many_value(of_batch)[i], cuboid_many_value(of_functor)[i], 2e-2) << i;
}

TEST_F(DeviceManyBatch, EndsAtTheTimeLimit) {
  cuboid_options_set_text(options, "method", "cuhre");
  cuboid_options_set_real(options, "epsrel", 1e-13);
  cuboid_options_set_integer(options, "maxeval", 1000000000);
  cuboid_options_set_real(options, "time_limit", 1e-4);
  EXPECT_EQ(
      cuboid_integrate_many(integrand, count, nullptr, nullptr, 0, nullptr, 0, options, &of_batch),
      CUBOID_TIME_LIMIT);
}

TEST_F(DeviceManyBatch, TakesNoUserdataFromTheList) {
  EXPECT_EQ(cuboid_integrate_many(integrand, 2, nullptr, nullptr, 0, rows.data(), sizeof(Power),
                                  options, &of_batch),
            CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("gets their numbers"), std::string::npos);
}

}  // namespace
