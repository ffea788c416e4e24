// Whole methods on a device, through the public interface: PAGANI for Cuhre, VEGAS+ for Vegas.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "cuboid.h"
#include "device_support.hpp"

namespace {

const double pi = std::acos(-1);
const double infinity = std::numeric_limits<double>::infinity();

struct Problem {
  const char *name;
  int ndim;
  int ncomp;
  const char *body;
  std::vector<double> truth;
  std::vector<double> lower, upper;
};

const std::vector<Problem> problems = {
    {"product", 3, 1, "f[0] = 8 * x[0] * x[1] * x[2];", {1}, {}, {}},
    {"components",
     4,
     3,
     "f[0] = 1; f[1] = 4 * x[0] * x[1]; f[2] = x[2] - x[3];",
     {1, 1, 0},
     {},
     {}},
    {"gaussian over all space",
     2,
     1,
     "f[0] = exp(-x[0] * x[0] - x[1] * x[1]);",
     {pi},
     {-infinity, -infinity},
     {infinity, infinity}},
    // Infinity / infinity beyond 709.
    {"logistic densities",
     2,
     1,
     "double a = exp(x[0]), b = exp(x[1]); f[0] = a / ((1 + a) * (1 + a)) * b / ((1 + b) * (1 + "
     "b));",
     {.5},
     {-infinity, 0},
     {infinity, infinity}},
    {"half line", 2, 1, "f[0] = exp(-x[0]) * x[1];", {1.5}, {0, 1}, {infinity, 2}},
    {"peak",
     5,
     1,
     "double r = 0; for (int d = 0; d < 5; ++d) r += (x[d] - 0.4) * (x[d] - 0.4);"
     "f[0] = pow(25 / 3.14159265358979323846, 2.5) * exp(-25 * r);",
     {std::pow((std::erf(5 * 0.6) + std::erf(5 * 0.4)) / 2, 5)},
     {},
     {}},
};

std::string source_of(const Problem &problem) {
  return std::string(
             "#include <math.h>\nint integrand(const int *ndim, const double x[], const int "
             "*ncomp, double f[], void *userdata) {\n") +
         problem.body + "\nreturn 0;\n}\n";
}

class MethodsTest : public support::OnDevice {
 protected:
  void TearDown() override {
    cuboid_result_free(result);
    OnDevice::TearDown();
  }

  void make(const Problem &problem) {
    cuboid_integrand_free(integrand);
    ASSERT_EQ(
        cuboid_integrand_from_cuda_source(&integrand, problem.ndim, problem.ncomp,
                                          source_of(problem).c_str(), "integrand", nullptr, 0),
        0)
        << cuboid_last_error();
  }

  int integrate(const Problem &problem) {
    cuboid_result_free(result);
    return cuboid_integrate(integrand, problem.lower.empty() ? nullptr : problem.lower.data(),
                            problem.upper.empty() ? nullptr : problem.upper.data(), options,
                            &result);
  }

  void set(const char *method, double epsrel, std::int64_t maxeval) {
    cuboid_options_set_text(options, "method", method);
    cuboid_options_set_real(options, "epsrel", epsrel);
    cuboid_options_set_real(options, "epsabs", epsrel);
    cuboid_options_set_integer(options, "maxeval", maxeval);
    cuboid_options_set_integer(options, "seed", 1);
  }

