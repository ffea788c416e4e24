// What the message of a method that draws samples says when it misses: what to try, and what was
// seen.
#include <algorithm>
#include <cmath>

#include "handles.hpp"

namespace {

struct Kind {
  const char *name;
  int ndim;
  cuboid_function function;
  const char *seen;  ///< part of the message
  std::vector<std::string> methods;
};

const std::vector<std::string> all{"vegas", "suave", "divonne", "vegas_plus", "m_cubes"};

double square(int ndim, const double *x, double centre) {
  double sum = 0;
  for (int d = 0; d < ndim; ++d) sum += (x[d] - centre) * (x[d] - centre);
  return sum;
}

int ball(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = square(*ndim, x, 0.5) < 0.16;
  return 0;
}

int ridge(const int *, const double *x, const int *, double *f, void *) {
  f[0] = std::exp(-1e6 * (x[0] - x[1]) * (x[0] - x[1]));
  return 0;
}

int peak(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = std::exp(-5000 * square(*ndim, x, 0.3));
  return 0;
}

int power(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= std::pow(x[d], -0.75);
  return 0;
}

int cancelling(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= x[d] - 0.5;
  return 0;
}

int zero(const int *, const double *, const int *, double *f, void *) {
  f[0] = 0;
  return 0;
}

int smooth(const int *ndim, const double *x, const int *, double *f, void *) {
  f[0] = std::exp(square(*ndim, x, 0));
  return 0;
}

const Kind kinds[] = {
    {"ball", 4, ball, "jumps", {"vegas", "divonne", "vegas_plus", "m_cubes"}},
    {"ridge", 4, ridge, "ridge", all},
    {"peak", 4, peak, "narrow peak that is found late", {"vegas", "vegas_plus", "m_cubes"}},
    {"peak", 4, peak, "peaks", {"suave", "divonne"}},
    {"power", 3, power, "singularity", {"vegas", "suave", "vegas_plus", "m_cubes"}},
    {"cancelling", 4, cancelling, "positive and negative parts cancel", all},
    {"zero", 4, zero, "the integrand was zero at all", all},
    {"smooth", 4, smooth, "at this rate the accuracy takes about", all},
};

/// Whether the message has a piece of advice.
bool advises(const std::string &message) {
  const char *const advice[] = {"method = ", "nstart", "narrower limits", "mineval", "epsabs"};
  return std::any_of(std::begin(advice), std::end(advice),
                     [&](const char *one) { return message.find(one) != std::string::npos; });
}

// Whole clauses, as many as there is room for, and the others with the reasons.
TEST(Remarks, TakeTwoHundredCharactersOfTheMessage) {
  int without_room = 0;
  for (const Kind &kind : kinds)
    for (const std::string &method : all) {
      api::Options options;
      options.set("method", method).set("epsrel", 1e-5).set("maxeval", 30000).set("seed", 1);
      const api::Result r = api::integrate(api::Integrand(kind.ndim, 1, kind.function), options);
      EXPECT_LE(r.message.size(), 200U) << r.message;
      EXPECT_FALSE(r.message.empty());
      without_room += !r.reasons.empty();
      // None is cut in its middle.
      EXPECT_FALSE(r.message.ends_with("...")) << r.message;
    }
  EXPECT_GT(without_room, 5);
}

// Not with every seed do the samples show it.
TEST(Remarks, NameWhatWasSeenAndWhatToTry) {
  for (const Kind &kind : kinds)
    for (const std::string &method : kind.methods) {
      const api::Integrand integrand(kind.ndim, 1, kind.function);
      int named = 0;
      std::string message;
      for (int seed = 1; seed <= 4; ++seed) {
        api::Options options;
        options.set("method", method).set("epsrel", 1e-5).set("maxeval", 30000).set("seed", seed);
        const api::Result result = api::integrate(integrand, options);
        message = api::said(result);
        EXPECT_LE(result.message.size(), 200U) << result.message;
        EXPECT_TRUE(advises(result.message)) << kind.name << ", " << method << ": " << message;
        named += message.find(kind.seen) != std::string::npos;
      }
      EXPECT_GE(named, 2) << kind.name << ", " << method << ": " << message;
    }
}

// Where its sums are even by chance it has nothing to see a tail by.
TEST(Remarks, OfDivonneNameHeavyTailsThatItsSumsShow) {
  int named = 0;
  for (int seed = 1; seed <= 10; ++seed) {
    api::Options options;
    options.set("method", std::string("divonne")).set("maxeval", 50000).set("seed", seed);
    const api::Result r = api::integrate(api::Integrand(3, 1, power), options.set("epsrel", 1e-3));
    named += api::said(r).find("singularity") != std::string::npos;
  }
  EXPECT_GE(named, 5);
}

// An iteration of all evaluations has nothing to be compared with.
TEST(Remarks, AskForMoreThanOneIteration) {
  for (const std::string method : {"vegas", "vegas_plus", "m_cubes"}) {
    const api::Integrand integrand(4, 1, smooth);
    api::Options options;
    options.set("method", method).set("maxeval", 10000).set("nstart", 10000);
    const api::Result r = api::integrate(integrand, options);
    EXPECT_FALSE(r.trusted);
    EXPECT_NE(r.message.find("rests on one iteration"), std::string::npos) << r.message;
  }
}

// The first rule is accurate, and nothing is left to look at it again.
TEST(Remarks, AskForMoreThanOneRegion) {
  for (const std::string method : {"cuhre", "pagani", "line"})
    for (const int maxeval : {-1, 0, 1}) {
      const int ndim = method == "line" ? 1 : 2;
      api::Options options;
      options.set("method", method).set("maxeval", maxeval);
      const api::Result r = api::integrate(api::Integrand(ndim, 1, smooth), options);
      EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
      EXPECT_EQ(r.message.find("raise maxeval: the error is within the request"), 0U) << r.message;
      EXPECT_FALSE(r.trusted) << method;
    }
}

TEST(Remarks, SayThatMinevalIsBeyondMaxeval) {
  const std::string sentence =
      "raise maxeval or lower mineval: at least 50000 evaluations are asked for, and no more than "
      "10000 are allowed";
  for (const std::string &method : all) {
    api::Options options;
    options.set("method", method).set("mineval", 50000).set("maxeval", 10000).set("seed", 1);
    const api::Result r = api::integrate(api::Integrand(2, 1, smooth), options.set("epsrel", 1e-2));
    EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED) << method;
    EXPECT_EQ(r.message.find(sentence), 0u) << method << ": " << api::said(r);
    EXPECT_TRUE(!r.trusted || api::said(r).find("peak") == std::string::npos) << api::said(r);
  }
}

