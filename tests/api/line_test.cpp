// The method line: right, or refused with a sentence.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "api/handles.hpp"
#include "api/many.hpp"
#include "support/domains.hpp"
#include "support/trace_lines.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

constexpr double infinity = std::numeric_limits<double>::infinity();

using Function = double (*)(double x);

int call(const int *, const double x[], const int *, double f[], void *userdata) {
  f[0] = (*static_cast<Function *>(userdata))(x[0]);
  return 0;
}

struct WithLine : Options {
  explicit WithLine(double epsrel) { set("method", "line").set("epsrel", epsrel); }
};

Result line(Function function, double lower, double upper, const Options &options) {
  return api::integrate(Integrand(1, 1, call, &function), options, &lower, &upper);
}

TEST(Line, IsRight) {
  struct Row {
    const char *what;
    Function function;
    double lower, upper, exact;
    std::int64_t most;  ///< evaluations
  };
  const double pi = 3.141592653589793;
  const Row rows[] = {
      {"smooth", [](double x) { return std::cos(x); }, 0, 1, std::sin(1.), 105},
      {"falling limits", [](double x) { return std::cos(x); }, 1, 0, -std::sin(1.), 105},
      {"power", [](double x) { return std::pow(x, -0.75); }, 0, 1, 4, 700},
      {"logarithm", [](double x) { return std::log(x); }, 0, 1, -1, 700},
      {"square root", [](double x) { return std::sqrt(x); }, 0, 1, 2 / 3., 700},
      {"upper end", [](double x) { return std::pow(-x, -0.75); }, -1, 0, 4, 700},
      {"exponential tail", [](double x) { return std::exp(-x); }, 0, infinity, 1, 500},
      {"algebraic tail", [](double x) { return std::pow(x, -1.0625); }, 1, infinity, 16, 700},
      {"lower tail", [](double x) { return std::exp(x); }, -infinity, 0, 1, 500},
      {"both tails", [](double x) { return 1 / (1 + x * x); }, -infinity, infinity, pi, 700},
      {"far centre", [](double x) { return std::exp(-(x - 25) * (x - 25)); }, -infinity, infinity,
       std::sqrt(pi), 3000},
      {"a peak beside 0 of a wide range",
       [](double x) { return std::exp(-(x - 12.3) * (x - 12.3)); }, -1e14, 1e13, std::sqrt(pi),
       3000},
      {"infinity times zero", [](double x) { return std::pow(x, 4) * std::exp(-x); }, 0, infinity,
       24, 700},
      {"infinity times zero before numbers end",
       [](double x) { return x * std::exp(x) * std::exp(-2 * x); }, 0, infinity, 1, 1000},
      {"0/0 at the centre", [](double x) { return std::sin(x) / x; }, -1, 1, 1.8921661407343662,
       200},
      {"infinity at a point", [](double x) { return std::log(std::fabs(x)); }, -1, 1, -2, 2000},
  };
  for (const Row &row : rows) {
    const Result r = line(row.function, row.lower, row.upper, WithLine(1e-10));
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << row.what << ": " << r.message;
    EXPECT_NEAR(r.value[0], row.exact, 1e-10 * std::fabs(row.exact)) << row.what;
    EXPECT_LE(r.neval, row.most) << row.what;
  }
}

// The jump is nearer to the end of a half than any point of it.
TEST(Line, SeesJumpsBetweenPieces) {
  const Result r = line([](double x) { return std::floor(std::exp(x)); }, 0, 3, WithLine(1e-6));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 17.66438353924651, 2e-5);
}

// Between the end of a piece and its first node no point of the rules lies: these were 3e-4 to 6e-4
// off, converged at 1e-9 with errors of 1e-11 and less.
TEST(Line, SeesCuspsBesideTheEndsOfPieces) {
  double cusps[][2] = {{20.931641259981284, 0.000860871382515338},
                       {28.177851275410855, 0.44831350054080854},
                       {22.50001970115049, 0.9989069853287281}};
  const double lower = 0, upper = 1;
  for (double *cusp : cusps) {
    const Integrand integrand(1, "exp(-k*abs(x - c))", "k, c", cusp);
    const Result r = api::integrate(integrand, WithLine(1e-9), &lower, &upper);
    const double k = cusp[0], c = cusp[1];
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_NEAR(r.value[0], (2 - std::exp(-k * c) - std::exp(-k * (1 - c))) / k, r.error[0]) << c;
  }
}

