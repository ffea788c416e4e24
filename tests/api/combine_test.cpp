// Results of independent runs, put together.
#include <cmath>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;

/// A result's handle.
class Finished {
 public:
  Finished(const char *method, int seed, int ndim = 3, std::int64_t maxeval = 20000,
           cuboid_function function = support::peak, const double *lower = nullptr,
           const double *upper = nullptr, int ncomp = 2, double epsrel = 1e-9) {
    Options options;
    options.set("method", std::string(method)).set("seed", seed).set("maxeval", maxeval);
    options.set("epsrel", epsrel);
    const Integrand integrand(ndim, ncomp, function);
    cuboid_integrate(integrand.get(), lower, upper, options.get(), &handle_);
  }
  explicit Finished(cuboid_result *handle) : handle_(handle) {}
  Finished(const Finished &) = delete;
  Finished &operator=(const Finished &) = delete;
  ~Finished() { cuboid_result_free(handle_); }
  const cuboid_result *get() const { return handle_; }
  double value(int c = 0) const { return cuboid_result_value(handle_)[c]; }
  double error(int c = 0) const { return cuboid_result_error(handle_)[c]; }
  double neval() const { return static_cast<double>(cuboid_result_neval(handle_)); }

 private:
  cuboid_result *handle_ = nullptr;
};

cuboid_result *combined(const std::vector<const cuboid_result *> &results) {
  cuboid_result *sum = nullptr;
  const int status =
      cuboid_combine(static_cast<std::int64_t>(results.size()), results.data(), &sum);
  EXPECT_EQ(sum == nullptr, status < 0);
  if (sum != nullptr) {
    EXPECT_EQ(cuboid_result_status(sum), status);
  }
  return sum;
}

void expect_refused(const std::vector<const cuboid_result *> &results, const std::string &why) {
  const Finished sum(combined(results));
  EXPECT_EQ(sum.get(), nullptr) << why;
  EXPECT_NE(std::string(cuboid_last_error()).find(why), std::string::npos) << cuboid_last_error();
}

TEST(Combine, IsTheMeanByEvaluations) {
  const Finished a("vegas_plus", 1), b("vegas_plus", 2, 3, 60000), c("vegas", 3);
  const Finished sum(combined({a.get(), b.get(), c.get()}));
  ASSERT_NE(sum.get(), nullptr) << cuboid_last_error();
  const double n = a.neval() + b.neval() + c.neval();
  for (int i = 0; i < 2; ++i) {
    const double mean =
        (a.neval() * a.value(i) + b.neval() * b.value(i) + c.neval() * c.value(i)) / n;
    const double error =
        std::hypot(a.neval() * a.error(i), b.neval() * b.error(i), c.neval() * c.error(i)) / n;
    EXPECT_NEAR(sum.value(i), mean, 1e-14);
    EXPECT_NEAR(sum.error(i), error, 1e-14);
    const double chi2 = std::pow((a.value(i) - mean) / a.error(i), 2) +
                        std::pow((b.value(i) - mean) / b.error(i), 2) +
                        std::pow((c.value(i) - mean) / c.error(i), 2);
    EXPECT_NEAR(cuboid_result_chi2(sum.get())[i], chi2, 1e-9 * chi2);
    EXPECT_NEAR(sum.value(i), (i + 1) * support::peak_integral(3), 5 * sum.error(i));
  }
  EXPECT_EQ(cuboid_result_dof(sum.get()), 2);
  EXPECT_GE(cuboid_result_prob(sum.get())[0], 0);
  EXPECT_EQ(sum.neval(), n);
  EXPECT_EQ(cuboid_result_trusted(sum.get()), 1);
  ASSERT_NE(cuboid_result_covariance(sum.get()), nullptr);
  EXPECT_NEAR(cuboid_result_covariance(sum.get())[0], sum.error() * sum.error(),
              1e-6 * sum.error() * sum.error());
  EXPECT_STREQ(cuboid_result_method(sum.get()), "several");
  // Step by step it is the same mean.
  const Finished two(combined({a.get(), b.get()}));
  const Finished three(combined({two.get(), c.get()}));
  EXPECT_NEAR(three.value(), sum.value(), 1e-14);
  EXPECT_NEAR(three.error(), sum.error(), 1e-14);
  expect_refused({two.get(), b.get()}, "results[1] has the seed 2 of one before it");
}

