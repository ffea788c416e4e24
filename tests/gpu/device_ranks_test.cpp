// Ranks that are processes of one host, each with a device.  Where there is one only, both take it.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "cuboid.h"
#include "ranks/job.hpp"

namespace {

constexpr const char *source = R"(
#include <math.h>
int peak(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double r = 0;
  for (int d = 0; d < *ndim; ++d) r += (x[d] - 0.4) * (x[d] - 0.4);
  f[0] = exp(-40 * r);
  return 0;
}
)";

struct Found {
  int status;
  double value, error;
  std::int64_t neval;
};

/// On the device of the rank's number, or the only one.
Found integrate(const char *method, int rank) {
  Found found{CUBOID_NO_DEVICE, 0, 0, 0};
  cuboid_integrand *integrand = nullptr;
  if (cuboid_integrand_from_cuda_source(&integrand, 6, 1, source, "peak", nullptr, 0) != 0)
    return found;
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_integer(options, "nstart", 5'000'000);
  const bool cubature = std::string(method) == "pagani";
  cuboid_options_set_real(options, "epsrel", cubature ? 1e-8 : 0);
  cuboid_options_set_integer(options, "maxeval", cubature ? 1'000'000'000 : 30'000'000);
  cuboid_options_set_integer(options, "seed", 3);
  for (const int device : {rank, 0}) {
    cuboid_options_set_text(options, "devices", std::to_string(device).c_str());
    cuboid_result *result = nullptr;
    found.status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    if (found.status >= 0)
      found = {found.status, cuboid_result_value(result)[0], cuboid_result_error(result)[0],
               cuboid_result_neval(result)};
    cuboid_result_free(result);
    if (found.status != CUBOID_NO_DEVICE) break;
  }
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return found;
}

class DeviceRanks : public testing::TestWithParam<const char *> {};

TEST_P(DeviceRanks, HaveTheBitsOfOne) {
  setenv("CUBOID_MPI_LIBRARY", SOCKET_TRANSPORT, 1);
  // CUDA cannot be used in the child of a process that has used it: so also one rank is a child.
  const auto job = [](int size) {
    return ranks::run_job(size, [](int rank) { return integrate(GetParam(), rank); });
  };
  const auto alone = job(1);
  ASSERT_TRUE(alone[0]);
  if (alone[0]->status < 0 && !getenv("CUBOID_REQUIRE_GPU")) GTEST_SKIP() << "there is no device";
  ASSERT_GE(alone[0]->status, 0);
  for (const auto &one : job(2)) {
    ASSERT_TRUE(one);
    EXPECT_EQ(one->status, alone[0]->status);
    EXPECT_EQ(std::memcmp(&one->value, &alone[0]->value, sizeof(double)), 0);
    EXPECT_EQ(std::memcmp(&one->error, &alone[0]->error, sizeof(double)), 0);
    EXPECT_EQ(one->neval, alone[0]->neval);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, DeviceRanks, testing::Values("vegas_plus", "m_cubes", "pagani"),
                         [](const auto &one) { return std::string(one.param); });

}  // namespace