// These kinks are nearer to an end of a first piece, or to a limit, than any point of the rules.
// They were up to 9e-8 off, with errors of 3e-15.
TEST(Line, SeesKinksAtTheEndsOfPieces) {
  const double lower = 0, upper = 1;
  for (const char *probing : {"standard", "thorough"})
    for (double c : {0.0002, 0.44698, 0.447, 0.447214, 0.4475, 0.44750619280019466, 0.9998})
      for (const double epsrel : {1e-8, 1e-10, 1e-12}) {
        const Integrand kink(1, "abs(x - c)", "c", &c);
        const Result r =
            api::integrate(kink, WithLine(epsrel).set("probing", probing), &lower, &upper);
        const double exact = (c * c + (1 - c) * (1 - c)) / 2;
        EXPECT_EQ(r.status, CUBOID_CONVERGED) << c << r.message;
        EXPECT_NEAR(r.value[0], exact, epsrel * exact) << c << probing;
      }
}

int payoff(const int *, const double x[], const int *, double f[], void *userdata) {
  f[0] = std::max(0., x[0] - static_cast<many::Peak *>(userdata)->sharpness);
  return 0;
}

TEST(Line, SeesKinksAtTheEndsOfPiecesInLists) {
  std::vector<many::Peak> peaks;
  for (int i = 0; i < 40; ++i) peaks.push_back({0.4468 + 2e-5 * i, {}});
  for (const char *workers : {"serial", "threads"}) {
    WithLine options(1e-10);
    options.set("workers", workers);
    const many::Many all = many::integrate_many({1, 1, payoff}, peaks, options);
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      const Result r = api::integrate(Integrand(1, 1, payoff, &peaks[i]), options);
      const double exact = std::pow(1 - peaks[i].sharpness, 2) / 2;
      EXPECT_NEAR(all.value[i], exact, 1e-10 * exact) << i;
      EXPECT_EQ(all.value[i], r.value[0]) << i;
      EXPECT_EQ(all.neval[i], r.neval) << i;
    }
  }
}

Result pulse(double from, double width, const char *probing) {
  double parameters[] = {from, width};
  const double lower = 0, upper = 1;
  const Integrand integrand(1, "0.1 + (x > c)*(x < c + h)", "c, h", parameters);
  return api::integrate(integrand, WithLine(1e-6).set("probing", probing), &lower, &upper);
}

// No gap between the first points is as wide as these.  The first two have points of the whole
// range alone, and were refused, as both halves are constant.
TEST(Line, SeesPulsesOfASixtiethOfTheRange) {
  for (const double c : {0.8655272369789456, 0.626648290866804, 0.001, 0.3, 0.44, 0.98}) {
    const Result r = pulse(c, 1 / 60., "standard");
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << c << r.message;
    EXPECT_NEAR(r.value[0], 0.1 + 1 / 60., 1.2e-7) << c;
  }
}

// The points of a probe saw these; the pieces that followed had others, and it was forgotten.
TEST(Line, KeepsWhatAProbeSaw) {
  const Result standard = pulse(0.38586625884490255, 0.01, "standard");
  EXPECT_EQ(standard.status, CUBOID_CONVERGED) << standard.message;
  EXPECT_NEAR(standard.value[0], 0.11, 1.1e-7);
  for (const double c : {0.054833589309793096, 0.030301702624801474}) {
    const Result thorough = pulse(c, 0.01, "thorough");
    EXPECT_EQ(thorough.status, CUBOID_CONVERGED) << thorough.message;
    EXPECT_NEAR(thorough.value[0], 0.11, 1.1e-7);
  }
}

// What lies between the end and its neighbours follows from the power law of the values there.
TEST(Line, ExtrapolatesToEndsThatAreNotZero) {
  const Result r =
      line([](double x) { return std::pow(x - 1000, -0.9); }, 1000, 1001, WithLine(1e-3));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], 10, r.error[0]);
  EXPECT_LE(r.error[0], 1e-2);
}

struct Far {
  double start, rate, least, greatest;
};

