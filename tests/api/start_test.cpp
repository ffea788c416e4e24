// Integrals that begin with what another one has learnt.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "api/handles.hpp"
#include "support/gaussian.hpp"

namespace {

constexpr int ndim = 6;

struct Peak {
  double sharpness = 100;
  double centre[ndim];
};

Peak at(double centre, double step = 0) {
  Peak peak;
  for (int d = 0; d < ndim; ++d) peak.centre[d] = centre + step * (d % 2 == 0 ? 1 : -1);
  return peak;
}

int gaussian(const int *n, const double x[], const int *, double f[], void *userdata) {
  const auto *peak = static_cast<const Peak *>(userdata);
  double square = 0;
  for (int d = 0; d < *n; ++d) square += (x[d] - peak->centre[d]) * (x[d] - peak->centre[d]);
  f[0] = std::exp(-peak->sharpness * square);
  return 0;
}

double truth(const Peak &peak) {
  return support::gaussian_integral(peak.sharpness, peak.centre);
}

/// The peak, and another one of the same shape opposite to it.
int two_gaussians(const int *n, const double x[], const int *ncomp, double f[], void *userdata) {
  double opposite[ndim], second;
  for (int d = 0; d < ndim; ++d) opposite[d] = 1 - x[d];
  gaussian(n, x, ncomp, f, userdata);
  gaussian(n, opposite, ncomp, &second, userdata);
  f[0] += second;
  return 0;
}

/// A result as the library gives it, to begin another integral with.
class Kept {
 public:
  Kept(const Peak &peak, const api::Options &options, cuboid_function function = gaussian) {
    const api::Integrand integrand(ndim, 1, function, const_cast<Peak *>(&peak));
    status_ = cuboid_integrate(integrand.get(), nullptr, nullptr, options.get(), &result_);
  }
  ~Kept() { cuboid_result_free(result_); }
  Kept(const Kept &) = delete;
  Kept &operator=(const Kept &) = delete;

  const cuboid_result *get() const { return result_; }
  int status() const { return status_; }
  double value() const { return cuboid_result_value(result_)[0]; }
  double error() const { return cuboid_result_error(result_)[0]; }
  std::int64_t neval() const { return cuboid_result_neval(result_); }
  std::string message() const { return cuboid_result_message(result_); }

 private:
  cuboid_result *result_ = nullptr;
  int status_ = 0;
};

class Start : public testing::TestWithParam<const char *> {
 protected:
  Start() {
    options_.set("method", std::string(GetParam())).set("epsrel", 1e-2).set("seed", 5);
    options_.set("maxeval", 4000000);
  }

