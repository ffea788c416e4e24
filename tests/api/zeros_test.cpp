// Integrands that are zero wherever a method has looked.
#include <cmath>
#include <limits>
#include <string>

#include "handles.hpp"

namespace {

const char *const methods[] = {"cuhre",      "pagani",  "vegas",   "suave", "divonne",
                               "vegas_plus", "m_cubes", "lattice", "auto"};

int zero(const int *, const double[], const int *, double f[], void *) {
  f[0] = 0;
  return 0;
}

/// A component that is zero beside one that is not.
int half_zero(const int *, const double x[], const int *, double f[], void *) {
  f[0] = 1 + x[0] * x[1];
  f[1] = 0;
  return 0;
}

int odd(const int *, const double x[], const int *, double f[], void *) {
  f[0] = x[0] - 0.5;
  return 0;
}

/// A hundredth of the axes wide, in a corner: about one in six million points meets it.
int corner_peak(const int *, const double x[], const int *, double f[], void *) {
  f[0] = std::max(1 - (x[0] + x[1] + x[2]) / .01, 0.);
  return 0;
}

struct OptionsFor : api::Options {
  OptionsFor(const std::string &method, std::int64_t maxeval) {
    set("method", method).set("maxeval", maxeval).set("epsrel", 1e-2);
  }
};

TEST(Zeros, NeedManyEvaluations) {
  for (const std::string method : methods) {
    SCOPED_TRACE(method);
    const api::Integrand integrand(3, 1, zero);
    const OptionsFor few(method, 400000);
    const api::Result r = api::integrate(integrand, few);
    EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED) << r.message;
    EXPECT_EQ(r.value[0], 0);
    EXPECT_NE(r.message.find("the integrand was zero at all"), std::string::npos) << r.message;
    EXPECT_NE(r.message.find("mineval"), std::string::npos) << r.message;
    // PAGANI's grids for three dimensions have 395351 points in two looks, and 2745863 in three.
    OptionsFor many(method, 3000000);
    const api::Result looked = api::integrate(integrand, many);
    EXPECT_EQ(looked.status, CUBOID_NOT_CONVERGED) << looked.message;
    EXPECT_FALSE(looked.trusted);
    EXPECT_GE(looked.neval, 500000);
    EXPECT_LT(looked.neval, 3000000);
    EXPECT_NE(looked.message.find("the integrand was zero at all"), std::string::npos)
        << looked.message;
    EXPECT_EQ(looked.message.rfind("give narrower limits, a scale or points", 0), 0)
        << looked.message;
    // What is small may be missed.
    many.set("epsabs", 1e-6);
    EXPECT_EQ(api::integrate(integrand, many).status, CUBOID_NOT_CONVERGED);
    many.set("mineval", 100000);
    const api::Result told = api::integrate(integrand, many);
    EXPECT_EQ(told.status, CUBOID_CONVERGED) << told.message;
    EXPECT_TRUE(told.trusted);
    EXPECT_EQ(told.value[0], 0);
    EXPECT_GE(told.neval, 100000);
  }
}

TEST(Zeros, AreTheAnswerAfterMinevalWhereAnAbsoluteErrorIsAskedFor) {
  for (int ndim = 1; ndim <= 3; ++ndim)
    for (const std::string method : {"auto", ndim == 1 ? "line" : "pagani", "cuhre"}) {
      SCOPED_TRACE(method + std::to_string(ndim));
      OptionsFor options(method, 1000000);
      options.set("epsabs", 1e-10).set("mineval", 1000);
      const api::Result r = api::integrate(api::Integrand(ndim, 1, zero), options);
      EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
      EXPECT_TRUE(r.trusted);
      EXPECT_GE(r.neval, 1000);
      EXPECT_LE(r.neval, 2000);
      EXPECT_NE(r.message.find("(absolute)"), std::string::npos) << r.message;
    }
}