int far_sine(const int *, const double x[], const int *, double f[], void *user) {
  Far &far = *static_cast<Far *>(user);
  far.least = std::min(far.least, x[0]);
  far.greatest = std::max(far.greatest, x[0]);
  f[0] = 2 + std::sin(far.rate * (x[0] - far.start));
  return 0;
}

// Far from 0 points are rounded, by up to 1.2e-10 of the range at 1e6.  What is asked for beyond
// that is refused, with the value that the points allow: maps at the ends were off by 1e-3 there.
TEST(Line, KnowsHowCoarseNumbersAre) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform;
  constexpr int draws = 400;
  int honest = 0;
  for (int i = 0; i < draws; ++i) {
    const double start = std::floor(std::pow(10, 2 + 7 * uniform(generator)));
    Far far{start, 1 + 19 * uniform(generator), start, start};
    const double lower = start, upper = start + 1;
    const double exact = 2 + (1 - std::cos(far.rate)) / far.rate;
    const double epsrel = std::pow(10, -3 - 9 * uniform(generator));
    const Result r =
        api::integrate(Integrand(1, 1, far_sine, &far), WithLine(epsrel), &lower, &upper);
    EXPECT_GE(far.least, lower);
    EXPECT_LE(far.greatest, upper);
    const double off = std::fabs(r.value[0] - exact), rounding = start * 0x1p-53 * far.rate;
    EXPECT_LE(off, rounding + 1e-3 * epsrel + 1e-15) << start << " " << epsrel;
    if (epsrel > 10 * rounding) {
      EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    }
    if (r.status != CUBOID_CONVERGED) {
      EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
      EXPECT_NE(r.message.find("too far apart"), std::string::npos) << r.message;
    }
    honest += off <= r.error[0] + 4e-16 * exact;
  }
  EXPECT_GE(honest, 0.99 * draws);
}

// Beside a pole numbers are as coarse, and yet it is the pole that is to be told of.
TEST(Line, TellsAPoleFromCoarseNumbers) {
  for (const char *text : {"1/(x - 0.7)", "1/fabs(x - 0.7)", "1/(x - 0.7)^2"}) {
    const Result r = api::integrate(Integrand(1, text), WithLine(1e-6));
    EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
    EXPECT_NE(r.message.find("diverges"), std::string::npos) << r.message;
  }
}

// The maps around a jump begin where they should: with their ranges off by the square of the
// distance that they leave, steps were off by 50 errors.
TEST(Line, IsRightAboutJumpsFarFromZero) {
  std::mt19937 generator(9);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 100; ++i) {
    const double start = std::floor(std::pow(10, 2 + 4 * uniform(generator)));
    Far far{start, uniform(generator), start, start};
    const auto step = +[](const int *, const double x[], const int *, double f[], void *user) {
      const Far &p = *static_cast<Far *>(user);
      f[0] = x[0] - p.start < p.rate ? 2 : 1;
      return 0;
    };
    const double lower = start, upper = start + 1;
    const Result r = api::integrate(Integrand(1, 1, step, &far), WithLine(1e-9), &lower, &upper);
    EXPECT_NEAR(r.value[0], 1 + far.rate, 3 * r.error[0] + 1e-15) << start << " " << far.rate;
  }
}

// Points beside a singular end far from 0 are within the limits.
TEST(Line, StaysWithinLimitsFarFromZero) {
  for (const double start : {1e6, 1e8, 1e9, -1e9}) {
    Far far{start, -0.5, start, start};
    const auto power = +[](const int *, const double x[], const int *, double f[], void *user) {
      Far &p = *static_cast<Far *>(user);
      p.least = std::min(p.least, x[0]);
      p.greatest = std::max(p.greatest, x[0]);
      f[0] = std::pow(x[0] - p.start, p.rate);
      return 0;
    };
    const double lower = start, upper = start + 1;
    const Result r = api::integrate(Integrand(1, 1, power, &far), WithLine(1e-3), &lower, &upper);
    EXPECT_GE(far.least, lower);
    EXPECT_LE(far.greatest, upper);
    EXPECT_NE(r.status, CUBOID_NONFINITE) << r.message;
    if (r.status == CUBOID_CONVERGED) {
      EXPECT_NEAR(r.value[0], 2, r.error[0]);
    }
  }
}