TEST(Combine, OfOneIsItself) {
  const Finished a("vegas", 7);
  const Finished sum(combined({a.get()}));
  EXPECT_EQ(sum.value(), a.value());
  EXPECT_NEAR(sum.error(), a.error(), 1e-15 * a.error());
  EXPECT_EQ(cuboid_result_dof(sum.get()), 0);
  EXPECT_EQ(cuboid_result_prob(sum.get())[0], -999);
}

TEST(Combine, ConvergesWhereTheMeanIsAccurateEnough) {
  const auto constant = [](const int *, const double *, const int *, double f[], void *) {
    f[0] = 2;
    return 0;
  };
  const Finished a("vegas", 1, 2, 20000, constant, nullptr, nullptr, 1, 1e-3);
  const Finished b("vegas", 2, 2, 20000, constant, nullptr, nullptr, 1, 1e-3);
  const Finished sum(combined({a.get(), b.get()}));
  EXPECT_EQ(cuboid_result_status(sum.get()), CUBOID_CONVERGED) << cuboid_result_message(sum.get());
  const Finished c("vegas", 1), d("vegas", 2);
  const Finished rough(combined({c.get(), d.get()}));
  EXPECT_EQ(cuboid_result_status(rough.get()), CUBOID_NOT_CONVERGED);
}

TEST(Combine, SeesResultsThatContradictEachOther) {
  const auto other = [](const int *ndim, const double x[], const int *ncomp, double f[],
                        void *userdata) {
    const int status = support::peak(ndim, x, ncomp, f, userdata);
    f[0] *= 1.5;
    return status;
  };
  const Finished a("vegas", 1), b("vegas", 2, 3, 20000, other);
  const Finished sum(combined({a.get(), b.get()}));
  EXPECT_EQ(cuboid_result_trusted(sum.get()), 0);
  EXPECT_EQ(cuboid_result_status(sum.get()), CUBOID_NOT_CONVERGED);
  EXPECT_NE(std::string(cuboid_result_message(sum.get())).find("differ by more than their errors"),
            std::string::npos);
}

TEST(Combine, RefusesWhatIsNotIndependentOrNotTheSame) {
  const Finished a("vegas", 1), same("vegas_plus", 1), cubature("cuhre", 2), shape("vegas", 3, 2);
  const double lower[] = {0, 0, 0}, upper[] = {1, 1, 2};
  const Finished box("vegas", 4, 3, 20000, support::peak, lower, upper);
  const auto spoilt = [](const int *, const double *, const int *, double f[], void *) {
    f[0] = f[1] = NAN;
    return 0;
  };
  const Finished failed("vegas", 5, 3, 20000, spoilt);
  expect_refused({a.get(), a.get()}, "results[1] has the seed 1 of one before it");
  expect_refused({a.get(), same.get()}, "results[1] has the seed 1 of one before it");
  expect_refused({cubature.get()}, "results[0] is of cuhre, which draws no random numbers");
  expect_refused({a.get(), shape.get()}, "results[1] has ndim = 2 and ncomp = 2");
  expect_refused({a.get(), box.get()}, "results[1] is over another box");
  expect_refused({failed.get()}, "results[0] is a failure: ");
  expect_refused({}, "count = 0 must be at least 1");
  expect_refused({a.get(), nullptr}, "results[1] = NULL must be set");
  EXPECT_EQ(cuboid_combine(1, nullptr, nullptr), CUBOID_BAD_ARGUMENT);
}

}  // namespace