  cuboid_result *result = nullptr;
};

TEST_F(MethodsTest, CuhreIsPagani) {
  set("cuhre", 1e-6, 100000000);
  for (const Problem &problem : problems) {
    make(problem);
    EXPECT_EQ(integrate(problem), 0) << problem.name << ": " << cuboid_last_error();
    EXPECT_STREQ(cuboid_result_method(result), "pagani");
    for (int c = 0; c < problem.ncomp; ++c)
      EXPECT_NEAR(cuboid_result_value(result)[c], problem.truth[c],
                  1e-6 * std::max(1.0, problem.truth[c]))
          << problem.name;
    std::printf("%s: %.10g, %lld evaluations; %s\n", problem.name, cuboid_result_value(result)[0],
                static_cast<long long>(cuboid_result_neval(result)), cuboid_result_message(result));
  }
}

TEST_F(MethodsTest, VegasIsVegasPlus) {
  set("vegas", 1e-3, 1000000000);
  for (const Problem &problem : problems) {
    make(problem);
    EXPECT_EQ(integrate(problem), 0) << problem.name << ": " << cuboid_result_message(result);
    EXPECT_STREQ(cuboid_result_method(result), "vegas_plus");
    for (int c = 0; c < problem.ncomp; ++c)
      EXPECT_NEAR(cuboid_result_value(result)[c], problem.truth[c],
                  5 * cuboid_result_error(result)[c] + 1e-12)
          << problem.name;
    std::printf("%s: %.10g, %lld evaluations; %s\n", problem.name, cuboid_result_value(result)[0],
                static_cast<long long>(cuboid_result_neval(result)), cuboid_result_message(result));
  }
}

TEST_F(MethodsTest, VegasWithSeed0IsALatticeWhereThatIsAskedFor) {
  set("vegas", 1e-4, 100000000);
  cuboid_options_set_integer(options, "seed", 0);
  make(problems.front());
  setenv("CUBOID_VEGAS", "lattice", 1);
  EXPECT_EQ(integrate(problems.front()), 0) << cuboid_result_message(result);
  EXPECT_STREQ(cuboid_result_method(result), "lattice");
  cuboid_options_set_integer(options, "seed", 1);
  integrate(problems.front());
  EXPECT_STREQ(cuboid_result_method(result), "vegas_plus");
  setenv("CUBOID_VEGAS", "lattices", 1);
  EXPECT_EQ(integrate(problems.front()), CUBOID_BAD_ARGUMENT);
  unsetenv("CUBOID_VEGAS");
}

/// No method is named: something that runs there gets to the accuracy, says why it was taken, and
/// is the same each time.
TEST_F(MethodsTest, AutoTakesOneAndSaysWhy) {
  set("auto", 1e-5, 10000000000);
  for (const Problem &problem : problems) {
    make(problem);
    EXPECT_EQ(integrate(problem), 0) << problem.name << ": " << cuboid_result_message(result);
    const std::string reasons = cuboid_result_reasons(result);
    EXPECT_NE(reasons.find("auto: "), std::string::npos) << reasons;
    const double value = cuboid_result_value(result)[0];
    for (int c = 0; c < problem.ncomp; ++c)
      EXPECT_NEAR(cuboid_result_value(result)[c], problem.truth[c],
                  5 * cuboid_result_error(result)[c] + 1e-12)
          << problem.name;
    std::printf("%s: %s, %lld evaluations; %s\n", problem.name, cuboid_result_method(result),
                static_cast<long long>(cuboid_result_neval(result)), reasons.c_str());
    integrate(problem);
    EXPECT_EQ(cuboid_result_value(result)[0], value) << problem.name;
    EXPECT_EQ(cuboid_result_reasons(result), reasons);
  }
}

/// What PAGANI has evaluated while it was looked at is not lost where it is the plan: the run is
/// that of PAGANI by name, which takes more than a probe may.
TEST_F(MethodsTest, AutoLetsPaganiGoOn) {
  const Problem kinks = {
      "kinks",
      5,
      1,
      "double s = 0; for (int d = 0; d < 5; ++d) s += (2 + d) * fabs(x[d] - 0.1 * (d + 3) - 0.03);"
      "f[0] = exp(-s);",
      {},
      {},
      {}};
  make(kinks);
  set("cuhre", 1e-6, 10000000000);
  cuboid_options_set_real(options, "epsabs", 0);
  EXPECT_EQ(integrate(kinks), 0) << cuboid_result_message(result);
  const double value = cuboid_result_value(result)[0];
  const std::int64_t neval = cuboid_result_neval(result);
  EXPECT_GT(neval, 1 << 24);
  cuboid_options_set_text(options, "method", "auto");
  EXPECT_EQ(integrate(kinks), 0) << cuboid_result_message(result);
  EXPECT_STREQ(cuboid_result_method(result), "pagani") << cuboid_result_message(result);
  EXPECT_EQ(cuboid_result_neval(result), neval);
  EXPECT_EQ(cuboid_result_value(result)[0], value);
}

TEST_F(MethodsTest, GivesTheSameBitsEachTime) {
  for (const char *method : {"cuhre", "vegas"}) {
    set(method, 1e-5, 50000000);
    make(problems.back());
    std::vector<double> values;
    for (int i = 0; i < 3; ++i) {
      integrate(problems.back());
      values.push_back(cuboid_result_value(result)[0]);
    }
    EXPECT_EQ(values[0], values[1]) << method;
    EXPECT_EQ(values[0], values[2]) << method;
  }
}

// Kernels that call the text, and kernels that have it in them.
TEST_F(MethodsTest, JoinsTextsOrCompilesThemAsTheOptionSays) {
  for (const char *method : {"pagani", "vegas_plus", "m_cubes", "lattice"})
    for (const Problem &problem : problems) {
      if (problem.ncomp > 1) continue;
      set(method, 1e-3, 2000000);
      make(problem);
      std::vector<double> values;
      for (const char *compile : {"quick", "full", "auto", "quick"}) {
        cuboid_options_set_text(options, "compile", compile);
        EXPECT_GE(integrate(problem), 0) << problem.name << ' ' << method << cuboid_last_error();
        values.push_back(cuboid_result_value(result)[0]);
      }
      EXPECT_NEAR(values[0], values[1], 1e-12 * problem.truth[0]) << problem.name << ' ' << method;
      EXPECT_EQ(values[0], values[2]) << problem.name << ' ' << method;
      EXPECT_EQ(values[0], values[3]) << problem.name << ' ' << method;
    }
}

TEST_F(MethodsTest, ServesThreadsAtOnce) {
  set("cuhre", 1e-5, 50000000);
  make(problems.back());
  integrate(problems.back());
  const double expected = cuboid_result_value(result)[0];
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        cuboid_result *mine = nullptr;
        EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, options, &mine), 0);
        EXPECT_EQ(cuboid_result_value(mine)[0], expected);
        cuboid_result_free(mine);
      }
    });
  for (auto &thread : threads) thread.join();
}