// Pieces are halved until their points, and those beside them, are the singular point itself.
TEST(Line, GoesOnWhereNumbersEnd) {
  const Result r =
      line([](double x) { return std::pow(std::fabs(x - 32. / 37), -0.8); }, 0, 1, WithLine(1e-6));
  EXPECT_NE(r.status, CUBOID_NONFINITE) << r.message;
  if (r.status == CUBOID_CONVERGED) {
    const double value = 5 * (std::pow(32. / 37, 0.2) + std::pow(5. / 37, 0.2));
    EXPECT_NEAR(r.value[0], value, 1e-6 * value);
  }
}

struct Powers {
  double below, above;
};

int powers(double, double from_lower, double to_upper, int, double f[], void *user) {
  const Powers &p = *static_cast<Powers *>(user);
  f[0] = std::pow(from_lower, p.below) * std::pow(to_upper, p.above);
  return 0;
}

// Which no function of x alone can be right about: numbers near 4 are too far apart.
TEST(Line, HasTheDistancesFromEndsThatAreNotZero) {
  const double lower = 3, upper = 4;
  for (const Powers p : {Powers{0, -0.9}, {-0.9, 0}, {-0.5, -0.75}, {-0.25, 0.5}, {0, 0}}) {
    Powers given = p;
    const double exact =
        std::tgamma(1 + p.below) * std::tgamma(1 + p.above) / std::tgamma(2 + p.below + p.above);
    for (const bool falls : {false, true}) {
      const Result r = api::integrate(Integrand(powers, &given), WithLine(1e-10),
                                      falls ? &upper : &lower, falls ? &lower : &upper);
      EXPECT_EQ(r.status, CUBOID_CONVERGED) << p.below << " " << p.above << ": " << r.message;
      EXPECT_NEAR(r.value[0], falls ? -exact : exact, 1e-10 * exact) << p.below << " " << p.above;
      EXPECT_LE(r.neval, 900);
    }
  }
  const Result alone =
      line([](double x) { return std::pow(4 - x, -0.9); }, lower, upper, WithLine(1e-10));
  EXPECT_NE(alone.status, CUBOID_CONVERGED);
}

TEST(Line, HasTheDistanceFromTheFiniteEndOfAnInfiniteRange) {
  const auto f = +[](double x, double from_lower, double to_upper, int, double values[], void *) {
    values[0] = std::isinf(to_upper) ? std::exp(5 - x) / std::sqrt(from_lower) : 0;
    return 0;
  };
  const double lower = 5;
  const Result r = api::integrate(Integrand(f), Options().set("epsrel", 1e-9), &lower, &infinity);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.method, "line");
  EXPECT_NEAR(r.value[0], std::sqrt(3.141592653589793), 2e-9);
}

// Which is no power, and so cannot be guessed from values farther away.
TEST(Line, ComesCloseToAnEndOfWhichItHasTheDistance) {
  const auto f = +[](double, double, double to_upper, int, double values[], void *) {
    values[0] = std::log(to_upper) / std::sqrt(to_upper);
    return 0;
  };
  const double lower = 3, upper = 4;
  const Result r = api::integrate(Integrand(f), WithLine(1e-10), &lower, &upper);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], -4, 4e-10);
}

TEST(Line, HasDistancesInLists) {
  Powers given[] = {{0, -0.9}, {-0.5, 0}, {-0.5, -0.75}, {1, 2}};
  const double lower = -2, upper = -1;
  Options options;
  options.set("epsrel", 1e-9);
  const Integrand all(powers);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(all.get(), std::ssize(given), &lower, &upper, 0, given,
                                  sizeof(Powers), options.get(), &many),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  for (int i = 0; many != nullptr && i < std::ssize(given); ++i) {
    const Result alone = api::integrate(Integrand(powers, &given[i]), options, &lower, &upper);
    EXPECT_EQ(cuboid_many_value(many)[i], alone.value[0]) << i;
    EXPECT_EQ(cuboid_many_neval(many)[i], alone.neval) << i;
  }
  cuboid_many_free(many);
}

TEST(Line, AloneHasDistances) {
  Powers given{0, -0.5};
  const Integrand f(powers, &given);
  for (const char *name : {"cuhre", "vegas_plus"}) {
    const Result r = api::integrate(f, Options().set("method", name));
    EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(r.message.find("must be line or auto"), std::string::npos) << r.message;
  }
  const Result log = api::integrate(f, Options().set("log", 1));
  EXPECT_EQ(log.status, CUBOID_BAD_ARGUMENT);
  EXPECT_NE(log.message.find("cuboid_integrand_from_distances"), std::string::npos) << log.message;
}