TEST(Remarks, ProposeNoMethodThatRefusesSoManyDimensions) {
  const struct {
    const char *name;
    int most;
  } limited[] = {{"cuhre", 20}, {"vegas_plus", 32}, {"lattice", 64}};
  for (const int ndim : {25, 50, 100})
    for (const std::string method : {"auto", "vegas", "suave", "divonne"}) {
      api::Options options;
      options.set("method", method).set("epsrel", 1e-9).set("maxeval", 20000).set("seed", 1);
      const api::Result r = api::integrate(api::Integrand(ndim, 1, smooth), options);
      for (const auto &one : limited)
        EXPECT_TRUE(ndim <= one.most || r.message.find(one.name) == std::string::npos)
            << method << ": " << r.message;
    }
}

// An error that is small enough, and no success, has another reason.
TEST(Remarks, DoNotBlameMaxevalForAnErrorWithinTheRequest) {
  int within = 0;
  for (const Kind &kind : kinds)
    for (const std::string &method : all)
      for (int seed = 1; seed <= 2; ++seed) {
        api::Options options;
        options.set("method", method).set("epsrel", 0.3).set("maxeval", 3000).set("seed", seed);
        const api::Result r = api::integrate(api::Integrand(kind.ndim, 1, kind.function), options);
        if (r.status != CUBOID_NOT_CONVERGED || r.error[0] > 0.3 * std::fabs(r.value[0])) continue;
        if (r.value[0] == 0) continue;
        ++within;
        EXPECT_EQ(api::said(r).find("did not reach"), std::string::npos) << api::said(r);
        EXPECT_NE(api::said(r).find("within the request"), std::string::npos) << api::said(r);
      }
  EXPECT_GT(within, 0);
}

int product_of_two(const int *, const double *x, const int *, double *f, void *) {
  f[0] = (2 * x[0] - 1) * (2 * x[1] - 1);
  return 0;
}

int pole(const int *, const double *x, const int *, double *f, void *) {
  f[0] = 1 / x[0];
  return 0;
}

// They end long before it: of a zero nothing but rounding is left, the other integral diverges.
TEST(Remarks, DoNotBlameMaxevalWhereNoEvaluationHelps) {
  const struct {
    const char *method;
    int ndim;
    cuboid_function function;
  } integrals[] = {{"cuhre", 2, product_of_two}, {"line", 1, pole}};
  for (const auto &[method, ndim, function] : integrals) {
    api::Options options;
    options.set("method", method).set("epsrel", 1e-6).set("maxeval", 1000000);
    const api::Result r = api::integrate(api::Integrand(ndim, 1, function), options);
    EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED) << method;
    EXPECT_LT(r.neval, 200000) << method;
    EXPECT_EQ(api::said(r).find("maxeval"), std::string::npos) << api::said(r);
    EXPECT_NE(api::said(r).find("would not help"), std::string::npos) << api::said(r);
  }
}

int step(const int *, const double *x, const int *, double *f, void *) {
  f[0] = x[0] > 0.7 ? 1 : 0;
  return 0;
}

TEST(Remarks, SayNothingOfRidgesInOneDimension) {
  int named = 0;
  for (const std::string method :
       {"cuhre", "vegas", "suave", "divonne", "vegas_plus", "m_cubes", "lattice", "pagani"}) {
    api::Options options;
    options.set("method", method).set("epsrel", 1e-9).set("maxeval", 20000);
    const api::Result r = api::integrate(api::Integrand(1, 1, step), options);
    for (const char *word : {"ridge", "jump", "axes"})
      EXPECT_EQ(api::said(r).find(word), std::string::npos) << method << ": " << api::said(r);
    named += r.message.find("method = line") != std::string::npos;
  }
  EXPECT_GE(named, 3);
}

}  // namespace