  api::Options options_;
};

INSTANTIATE_TEST_SUITE_P(Methods, Start, testing::Values("vegas_plus", "m_cubes"),
                         [](const auto &method) { return std::string(method.param); });

// Each of a chain begins with the one before it.  True errors are within one estimate in 68 of 100.
TEST_P(Start, MakesAChainCheapAndAsHonest) {
  constexpr int length = 60;
  std::int64_t cold = 0, warm = 0;
  int within = 0, far = 0;
  for (int i = 0; i < length; ++i) {
    const Peak peak = at(.3 + .004 * i, .05 * std::sin(.1 * i));
    options_.set("seed", 100 + i);
    const Kept one(peak, options_);
    cold += one.neval();
  }
  std::unique_ptr<Kept> before;
  for (int i = 0; i < length; ++i) {
    const Peak peak = at(.3 + .004 * i, .05 * std::sin(.1 * i));
    options_.set("seed", 100 + i);
    ASSERT_EQ(cuboid_options_set_start(options_.get(), before ? before->get() : nullptr), 0);
    before = std::make_unique<Kept>(peak, options_);
    ASSERT_EQ(before->status(), 0) << before->message();
    if (i > 0) warm += before->neval();
    const double distance = std::fabs(before->value() - truth(peak));
    within += distance <= before->error();
    far += distance > 3 * before->error();
  }
  EXPECT_LT(2 * warm, cold);
  EXPECT_LT(warm, std::int64_t{15000} * length);
  EXPECT_GE(within, 33);
  EXPECT_LE(far, 1);
}

TEST_P(Start, HidesNoPeakThatHasMoved) {
  for (int i = 0; i < 10; ++i) {
    const Peak first = at(.2);
    const Peak second = at(.8);
    options_.set("seed", 100 + i);
    cuboid_options_set_start(options_.get(), nullptr);
    const Kept before(first, options_);
    ASSERT_EQ(cuboid_options_set_start(options_.get(), before.get()), 0);
    const Kept after(second, options_);
    if (after.status() != CUBOID_CONVERGED) continue;
    EXPECT_NEAR(after.value(), truth(second), 4 * after.error()) << after.message();
  }
}

// The map of the one peak has next to no samples for the other.  What begins anew is as good as
// what began without a map; that of m_cubes finds one of such peaks.
TEST_P(Start, HidesNoPeakThatIsNew) {
  int begun_anew = 0;
  for (int i = 0; i < 10; ++i) {
    Peak peak = at(.2);
    peak.sharpness = 40;
    options_.set("seed", 100 + i);
    cuboid_options_set_start(options_.get(), nullptr);
    const Kept before(peak, options_);
    ASSERT_EQ(cuboid_options_set_start(options_.get(), before.get()), 0);
    const Kept after(peak, options_, two_gaussians);
    begun_anew += after.message().find("begun anew") != std::string::npos;
    if (after.status() != CUBOID_CONVERGED || std::string(GetParam()) == "m_cubes") continue;
    EXPECT_NEAR(after.value(), 2 * truth(peak), 4 * after.error()) << after.message();
  }
  EXPECT_GE(begun_anew, 9);
}

TEST_P(Start, IsCopied) {
  options_.set("maxeval", 100000);
  double value = 0;
  for (const bool freed : {false, true}) {
    auto before = std::make_unique<Kept>(at(.5), options_);
    ASSERT_EQ(cuboid_options_set_start(options_.get(), before->get()), 0);
    if (freed) before.reset();
    const Kept after(at(.51), options_);
    if (freed) {
      EXPECT_EQ(after.value(), value);
    }
    value = after.value();
    ASSERT_EQ(cuboid_options_set_start(options_.get(), nullptr), 0);
  }
}

TEST_P(Start, FitsInBoxesOfAllKinds) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double lower[] = {0, -1, -infinity, 0, -infinity, 1};
  const double upper[] = {1, 2, infinity, infinity, 1, 0};
  const Peak peak = at(.4);
  const api::Integrand integrand(ndim, 1, gaussian, const_cast<Peak *>(&peak));
  cuboid_result *first = nullptr, *second = nullptr;
  ASSERT_EQ(cuboid_integrate(integrand.get(), lower, upper, options_.get(), &first), 0);
  ASSERT_EQ(cuboid_options_set_start(options_.get(), first), 0);
  EXPECT_EQ(cuboid_integrate(integrand.get(), lower, upper, options_.get(), &second), 0);
  EXPECT_EQ(std::string(cuboid_result_message(second)).find("begun anew"), std::string::npos);
  EXPECT_LT(cuboid_result_neval(second), cuboid_result_neval(first));
  const double both = cuboid_result_error(first)[0] + cuboid_result_error(second)[0];
  EXPECT_NEAR(cuboid_result_value(first)[0], cuboid_result_value(second)[0], 3 * both);
  cuboid_result_free(first);
  cuboid_result_free(second);
}

std::string refusal(const api::Integrand &integrand, const api::Options &options) {
  const api::Result r = api::integrate(integrand, options);
  EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
  return r.message;
}

TEST(StartRefused, WhereItCannotBeUsed) {
  api::Options options;
  options.set("method", "vegas_plus").set("maxeval", 20000);
  EXPECT_EQ(cuboid_options_set_start(nullptr, nullptr), CUBOID_BAD_ARGUMENT);
  const Kept before(at(.5), options);
  ASSERT_EQ(cuboid_options_set_start(options.get(), before.get()), 0);
  const Peak peak = at(.5);
  void *const userdata = const_cast<Peak *>(&peak);
  EXPECT_EQ(refusal({3, 1, gaussian, userdata}, options),
            "start is a result with ndim = 6, and the integrand has ndim = 3");
  for (const char *method : {"cuhre", "pagani", "vegas", "suave", "divonne", "lattice"}) {
    options.set("method", method);
    EXPECT_NE(refusal({ndim, 1, gaussian, userdata}, options)
                  .find(std::string(method) + " does not begin with the map"),
              std::string::npos);
  }
  options.set("method", "vegas_plus").set("statefile", "start.state");
  EXPECT_NE(refusal({ndim, 1, gaussian, userdata}, options).find("statefile = \"start.state\""),
            std::string::npos);
  options.set("statefile", "");
  ASSERT_EQ(cuboid_options_set_start(options.get(), nullptr), 0);
  options.set("method", "cuhre");
  const Kept regions(at(.5), options);
  EXPECT_EQ(cuboid_options_set_start(options.get(), regions.get()), CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("result of cuhre without a map"),
            std::string::npos);
}

}  // namespace