// A pulse of a thousandth of the range, of which standard probing has no point.
TEST(Line, LooksAsCloselyAsProbingSays) {
  const Function pulse = [](double x) { return 1 + 1000. * (x > 0.3405 && x < 0.3415); };
  const Function smooth = [](double x) { return std::cos(x); };
  EXPECT_LE(line(smooth, 0, 1, WithLine(1e-6).set("probing", "none")).neval, 63);
  const Result standard = line(pulse, 0, 1, WithLine(1e-6));
  EXPECT_LE(standard.neval, 105);
  const Result thorough = line(pulse, 0, 1, WithLine(1e-6).set("probing", "thorough"));
  EXPECT_EQ(thorough.status, CUBOID_CONVERGED) << thorough.message;
  EXPECT_NEAR(thorough.value[0], 2, 1e-5);
}

TEST(Line, RefusesWithASentence) {
  struct Row {
    Function function;
    double lower, upper;
    const char *says;
  };
  const Row rows[] = {
      {[](double x) { return 1 / x; }, 0, 1, "diverges"},
      {[](double x) { return 1 / x; }, 0, 10, "at x = 0;"},
      {[](double x) { return 1 / x; }, 1, infinity, "diverges"},
      {[](double x) { return std::pow(x, -1.5); }, 0, 1, "diverges"},
      {[](double x) { return std::exp(x); }, 0, infinity, "x = "},
      {[](double x) { return std::sin(x) / x; }, 0, infinity, "the tail oscillates"},
      {[](double x) { return std::cos(x); }, 0, infinity, "the tail oscillates"},
      {[](double x) { return 1 / x; }, -1, 1,
       "a principal value, or cannot be told from such ones, at x = 0;"},
      {[](double x) { return 1 / (x - 0.5); }, 0, 1, "at x = 0.5;"},
      {[](double x) { return 1 / (x - 0.3); }, 0, 1, "0.3"},
      {[](double) { return 0.; }, 0, 1, "give narrower limits, a scale or points"},
      {[](double) { return -std::nan(""); }, 0, 1, "f[0] is nan at"},
  };
  for (const Row &row : rows)
    for (const double epsrel : {1e-3, 1e-9}) {
      const Result r = line(row.function, row.lower, row.upper, WithLine(epsrel));
      EXPECT_NE(r.status, CUBOID_CONVERGED) << row.says;
      EXPECT_NE(r.message.find(row.says), std::string::npos) << r.message;
    }
}

TEST(Line, IsNotConvergedWithValuesThatCountAsZero) {
  const auto root = [](double x) { return std::sqrt(x - 0.1); };
  const Result r = line(root, 0, 1, WithLine(1e-6).set("nonfinite", "zero"));
  EXPECT_EQ(r.status, CUBOID_NONFINITE) << r.message;
  EXPECT_NEAR(r.value[0], 2. / 3 * std::pow(0.9, 1.5), 1e-6);
}

/// Where exp(x) rounds to 1, line meets infinity, and another method goes on.
TEST(Line, LeavesWhatIsNotFiniteToOthersInListsToo) {
  std::vector<double> powers = {2, 3, 5};
  const api::Integrand integrand(1, "x^p[0]/(exp(x) - 1)", nullptr, powers.data());
  api::Options options;
  options.set("epsrel", 1e-6);
  const double lower = 0, upper = infinity;
  cuboid_many *all = nullptr;
  cuboid_integrate_many(integrand.get(), 3, &lower, &upper, 0, powers.data(), sizeof(double),
                        options.get(), &all);
  const double exact[] = {2 * 1.2020569031595942, std::pow(3.141592653589793, 4) / 15,
                          122.08116743813390};
  EXPECT_EQ(cuboid_many_status(all), CUBOID_CONVERGED) << cuboid_many_message(all);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(cuboid_many_value(all)[i], exact[i], 1e-6 * exact[i]) << powers[i];
  cuboid_many_free(all);
}