// Too small for a double.
TEST(Zeros, AreNoAnswerInInfiniteBoxes) {
  const double lower[3] = {0, 0, 0};
  const double infinity = std::numeric_limits<double>::infinity();
  const double upper[3] = {infinity, infinity, infinity};
  for (int ndim = 1; ndim <= 3; ++ndim) {
    const api::Integrand integrand(
        ndim, 1, [](const int *n, const double x[], const int *, double f[], void *) {
          f[0] = std::exp(-2000 - x[0] * x[*n - 1]);
          return 0;
        });
    for (const char *method : api::methods_up_to(ndim)) {
      SCOPED_TRACE(method + std::to_string(ndim));
      const api::Result r = api::integrate(integrand, OptionsFor(method, 1000000), lower, upper);
      EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED) << r.message;
      EXPECT_FALSE(r.trusted);
      EXPECT_EQ(r.message.rfind("give narrower limits", 0), 0) << r.message;
    }
  }
}

/// What a call gives, alone or as a list of one.
struct Called {
  int status;
  std::int64_t neval;
  double value;
};

Called called(const api::Integrand &integrand, const api::Options &options, bool many) {
  if (!many) {
    const api::Result r = api::integrate(integrand, options);
    return {r.status, r.neval, r.value[0]};
  }
  const double lower[3] = {0, 0, 0};
  const double upper[3] = {1, 1, 1};
  cuboid_many *list = nullptr;
  cuboid_integrate_many(integrand.get(), 1, lower, upper, 0, nullptr, 0, options.get(), &list);
  const Called one{cuboid_many_statuses(list)[0], cuboid_many_neval(list)[0],
                   cuboid_many_value(list)[0]};
  cuboid_many_free(list);
  return one;
}

// Of a peak in a corner, no point of the rules is a trace: it is called zero only after as many
// points as are documented, and as mineval asks for.
TEST(Zeros, OfCubatureAreSeenAsFinelyAsDocumented) {
  const api::Integrand integrand(3, 1, corner_peak);
  for (const std::string method : {"cuhre", "pagani", "auto"})
    for (const bool many : {false, true})
      for (const std::int64_t splits : {1, 64}) {
        SCOPED_TRACE(method + (many ? ", a list, " : ", ") + std::to_string(splits) + " splits");
        OptionsFor few(method, 60000);
        few.set("splits", splits);
        EXPECT_EQ(called(integrand, few, many).status, CUBOID_NOT_CONVERGED);
        OptionsFor enough(method, 3000000);
        enough.set("splits", splits).set("mineval", std::int64_t{600000});
        const Called found = called(integrand, enough, many);
        EXPECT_TRUE(found.value > 0 || found.neval >= 600000) << found.neval;
      }
}

TEST(Zeros, BesideOtherComponentsPreventNoSuccess) {
  for (const std::string method : methods) {
    const OptionsFor options(method, 50000);
    const api::Result r = api::integrate(api::Integrand(3, 2, half_zero), options);
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << method << ": " << r.message;
    EXPECT_NE(api::said(r).find("of a component were zero"), std::string::npos) << r.message;
  }
}

// Of zeros, Suave's regions have a least variance, which does not fall.
TEST(Zeros, BesideAPeakPreventNoSuccessOfSuave) {
  OptionsFor options("suave", 1000000);
  options.set("epsrel", 1e-3);
  const api::Integrand both(3, "exp(-3*(x + y + z)), 0"), alone(3, "exp(-3*(x + y + z))");
  const api::Result r = api::integrate(both, options);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.value[1], 0);
  EXPECT_LE(r.neval, 100000 + 2 * api::integrate(alone, options).neval);
}

// Values that cancel are not zeros that say nothing.
TEST(Zeros, OfTheSumAreNotThoseOfTheIntegrand) {
  const OptionsFor options("cuhre", 50000);
  const api::Result r = api::integrate(api::Integrand(3, 1, odd), options);
  EXPECT_EQ(r.message.find("the integrand was zero"), std::string::npos) << r.message;
}

TEST(Zeros, AValueBelowItsErrorIsRemarkedOn) {
  for (const std::string method : {"vegas", "divonne", "vegas_plus"}) {
    OptionsFor options(method, 50000);
    options.set("epsabs", 0.1).set("seed", 3);
    const api::Result r = api::integrate(
        api::Integrand(3, 1,
                       [](const int *, const double x[], const int *, double f[], void *) {
                         f[0] = 8 * (x[0] - 0.5) * (x[1] - 0.5);
                         return 0;
                       }),
        options);
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << method << ": " << r.message;
    EXPECT_EQ(std::abs(r.value[0]) < r.error[0],
              api::said(r).find("smaller than its error") != std::string::npos)
        << method << ": " << r.message;
  }
}

}  // namespace