// What a call has launched ahead may still be in its stream when the handle goes.  More texts than
// stay loaded for later handles.
TEST_F(MethodsTest, OutlivesItsHandleInTheStream) {
  constexpr int texts = 24;
  set("pagani", 1e-3, 100000000);
  Problem problem{"line", 3, 1, "", {0}, {}, {}};
  for (int i = 1; i <= texts; ++i) {
    const std::string body = "f[0] = " + std::to_string(i) + " * x[0] * x[1] * exp(x[2]);";
    problem.body = body.c_str();
    make(problem);
    for (int call = 0; call < 3; ++call) EXPECT_EQ(integrate(problem), 0);
    cuboid_integrand_free(integrand);
    integrand = nullptr;
    const double truth = i * (std::exp(1) - 1) / 4;
    EXPECT_NEAR(cuboid_result_value(result)[0], truth, 1e-3 * truth) << body;
  }
}

TEST_F(MethodsTest, StopsForNanAbortAndTheCallersFlag) {
  const Problem nan = {"nan", 2, 1, "f[0] = x[0] > 0.5 ? NAN : 1;", {}, {}, {}};
  const Problem abort = {"abort", 2, 1, "f[0] = 1; if (x[0] > 0.9) return -999;", {}, {}, {}};
  const int cancel = 1;
  for (const char *method : {"cuhre", "vegas"}) {
    set(method, 1e-3, 10000000);
    make(nan);
    EXPECT_EQ(integrate(nan), CUBOID_NONFINITE) << method << cuboid_result_message(result);
    make(abort);
    EXPECT_EQ(integrate(abort), CUBOID_ABORTED) << method << cuboid_result_message(result);
    cuboid_options_set_cancel(options, &cancel);
    set(method, 1e-12, 1000000000000);
    make(problems.back());
    EXPECT_EQ(integrate(problems.back()), CUBOID_CANCELLED)
        << method << cuboid_result_message(result);
    cuboid_options_set_cancel(options, nullptr);
  }
}

// Compilation takes many times as long as the limit.
TEST_F(MethodsTest, DoesNotCountTheCompilationOfKernels) {
  int number = 0;
  for (const char *method : {"cuhre", "vegas", "suave"}) {
    // No cache has this text.
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    const std::string body =
        "f[0] = 1 + " + std::to_string(now) + "e-30 * x[0] + " + std::to_string(++number) + "e-12;";
    const Problem fresh = {"fresh", 2, 1, body.c_str(), {1}, {}, {}};
    make(fresh);
    set(method, 1e-3, 20000);
    cuboid_options_set_real(options, "time_limit", 0.05);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(integrate(fresh), 0) << method << ": " << cuboid_result_message(result);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("%s: %.3f s with the compilation, limit 0.05 s\n", method, took.count());
  }
}

TEST_F(MethodsTest, ReportsATrap) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const Problem trap = {"trap", 2, 1, "f[0] = 1; if (x[0] > 0.9) abort();", {}, {}, {}};
  for (const char *method : {"cuhre", "vegas"})
    EXPECT_EXIT(
        {
          set(method, 1e-3, 10000000);
          make(trap);
          const int status = integrate(trap);
          std::fprintf(stderr, "%s\n", cuboid_result_message(result));
          std::exit(status == CUBOID_DEVICE_FAILED ? 0 : 1);
        },
        testing::ExitedWithCode(0), "must be restarted")
        << method;
}

TEST_F(MethodsTest, TakesLittleTimeWarm) {
  for (const char *method : {"cuhre", "vegas"}) {
    set(method, 1e-3, 100000000);
    make(problems[0]);
    integrate(problems[0]);
    double best = 1e300;
    for (int i = 0; i < 20; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      integrate(problems[0]);
      best = std::min(
          best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
                    .count());
    }
    std::printf("%s, 3-D product to 1e-3, whole call, best of 20: %.3f ms, %lld evaluations\n",
                method, best, static_cast<long long>(cuboid_result_neval(result)));
    EXPECT_LT(best, 50);
  }
}

}  // namespace