// Smooth ones, singular ones, and those of which nobody knows a value.
TEST(Line, ListsHaveTheNumbersOfSingleCalls) {
  std::vector<many::Peak> peaks;
  for (const double exponent : {0., 0.5, 0.9, -0.3, 1., 2.}) peaks.push_back({exponent, {}});
  api::Options options;
  options.set("epsrel", 1e-8).set("maxeval", 20000);
  const many::Many all =
      many::integrate_many(api::Integrand(1, 1, many::ends, peaks.data()), peaks, options);
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const Result alone = api::integrate(api::Integrand(1, 1, many::ends, &peaks[i]), options);
    if (i < 4) {
      EXPECT_EQ(alone.method, "line");
    }
    EXPECT_EQ(all.value[i], alone.value[0]) << i;
    EXPECT_EQ(all.error[i], alone.error[0]) << i;
    EXPECT_EQ(all.neval[i], alone.neval) << i;
  }
}

TEST(Line, TakesZerosWhereTheCallerSaysHowManyAreEnough) {
  WithLine options(1e-3);
  options.set("epsabs", 1e-6).set("mineval", 500);
  const Result r = line([](double) { return 0.; }, 0, 1, options);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_EQ(r.value[0], 0);
  EXPECT_GE(r.neval, 500);
}

TEST(Line, SharesPointsAmongComponents) {
  const auto both = +[](const int *, const double x[], const int *, double f[], void *) {
    f[0] = std::cos(x[0]);
    f[1] = 1 / std::sqrt(x[0]);
    return 0;
  };
  const Result r = api::integrate(Integrand(1, 2, both), WithLine(1e-9));
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
  EXPECT_NEAR(r.value[0], std::sin(1.), 1e-9);
  EXPECT_NEAR(r.value[1], 2, 2e-9);
}

support::Domain cut(double lower, double upper, const std::vector<double> &breaks, int ends = 0) {
  const auto count = static_cast<int>(breaks.size());
  const int *const counts = count > 0 ? &count : nullptr;
  return support::made(cuboid_domain_box, 1, &lower, &upper, &ends, counts, breaks.data());
}

// The first pieces are those between them, so that a kink or a jump there is none.
TEST(Line, BeginsWithBreaks) {
  struct Row {
    const char *text;
    double lower, upper;
    std::vector<double> breaks;
    double exact;
    std::int64_t most;  ///< evaluations
  };
  const double pi = 3.141592653589793;
  const Row rows[] = {
      {"abs(x - 1/3)", 0, 1, {1 / 3.}, 5 / 18., 84},
      {"abs(x - 1/3)", 1, 0, {1 / 3.}, -5 / 18., 84},
      {"x < 0.3 ? 1 : 0", 0, 1, {0.3}, 0.3, 84},
      {"x < 1 ? exp(x) : exp(2*x)", 0.997, 2, {1}, 23.612689592547043, 84},
      {"x < 1 ? x + 1 : x <= 3 ? 3 - x : 2", 0, 5, {1, 3}, 7.5, 105},
      {"exp(-abs(x - 0.3))", -infinity, infinity, {0.3}, 2, 1200},
      {"x < 7 ? 1/(1 + x*x) : 0", 0, infinity, {7}, std::atan(7), 600},
      {"exp(-x*x)*log(abs(x))", -infinity, infinity, {0}, -1.7401154534245545, 1400},
      {"abs(x)^-0.9", -1, 2, {0}, 10 * (1 + std::pow(2, 0.1)), 900},
      {"1/(1e-6 + (x - 0.7)^2)", 0, 1, {0.7}, 1e3 * (std::atan(700) + std::atan(300)), 1400},
      {"abs(sin(pi*x))", 0, 4, {1, 2, 3}, 8 / pi, 150},
  };
  for (const Row &row : rows)
    for (const char *method : {"line", "auto"}) {
      const Integrand f(1, row.text);
      const Integrand mapped(f, cut(row.lower, row.upper, row.breaks).get());
      const Result r =
          api::integrate(mapped, Options().set("method", std::string(method)).set("epsrel", 1e-10));
      EXPECT_EQ(r.status, CUBOID_CONVERGED) << row.text << ": " << r.message;
      EXPECT_EQ(r.method, "line");
      EXPECT_NEAR(r.value[0], row.exact, 1e-10 * std::fabs(row.exact)) << row.text;
      EXPECT_LE(r.neval, row.most) << row.text;
    }
}

// A piece whose end is said to be singular has a map at once.
TEST(Line, BeginsWithMapsAtSingularEnds) {
  struct Row {
    const char *text;
    std::vector<double> breaks;
    int ends;
    double exact;
    std::int64_t most;
  };
  const Row rows[] = {
      {"x^-0.75", {}, 1, 4, 160},
      {"sqrt(x*(1 - x))", {}, 3, 3.141592653589793 / 8, 250},
      {"abs(x - 0.5)^-0.5", {0.5}, 4, 2 * std::sqrt(2.), 300},
  };
  for (const Row &row : rows) {
    const Integrand f(1, row.text);
    const Integrand told(f, cut(0, 1, row.breaks, row.ends).get());
    const Result r = api::integrate(told, WithLine(1e-8));
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << row.text << ": " << r.message;
    EXPECT_NEAR(r.value[0], row.exact, 1e-8 * row.exact) << row.text;
    EXPECT_LE(r.neval, row.most) << row.text;
  }
}

// Points of a line cut it, and pieces side by side are one line.
TEST(Line, BeginsWithPointsAndPieces) {
  const double zero = 0, one = 1, places[] = {0.25, 0.7};
  const Integrand f(1, "log(abs(x - 0.25)) + abs(x - 0.7)");
  const double exact = 0.25 * std::log(0.25) + 0.75 * std::log(0.75) - 1 + 0.29;
  const support::Domain points =
      support::made(cuboid_domain_around_points, 1, &zero, &one, 2, places);
  const support::Domain left = cut(0, 0.7, {0.25}), right = cut(0.7, 1, {});
  const cuboid_domain *const pieces[] = {left.get(), right.get()};
  const support::Domain both = support::made(cuboid_domain_union, 2, pieces);
  for (const support::Domain *domain : {&points, &both}) {
    const Result r = api::integrate(Integrand(f, domain->get()), WithLine(1e-9));
    EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
    EXPECT_NEAR(r.value[0], exact, 1e-9 * std::fabs(exact));
    EXPECT_LE(r.neval, 900);
  }
}

// More of them than evaluations are only places where it need not begin.
TEST(Line, KeepsToItsEvaluationsWithManyBreaks) {
  std::vector<double> breaks;
  for (int i = 1; i < 1000; ++i) breaks.push_back(i / 1000.);
  const Integrand f(1, "cos(x)");
  const Result r =
      api::integrate(Integrand(f, cut(0, 1, breaks).get()), WithLine(1e-10).set("maxeval", 1000));
  EXPECT_LE(r.neval, 1000);
  EXPECT_EQ(r.status, CUBOID_CONVERGED) << r.message;
}

TEST(Line, HasBreaksInLists) {
  const auto hinge = +[](const int *, const double x[], const int *, double f[], void *user) {
    f[0] = std::fabs(x[0] - 0.3) * std::exp(*static_cast<double *>(user) * x[0]);
    return 0;
  };
  std::vector<double> rates{0, 1, -2, 3};
  const support::Domain domain = cut(0, 1, {0.3});
  const Integrand all(1, 1, hinge);
  const Integrand mapped(all, domain.get());
  const Options options;
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(mapped.get(), std::ssize(rates), nullptr, nullptr, 0,
                                  rates.data(), sizeof(double), options.get(), &many),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  for (int i = 0; many != nullptr && i < std::ssize(rates); ++i) {
    const Integrand one(1, 1, hinge, &rates[static_cast<std::size_t>(i)]);
    const Result alone = api::integrate(Integrand(one, domain.get()), options);
    EXPECT_EQ(cuboid_many_value(many)[i], alone.value[0]) << i;
    EXPECT_EQ(cuboid_many_neval(many)[i], alone.neval) << i;
    EXPECT_LE(alone.neval, 84) << i;
  }
  cuboid_many_free(many);
}

TEST(Line, HasTracesInTheCoordinateOfALineThatIsCut) {
  trace_lines::Lines lines;
  WithLine options(1e-6);
  ASSERT_EQ(cuboid_options_set_trace(options.get(), nullptr, trace_lines::keep, &lines), 0);
  const Integrand f(1, "abs(x - 7)");
  api::integrate(Integrand(f, cut(5, 9, {7}).get()), options);
  std::vector<double> middles;
  for (const std::string &line : lines)
    if (trace_lines::is(line, "region")) middles.push_back(trace_lines::numbers(line, "middle")[0]);
  std::sort(middles.begin(), middles.end());
  EXPECT_EQ(middles, (std::vector<double>{6, 8}));
}

// Where no method is named.
TEST(Line, IsTakenByAuto) {
  Options options;
  options.set("epsrel", 1e-10);
  const Result right = line([](double x) { return std::cos(x); }, 0, 1, options);
  EXPECT_EQ(right.status, CUBOID_CONVERGED) << right.message;
  EXPECT_EQ(right.method, "line");
  EXPECT_NEAR(right.value[0], std::sin(1.), 1e-10);
  EXPECT_LE(right.neval, 105);
  const Result refused = line([](double x) { return 1 / x; }, 0, 1, options);
  EXPECT_EQ(refused.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(refused.method, "line");
  EXPECT_NE(refused.message.find("diverges"), std::string::npos) << refused.message;
  EXPECT_LE(refused.neval, 1000);
}

// Ten thousand jumps, which bisections do not come to the end of.
TEST(Line, LeavesTheRestToOthersInAuto) {
  Options options;
  options.set("epsrel", 1e-9).set("maxeval", 100000);
  const Result r =
      line([](double x) { return 1 + std::fmod(std::floor(1e4 * x * x), 2); }, 0, 1, options);
  EXPECT_EQ(r.status, CUBOID_NOT_CONVERGED);
  EXPECT_GT(r.neval, 60000);
  EXPECT_NE(r.reasons.find("cuhre"), std::string::npos) << r.reasons;
  EXPECT_NEAR(r.value[0], 1.5, 0.02);
}

TEST(Line, GivesTheBitsOfSingleCallsInListsOfAuto) {
  std::vector<many::Peak> peaks = many::some_peaks(12);
  peaks[3].sharpness = 1e9;
  Options options;
  options.set("epsrel", 1e-8).set("maxeval", 30000);
  const many::Many all = many::integrate_many({1, 1, many::gaussian}, peaks, options);
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const Result r = api::integrate(Integrand(1, 1, many::gaussian, &peaks[i]), options);
    EXPECT_EQ(all.statuses[i], r.status) << i;
    EXPECT_EQ(all.value[i], r.value[0]) << i;
    EXPECT_EQ(all.error[i], r.error[0]) << i;
    EXPECT_EQ(all.neval[i], r.neval) << i;
  }
}

TEST(Line, GivesTheBitsOfSingleCallsInLists) {
  std::vector<many::Peak> peaks = many::some_peaks(12);
  const many::Many all = many::integrate_many({1, 1, many::gaussian}, peaks, WithLine(1e-6));
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const Result r = api::integrate(Integrand(1, 1, many::gaussian, &peaks[i]), WithLine(1e-6));
    EXPECT_EQ(all.value[i], r.value[0]) << i;
    EXPECT_EQ(all.neval[i], r.neval) << i;
  }
}

struct Family {
  double a, b, c;
};

// Of random peaks, powers and kinks, 99 of 100 that are called converged are within their error.
TEST(Line, HasHonestErrors) {
  const auto function = +[](const int *, const double x[], const int *, double f[], void *user) {
    const Family &p = *static_cast<Family *>(user);
    f[0] = std::pow(x[0], p.a) + p.b / (p.b * p.b + (x[0] - p.c) * (x[0] - p.c)) +
           std::fabs(x[0] - p.c);
    return 0;
  };
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform;
  int claimed = 0, honest = 0;
  for (int i = 0; i < 300; ++i) {
    Family p{2 * uniform(generator) - 0.95, std::pow(10, -3 * uniform(generator)),
             uniform(generator)};
    const double exact = 1 / (1 + p.a) + std::atan((1 - p.c) / p.b) + std::atan(p.c / p.b) +
                         (p.c * p.c + (1 - p.c) * (1 - p.c)) / 2;
    const Result r = api::integrate(Integrand(1, 1, function, &p),
                                    WithLine(std::pow(10, -3 - 6 * uniform(generator))));
    if (r.status != CUBOID_CONVERGED) continue;
    ++claimed;
    honest += std::fabs(r.value[0] - exact) <= r.error[0] + 4e-16 * exact;
  }
  EXPECT_GE(claimed, 270);
  EXPECT_GE(honest, 0.99 * claimed);
}

}  // namespace
