// Integrals of expressions with their derivatives by parameters.
#include <cmath>
#include <string>
#include <vector>

#include "api/many.hpp"
#include "cuboid_dual.hpp"
#include "handles.hpp"
#include "support/domains.hpp"

namespace {

using api::Options;
using api::Result;
using support::Domain;
using support::made;

constexpr double pi = 3.14159265358979323846;

/// An integrand with its gradient.
class Gradient {
 public:
  Gradient(int ndim, const char *text, std::vector<double> parameters,
           const cuboid_domain *domain = nullptr, std::vector<int> wrt = {})
      : parameters_(std::move(parameters)) {
    const int nwrt = static_cast<int>(wrt.empty() ? parameters_.size() : wrt.size());
    EXPECT_EQ(cuboid_integrand_gradient_from_expression(&handle_, &ncomp_, ndim, text, nullptr,
                                                        parameters_.data(), nwrt,
                                                        wrt.empty() ? nullptr : wrt.data(), domain),
              CUBOID_CONVERGED)
        << cuboid_last_error();
  }
  ~Gradient() { cuboid_integrand_free(handle_); }
  Gradient(const Gradient &) = delete;
  Gradient &operator=(const Gradient &) = delete;

  int ncomp() const { return ncomp_; }
  const cuboid_integrand *get() const { return handle_; }
  std::string remark(int component) const { return cuboid_integrand_remark(handle_, component); }

  struct Found {
    int status;
    std::string message;
    std::vector<double> value, error;
  };
  Found integrate(const Options &options, const double *lower = nullptr,
                  const double *upper = nullptr) const {
    cuboid_result *result = nullptr;
    const int status = cuboid_integrate(handle_, lower, upper, options.get(), &result);
    const double *value = cuboid_result_value(result), *error = cuboid_result_error(result);
    Found found{
        status, cuboid_result_message(result), {value, value + ncomp_}, {error, error + ncomp_}};
    cuboid_result_free(result);
    return found;
  }

 private:
  std::vector<double> parameters_;
  cuboid_integrand *handle_ = nullptr;
  int ncomp_ = 0;
};

Options &accurate(Options &options) {
  return options.set("method", std::string("cuhre")).set("epsrel", 1e-9).set("epsabs", 1e-11);
}

void expect_all(const Gradient &gradient, const std::vector<double> &exact,
                const double *lower = nullptr, const double *upper = nullptr) {
  Options options;
  const auto found = gradient.integrate(accurate(options), lower, upper);
  EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
  ASSERT_EQ(found.value.size(), exact.size());
  for (std::size_t c = 0; c < exact.size(); ++c)
    EXPECT_NEAR(found.value[c], exact[c], 1e-8 * std::fabs(exact[c]) + 1e-10) << c;
}

Domain limits(const std::vector<const char *> &lower, const std::vector<const char *> &upper,
              const std::vector<double> &parameters) {
  return made(cuboid_domain_from_expressions, static_cast<int>(lower.size()), lower.data(),
              upper.data(), nullptr, static_cast<int>(parameters.size()), parameters.data());
}

Domain cut(const char *lower, const char *upper, const std::vector<const char *> &breaks,
           const std::vector<double> &parameters) {
  const int count = static_cast<int>(breaks.size());
  return made(cuboid_domain_cut_by_expressions, 1, &lower, &upper, &count, breaks.data(), nullptr,
              static_cast<int>(parameters.size()), parameters.data());
}

TEST(Gradient, HasTheDerivativesOfAllComponents) {
  const double a = 1.5, b = 0.25;
  const double lower[] = {0, 0}, upper[] = {1, 2};
  const Gradient gradient(2, "x^p[0], p[0]*p[1]*y", {a, b});
  ASSERT_EQ(gradient.ncomp(), 6);
  expect_all(gradient, {2 / (a + 1), 2 * a * b, -2 / ((a + 1) * (a + 1)), 2 * b, 0, 2 * a}, lower,
             upper);
  expect_all(Gradient(2, "x^p[0]*p[1]", {a, b}, nullptr, {1}), {2 * b / (a + 1), 2 / (a + 1)},
             lower, upper);
}

TEST(Gradient, FollowsLimitsThatMove) {
  const std::vector<double> p{0.75, 1.5};
  const double a = p[0], b = p[1];
  const Domain triangle = limits({"0", "0"}, {"p[1]", "p[0]*x[0]"}, p);
  expect_all(Gradient(2, "1", p, triangle.get()), {a * b * b / 2, b * b / 2, a * b});
  expect_all(Gradient(2, "p[1]*y", p, triangle.get()),
             {a * a * b * b * b * b / 6, a * b * b * b * b / 3, a * a * b * b * b * 2 / 3});
}

TEST(Gradient, FollowsInfiniteLimits) {
  const std::vector<double> p{0.5};
  const double tail = std::exp(-0.5);
  expect_all(Gradient(1, "exp(-x)", p, limits({"p[0]"}, {"inf"}, p).get()), {tail, -tail});
  expect_all(Gradient(1, "exp(-x)", p, limits({"inf"}, {"p[0]"}, p).get()), {-tail, tail});
  expect_all(Gradient(1, "exp(x)", p, limits({"-inf"}, {"p[0]"}, p).get()), {1 / tail, 1 / tail});
  expect_all(Gradient(1, "exp(-p[0]*x^2)", p, limits({"-INFINITY"}, {"INFINITY"}, p).get()),
             {std::sqrt(2 * pi), -std::sqrt(2 * pi)});
}

TEST(Gradient, KeepsTheDistanceToALimitAtWhichItIsSingular) {
  // (x - a)^-b over (a, 2): in x itself 1e-16 of the axis would be lost, and 1e-5 of the integral.
  const double a = 0.4, b = 0.7, width = 2 - 0.4;
  const std::vector<double> p{a, b};
  const double value = std::pow(width, 1 - b) / (1 - b);
  Options options;
  options.set("method", std::string("line")).set("epsrel", 1e-6);
  const auto found =
      Gradient(1, "(x - p[0])^-p[1]", p, limits({"p[0]"}, {"2"}, p).get()).integrate(options);
  EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
  EXPECT_NEAR(found.value[0], value, 2e-6 * value);
  EXPECT_NEAR(found.value[1], -std::pow(width, -b), 2e-6);
  const double by_b = value * (1 / (1 - b) - std::log(width));
  EXPECT_NEAR(found.value[2], by_b, 2e-6 * by_b);
}

TEST(Gradient, FollowsAnImageThatMoves) {
  const double centre[] = {0, 0}, parameters[] = {2, 0.5};
  const Domain disc = made(cuboid_domain_ball, 2, centre, 0.0, 1.0);
  const char *const map[] = {"p[0]*x[0] + p[1]", "p[0]*x[1]"};
  const Domain moved =
      made(cuboid_domain_image_by_expressions, 2, disc.get(), map, nullptr, 2, parameters);
  const double r = 2, c = 0.5;
  expect_all(Gradient(2, "x^2 + y^2", {r, c}, moved.get()),
             {pi * r * r * r * r / 2 + pi * r * r * c * c, 2 * pi * r * r * r + 2 * pi * r * c * c,
              2 * pi * r * r * c});
  // The same region without derivatives.
  const api::Integrand plane(2, "x^2 + y^2");
  const api::Integrand mapped(plane, moved.get());
  Options options;
  EXPECT_NEAR(api::integrate(mapped, accurate(options)).value[0],
              pi * r * r * r * r / 2 + pi * r * r * c * c, 1e-7);
}

TEST(Gradient, FollowsAMapThatIsNotLinear) {
  // Polar coordinates of a sector.
  const double parameters[] = {0.8};
  const char *const map[] = {"x[0]*cos(p[0]*x[1])", "x[0]*sin(p[0]*x[1])"};
  const Domain sector =
      made(cuboid_domain_image_by_expressions, 2, static_cast<const cuboid_domain *>(nullptr), map,
           nullptr, 1, parameters);
  expect_all(Gradient(2, "1", {0.8}, sector.get()), {0.4, 0.5});
}

TEST(Gradient, SaysWhichJumpsMove) {
  const std::vector<double> p{0.6, 1.0};
  const Gradient step(1, "x < p[0] ? exp(p[1]*x) : 0", p);
  EXPECT_EQ(step.remark(0), "");
  EXPECT_EQ(step.remark(1), "the derivative by p[0] leaves out moving jumps ('<' in column 3)");
  EXPECT_EQ(step.remark(2), "");
  EXPECT_EQ(step.remark(3), "");
  EXPECT_EQ(step.remark(-1), "");
  Options options;
  options.set("epsabs", 1e-6);
  const auto found = step.integrate(options);
  EXPECT_EQ(found.status, CUBOID_NOT_CONVERGED);
  EXPECT_EQ(found.message.find("the derivative by p[0] leaves out moving jumps ('<' in column 3); "
                               "the requested accuracy was reached"),
            0U);
  EXPECT_NE(Gradient(1, "floor(3*x + p[0])", {0.5}).remark(1).find("'floor' in column 1"),
            std::string::npos);
  EXPECT_EQ(Gradient(1, "fabs(x - p[0]) + fmax(x, p[0])", {0.5}).remark(1), "");
}

TEST(Gradient, HasWhatJumpsBringAtBreaksThatMoveWithThem) {
  const std::vector<double> p{0.3, 0.25};
  const Gradient pulse(1, "fabs(x - p[0]) < p[1] ? exp(x) : 0", p,
                       cut("0", "1", {"p[0] - p[1]", "p[0] + p[1]"}, p).get());
  EXPECT_EQ(pulse.remark(1), "");
  const double high = std::exp(0.55), low = std::exp(0.3 - 0.25);
  expect_all(pulse, {high - low, high - low, high + low});
  // A break at another place is none for the jump.
  EXPECT_NE(
      Gradient(1, "x < p[0] ? 1 : 0", {0.3}, cut("0", "1", {"p[0] + 0.1"}, {0.3}).get()).remark(1),
      "");
  // To infinity, with a singularity that moves.
  expect_all(Gradient(1, "exp(-fabs(x - p[0]))*(x > p[0])", {0.3},
                      cut("-inf", "inf", {"p[0]"}, {0.3}).get()),
             {1, 0});
}

// What is cut off at 0 has an infinite slope there times a slope of 0, over a part of the range;
// and exp leaves the doubles where what is divided by it is 0.  Both were NaN, and no result.
TEST(Gradient, IsZeroWhereAFactorIs) {
  const double a = 0.7, b = 1.5, t = 0.01;
  const double lower[] = {0}, upper[] = {10};
  const double height = std::pow(10 - a, b + 1) / (b + 1);
  struct Case {
    const char *text;
    std::vector<double> parameters, exact;
  };
  const Case cases[] = {
      {"sqrt(max(0, p[0]^2 - x^2))", {a}, {pi * a * a / 4, pi * a / 2}},
      {"max(0, x - p[0])^p[1]",
       {a, b},
       {height, -std::pow(10 - a, b), height * (std::log(10 - a) - 1 / (b + 1))}},
      {"1/(1 + exp((x - p[0])/p[1]))", {a, t}, {a, 1, 0}},
  };
  for (const auto &[text, parameters, exact] : cases)
    for (const char *method : {"line", "cuhre", "pagani", "lattice", "vegas_plus", "suave"}) {
      SCOPED_TRACE(text + std::string(" by ") + method);
      Options options;
      options.set("method", std::string(method)).set("epsrel", 1e-3).set("epsabs", 1e-3);
      const auto found = Gradient(1, text, parameters).integrate(options, lower, upper);
      ASSERT_NE(found.status, CUBOID_NONFINITE) << found.message;
      for (std::size_t c = 0; c < exact.size(); ++c)
        EXPECT_NEAR(found.value[c], exact[c], 5 * found.error[c] + 1e-12) << c;
    }
}

TEST(Gradient, HasTheValuesOfEachMethod) {
  for (const char *method :
       {"vegas", "suave", "divonne", "vegas_plus", "m_cubes", "lattice", "pagani", "auto"}) {
    SCOPED_TRACE(method);
    Options options;
    options.set("method", std::string(method)).set("epsrel", 1e-3).set("seed", 4);
    const auto found = Gradient(2, "exp(-p[0]*x*y)*p[1]", {1, 2}).integrate(options);
    const double value = 0.7965995992970531;  // of 1 - 1/4 + 1/18 - 1/96 ...
    EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
    EXPECT_NEAR(found.value[0], 2 * value, 5 * found.error[0] + 1e-12);
    EXPECT_NEAR(found.value[2], value, 5 * found.error[2] + 1e-12);
  }
}

using Number = cuboid::Dual<2>;
using Second = cuboid::Dual<2, Number>;

/// f(a, b), whose second derivatives are compared with differences of the first.
void expect_curvatures(const char *what, Number (*first)(Number, Number),
                       Second (*f)(Second, Second)) {
  constexpr double at[] = {0.37, 0.83}, step = 1e-5;
  Second x(at[0]), y(at[1]);
  x.vary(0);
  y.vary(1);
  const Second found = f(x, y);
  const auto slopes_at = [&](double a, double b) {
    Number one(a), other(b);
    one.vary(0);
    other.vary(1);
    return first(one, other);
  };
  for (int i = 0; i < 2; ++i) {
    const double da = i == 0 ? step : 0, db = step - da;
    const Number above = slopes_at(at[0] + da, at[1] + db);
    const Number below = slopes_at(at[0] - da, at[1] - db);
    for (int j = 0; j < 2; ++j) {
      const double difference = (above.d[j] - below.d[j]) / (2 * step);
      EXPECT_NEAR(found.d[i].d[j], difference, 1e-7 * (1 + std::fabs(difference))) << what;
      EXPECT_NEAR(found.d[i].d[j], found.d[j].d[i], 1e-13 * (1 + std::fabs(difference))) << what;
    }
    EXPECT_EQ(found.d[i].v, slopes_at(at[0], at[1]).d[i]) << what;
    EXPECT_EQ(found.v.d[i], found.d[i].v) << what;
  }
}

/// f(a, b), whose derivatives by both are compared with differences.
void expect_slopes(const char *what, Number (*f)(Number, Number)) {
  constexpr double a = 0.37, b = 0.83, step = 1e-5;
  Number x(a), y(b);
  x.d[0] = y.d[1] = 1;
  const Number found = f(x, y);
  const double by_a = (f(a + step, b).v - f(a - step, b).v) / (2 * step);
  const double by_b = (f(a, b + step).v - f(a, b - step).v) / (2 * step);
  EXPECT_NEAR(found.d[0], by_a, 1e-8 * (1 + std::fabs(by_a))) << what;
  EXPECT_NEAR(found.d[1], by_b, 1e-8 * (1 + std::fabs(by_b))) << what;
  EXPECT_EQ(found.v, f(a, b).v) << what;
}

TEST(DualNumbers, HaveTheDerivativesOfFunctions) {
#define SLOPES(expression)                                                      \
  {                                                                             \
    const auto of = [](auto a, [[maybe_unused]] decltype(a) b) -> decltype(a) { \
      return expression;                                                        \
    };                                                                          \
    expect_slopes(#expression, of);                                             \
    expect_curvatures(#expression, of, of);                                     \
  }
  SLOPES(+a * b - b / a);
  SLOPES(-a + 2 * b * 3.0 - 1 / b);
  SLOPES(sqrt(a) * cbrt(b));
  SLOPES(exp(a) + exp2(b) + expm1(a * b));
  SLOPES(log(a) + log2(b) + log10(a * b) + log1p(b));
  SLOPES(sin(a) * cos(b) + tan(a * b));
  SLOPES(asin(a) + acos(b) + atan(a * b));
  SLOPES(sinh(a) + cosh(b) + tanh(a * b));
  SLOPES(asinh(a) + acosh(1 + b) + atanh(a * b));
  SLOPES(erf(a) + erfc(b));
  SLOPES(j0(a) + j1(b) + y0(a) + y1(b));
  SLOPES(pow(a, b) + pow(a, 3) + pow(2, b));
  SLOPES(hypot(a, b) + atan2(a, b));
  SLOPES(fmod(7 * b, a) + fma(a, b, a) + ldexp(b, 3));
  SLOPES(fabs(a - b) + abs(b) + fdim(b, a) + copysign(a, b - 1));
  SLOPES(fmin(a, b) + 2 * fmax(a * a, b));
  SLOPES(floor(9 * a) * b + ceil(b) * a + round(a) + trunc(b) + rint(a) + nearbyint(b));
#undef SLOPES
  Number sine, cosine, angle(0.3);
  sincos(angle, &sine, &cosine);
  EXPECT_EQ(sine.v, std::sin(0.3));
  EXPECT_EQ(cosine.v, std::cos(0.3));
  Number sum(1);
  ++sum += 2;
  sum++;
  --sum -= 0.5;
  sum--;
  sum *= 4;
  sum /= 2;
  EXPECT_EQ(sum.v, 5);
  EXPECT_EQ(static_cast<int>(sum) + static_cast<long>(sum), 10);
  EXPECT_TRUE(sum && !!sum && !Number(0));
  EXPECT_TRUE(isfinite(sum) && !isnan(sum) && !isinf(sum) && !signbit(sum));
  EXPECT_EQ(fmin(Number(NAN), sum).v, 5);
  EXPECT_EQ(fmax(sum, Number(NAN)).v, 5);
}

TEST(DualNumbers, AreDeadWhereTheyDependOnNothing) {
  Number x(0.0);
  x.d[1] = 1;
  const Number at_zero = sqrt(Number(0.0)) + pow(Number(0.0), 0.5) + x;
  EXPECT_EQ(at_zero.d[0], 0);
  EXPECT_EQ(at_zero.d[1], 1);
}

TEST(DualNumbers, AreDeadWhereAFactorIsZeroAndTheOtherBeyondAllDoubles) {
  Number a(2.0), b(900.0);
  a.vary(0);
  b.vary(1);
  const Number root = sqrt(fmax(Number(0), 1 - a)), power = pow(fmax(Number(0), 1 - a), b);
  const Number occupied = 1 / (1 + exp(a * b)), nearly = 1 / (1 + exp(a * 354.5));
  for (const Number &one : {root, power, occupied, nearly, exp(-exp(a * b)) * a}) {
    EXPECT_EQ(one.d[0], 0);
    EXPECT_EQ(one.d[1], 0);
  }
}

// Where a power of a parameter that is zero has no slope left, there is no NaN.
TEST(DualNumbers, HaveSecondDerivativesOfPowersOfZero) {
  Second x(0.0);
  x.vary(0);
  const Second found = pow(x, 1) + pow(x, 2) + pow(x, 3);
  EXPECT_EQ(found.d[0].v, 1);
  EXPECT_EQ(found.d[0].d[0], 2);
}

TEST(DualNumbers, TellHowComparisonsCameOut) {
  const auto jumps_of = [](bool (*compare)(Number), double value, double slope) {
    std::int64_t jumps[2] = {};
    cuboid::DualJumps<2>::place() = jumps;
    Number x(value);
    x.d[1] = slope;
    compare(x);
    cuboid::DualJumps<2>::place() = nullptr;
    EXPECT_EQ(jumps[0], 0);
    return jumps[1];
  };
  const auto below = [](Number x) { return x < 1; };
  EXPECT_EQ(jumps_of(below, 0.5, 0), 0);
  EXPECT_NE(jumps_of(below, 0.5, 1), 0);
  EXPECT_EQ(jumps_of(below, 0.5, 1), jumps_of(below, 0.7, 2));
  EXPECT_NE(jumps_of(below, 0.5, 1), jumps_of(below, 1.5, 1));
  const auto twice = [](Number x) { return x < 1 && x < 0; };
  EXPECT_NE(jumps_of(twice, 0.5, 1), jumps_of(below, 0.5, 1));
  const auto whole = [](Number x) { return floor(x) * 0 == Number(0); };
  EXPECT_NE(jumps_of(whole, 0.5, 1), jumps_of(whole, 1.5, 1));
  const auto kinks = [](Number x) { return (fabs(x) + fmin(x, 1) + fmax(x, 1)).v > 0; };
  EXPECT_EQ(jumps_of(kinks, 0.5, 1), 0);
}

/// cos(p[1] x) exp(p[0] y), and 3 p[0] where x + y > p[1].
template <class T>
void model(const T *x, const T *p, T *f) {
  f[0] = cos(p[1] * x[0]) * exp(p[0] * x[1]);
  f[1] = x[0] + x[1] > p[1] ? 3 * p[0] : T(0);
}

struct Model {
  int operator()(const cuboid::Dual<2> *x, const cuboid::Dual<2> *p, cuboid::Dual<2> *f) const {
    model(x, p, f);
    return x[0].v > 0.9999 && p[0].v > 100 ? -999 : 0;
  }
};
const cuboid_dual_function model_of_duals = cuboid::dual_function<2, 2, 2, 2, Model>;

/// Without a comparison.
struct Smooth {
  int operator()(const cuboid::Dual<3> *x, const cuboid::Dual<3> *p, cuboid::Dual<3> *f) const {
    f[0] = cos(p[1] * x[0]) * exp(p[0] * x[1]) + p[2];
    return 0;
  }
};

/// Values of an integral, at any accuracy: both see the same points.
std::vector<double> few_points(cuboid_integrand *integrand) {
  Options options;
  options.set("method", std::string("cuhre")).set("epsrel", 0.1).set("maxeval", 500);
  cuboid_result *result = nullptr;
  cuboid_integrate(integrand, nullptr, nullptr, options.get(), &result);
  const double *value = cuboid_result_value(result);
  std::vector<double> values(value, value + cuboid_result_ncomp(result));
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
  return values;
}

TEST(Gradient, OfDualNumbersIsThatOfExpressions) {
  std::vector<double> p{0.75, 0.5};
  const double lower[] = {0, 0}, upper[] = {1, 2}, centre[] = {0.5, 0.5};
  const Domain box = made(cuboid_domain_box, 2, lower, upper, nullptr, nullptr, nullptr);
  const Domain disc = made(cuboid_domain_ball, 2, centre, 0.0, 0.5);
  const char *const map[] = {"p[0]*x[0] + p[1]", "p[1]*x[1]^2"};
  const Domain moved =
      made(cuboid_domain_image_by_expressions, 2, disc.get(), map, nullptr, 2, p.data());
  const Domain triangle = limits({"0", "0"}, {"p[1]", "p[0]*x[0]"}, p);
  const char *const text = "cos(p[1]*x)*exp(p[0]*y), x + y > p[1] ? 3*p[0] : 0";
  for (const Domain *domain : {&box, &disc, &moved, &triangle}) {
    for (const std::vector<int> &wrt : {std::vector<int>{0, 1}, std::vector<int>{1, 0}}) {
      cuboid_integrand *duals = nullptr, *expression = nullptr;
      ASSERT_EQ(cuboid_integrand_derivatives_from_duals(&duals, 2, 2, model_of_duals, nullptr, 2,
                                                        p.data(), 2, wrt.data(), 1, domain->get()),
                CUBOID_CONVERGED)
          << cuboid_last_error();
      ASSERT_EQ(cuboid_integrand_gradient_from_expression(&expression, nullptr, 2, text, nullptr,
                                                          p.data(), 2, wrt.data(), domain->get()),
                CUBOID_CONVERGED)
          << cuboid_last_error();
      for (int c = 0; c < 6; ++c) {
        const std::string remark = cuboid_integrand_remark(duals, c);
        EXPECT_EQ(remark.empty(), std::string(cuboid_integrand_remark(expression, c)).empty()) << c;
        const bool tells = remark.find("(a comparison depends on it)") != remark.npos;
        EXPECT_EQ(tells, !remark.empty()) << remark;
      }
      const std::vector<double> one = few_points(duals), other = few_points(expression);
      ASSERT_EQ(one.size(), 6u);
      for (std::size_t c = 0; c < 6; ++c)
        EXPECT_NEAR(one[c], other[c], 1e-13 * std::fabs(other[c]) + 1e-15) << c;
    }
  }
}

struct Curved {
  template <class T>
  int operator()(const T *x, const T *p, T *f) const {
    f[0] = cos(p[1] * x[0]) * exp(p[0] * x[1]) + p[2] * p[2];
    f[1] = fabs(x[0] - p[2] / 8);
    return 0;
  }
};

TEST(Gradient, OfDualsOfDualsHasSecondDerivatives) {
  std::vector<double> p{0.75, 0.5, 2};
  const double lower[] = {0, 0}, upper[] = {1, 2}, centre[] = {0.5, 0.5};
  const Domain box = made(cuboid_domain_box, 2, lower, upper, nullptr, nullptr, nullptr);
  const Domain disc = made(cuboid_domain_ball, 2, centre, 0.0, 0.5);
  const char *const map[] = {"p[0]*x[0] + p[1]^2", "p[1]*x[1]^2 + p[0]*p[1]*x[0]"};
  const Domain moved =
      made(cuboid_domain_image_by_expressions, 2, disc.get(), map, nullptr, 3, p.data());
  const Domain triangle = limits({"0", "0"}, {"p[1]", "p[0]*x[0]"}, p);
  constexpr auto function = cuboid::dual_function<2, 2, 2, 3, Curved, cuboid::Dual<2>>;
  const int wrt[] = {2, 0}, rows[] = {-1, -1, 2, -1, 0, -1, 2, 2, 2, 0, 0, 0};
  const char *const text = "cos(p[1]*x)*exp(p[0]*y) + p[2]^2, fabs(x - p[2]/8)";
  for (const Domain *domain : {&box, &disc, &moved, &triangle}) {
    cuboid_integrand *duals = nullptr, *expression = nullptr;
    ASSERT_EQ(cuboid_integrand_derivatives_from_duals(&duals, 2, 2, function, nullptr, 3, p.data(),
                                                      2, wrt, 2, domain->get()),
              CUBOID_CONVERGED)
        << cuboid_last_error();
    ASSERT_EQ(cuboid_integrand_derivatives_from_expression(&expression, nullptr, 2, text, nullptr,
                                                           p.data(), 6, 2, rows, domain->get()),
              CUBOID_CONVERGED)
        << cuboid_last_error();
    // That of the kink moves in its second derivative.
    EXPECT_STREQ(cuboid_integrand_remark(duals, 7),
                 "the derivative by p[2] and p[2] leaves out moving jumps (a comparison depends on "
                 "it)");
    EXPECT_STREQ(cuboid_integrand_remark(duals, 0), "");
    const std::vector<double> one = few_points(duals), other = few_points(expression);
    ASSERT_EQ(one.size(), 12u);
    for (std::size_t c = 0; c < 12; ++c)
      EXPECT_NEAR(one[c], other[c], 1e-12 * std::fabs(other[c]) + 1e-14) << c;
  }
  cuboid_integrand *none = nullptr;
  EXPECT_EQ(cuboid_integrand_derivatives_from_duals(&none, 2, 2, function, nullptr, 3, p.data(), 2,
                                                    wrt, 3, box.get()),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "order = 3 must be 1 or 2");
}

TEST(Gradient, OfDualNumbersMayHaveTheValueAlone) {
  double p[] = {0.75, 0.5};
  const Domain triangle = limits({"0", "0"}, {"p[1]", "p[0]*x[0]"}, {p[0], p[1]});
  const auto value = [](int ndim, const double x[], int, double f[], int64_t n, int moves, int nwrt,
                        const int[], const double parameters[], int64_t[]) {
    EXPECT_EQ(moves, 1);
    EXPECT_EQ(nwrt, 0);
    for (int64_t i = 0; i < n; ++i) f[i] = parameters[1] * x[i * ndim + 1];
    return 0;
  };
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_derivatives_from_duals(&integrand, 2, 1, value, nullptr, 2, p, 0,
                                                    nullptr, 1, triangle.get()),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  const std::vector<double> found = few_points(integrand);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], p[1] * p[0] * p[0] * std::pow(p[1], 3) / 6, 1e-12);
}

// What cannot tell of a jump says so at once, and is not called at thousands of points for it.
TEST(Gradient, OfDualNumbersIsNotLookedThroughForJumpsThatCannotBe) {
  double p[] = {0.75, 0.5, 2};
  const double lower[] = {0, 0}, upper[] = {1, 2};
  const Domain box = made(cuboid_domain_box, 2, lower, upper, nullptr, nullptr, nullptr);
  static int calls = 0;
  const auto counted = [](int ndim, const double x[], int ncomp, double f[], int64_t n, int moves,
                          int nwrt, const int wrt[], const double parameters[], int64_t jumps[]) {
    if (jumps != nullptr) ++calls;
    return cuboid::dual_function<3, 2, 1, 3, Smooth>(ndim, x, ncomp, f, n, moves, nwrt, wrt,
                                                     parameters, jumps);
  };
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_derivatives_from_duals(&integrand, 2, 1, counted, nullptr, 3, p, 3,
                                                    nullptr, 1, box.get()),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  EXPECT_EQ(calls, 1);
  const std::vector<double> found = few_points(integrand);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_NEAR(found[3], 2, 1e-12);
}

TEST(Gradient, OfASourceForAGpuRunsOnTheHostToo) {
  double p[] = {0.75, 0.5, 2};
  const double lower[] = {0, 0}, upper[] = {1, 2};
  const Domain box = made(cuboid_domain_box, 2, lower, upper, nullptr, nullptr, nullptr);
  const char *const text =
      "double smooth(const double *x, const double *p) {\n"
      "  return cos(p[1]*x[0]) * exp(p[0]*x[1]) + p[2];\n}";
  const auto from_source = [&](const char *source, const char *name, cuboid_dual_function host) {
    cuboid_integrand *integrand = nullptr;
    const int status = cuboid_integrand_gradient_from_cuda_source(
        &integrand, 2, 1, source, name, host, nullptr, 3, p, 3, nullptr, box.get());
    EXPECT_EQ(status == CUBOID_CONVERGED, integrand != nullptr);
    cuboid_integrand_free(integrand);
    return status == CUBOID_CONVERGED ? std::string() : std::string(cuboid_last_error());
  };
  const cuboid_dual_function host = cuboid::dual_function<3, 2, 1, 3, Smooth>;
  EXPECT_EQ(from_source(text, "smooth", host), "");
  EXPECT_EQ(from_source(nullptr, "smooth", host), "source = NULL must be set");
  EXPECT_EQ(from_source(text, nullptr, host), "function_name = NULL must be set");
  EXPECT_EQ(from_source(text, "a b", host),
            "function_name = \"a b\" is not the name of a function in C");
  EXPECT_EQ(from_source(text, "smooth", nullptr), "host = NULL must be set");
}

TEST(Gradient, OfDualNumbersRefuses) {
  double p[] = {0.75, 0.5};
  const double lower[] = {0, 0}, upper[] = {1, 2};
  const Domain box = made(cuboid_domain_box, 2, lower, upper, nullptr, nullptr, nullptr);
  const auto refused = [&](int ncomp, cuboid_dual_function function, const char *names, int count,
                           double *parameters, const cuboid_domain *domain) {
    auto *integrand = reinterpret_cast<cuboid_integrand *>(1);
    EXPECT_LT(cuboid_integrand_derivatives_from_duals(&integrand, 2, ncomp, function, names, count,
                                                      parameters, count, nullptr, 1, domain),
              0);
    EXPECT_EQ(integrand, nullptr);
    return std::string(cuboid_last_error());
  };
  EXPECT_EQ(refused(0, model_of_duals, nullptr, 2, p, box.get()), "ncomp = 0 must be at least 1");
  EXPECT_EQ(refused(2, nullptr, nullptr, 2, p, box.get()), "function = NULL must be set");
  EXPECT_EQ(refused(2, model_of_duals, "a", 2, p, box.get()), "names are 1, and nparameters = 2");
  EXPECT_EQ(refused(2, model_of_duals, nullptr, 2, nullptr, box.get()),
            "parameters = NULL must be set");
  EXPECT_EQ(refused(2, model_of_duals, nullptr, 2, p, nullptr), "domain = NULL must be set");
  EXPECT_EQ(refused(2, model_of_duals, nullptr, 0, p, box.get()),
            "neither the text nor its domain has a parameter, as p[0], to differentiate by");
  p[0] = INFINITY;
  EXPECT_EQ(refused(2, model_of_duals, "a, b", 2, p, box.get()),
            "parameters: a = inf is no number");
  p[0] = 101;
  EXPECT_EQ(refused(2, model_of_duals, "a, b", 2, p, box.get()), "the integrand returned -999");
}

TEST(Gradient, HasDerivativesOfAnyOrder) {
  std::vector<double> p{1.5, 0.5};
  const double a = p[0], b = p[1];
  const Domain square = limits({"0", "0"}, {"p[1]", "1"}, p);
  // Of b^(a+1) / (a+1): the value, by a twice, by a and b, by b twice.
  const int wrt[] = {-1, -1, 0, 0, 1, 0, 1, 1};
  cuboid_integrand *integrand = nullptr;
  int ncomp = 0;
  ASSERT_EQ(cuboid_integrand_derivatives_from_expression(&integrand, &ncomp, 2, "x^p[0]", nullptr,
                                                         p.data(), 4, 2, wrt, square.get()),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  ASSERT_EQ(ncomp, 4);
  Options options;
  cuboid_result *result = nullptr;
  cuboid_integrate(integrand, nullptr, nullptr, accurate(options).get(), &result);
  const double *value = cuboid_result_value(result);
  const double n = a + 1, l = std::log(b), power = std::pow(b, n);
  EXPECT_NEAR(value[0], power / n, 1e-8);
  EXPECT_NEAR(value[1], power * (l * l / n - 2 * l / (n * n) + 2 / (n * n * n)), 1e-8);
  EXPECT_NEAR(value[2], std::pow(b, a) * l, 1e-8);
  EXPECT_NEAR(value[3], a * std::pow(b, a - 1), 1e-7);
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);

  const auto remark = [&](const char *text, std::vector<int> row) {
    cuboid_integrand *made_one = nullptr;
    EXPECT_EQ(cuboid_integrand_derivatives_from_expression(
                  &made_one, nullptr, 1, text, nullptr, p.data(), 1, static_cast<int>(row.size()),
                  row.data(), nullptr),
              CUBOID_CONVERGED)
        << cuboid_last_error();
    const std::string found = cuboid_integrand_remark(made_one, 0);
    cuboid_integrand_free(made_one);
    return found;
  };
  // A kink jumps in its derivative.
  EXPECT_EQ(remark("fabs(x - p[0])*p[1]", {0}), "");
  EXPECT_EQ(remark("fabs(x - p[0])*p[1]", {0, 0}),
            "the derivative by p[0] and p[0] leaves out moving jumps ('sign')");
  EXPECT_EQ(remark("fabs(x - p[0])*p[1]", {1, 0}), "");
  EXPECT_EQ(remark("fabs(x)*p[1]^3*p[0]", {1, 1, 0}), "");

  const auto refused = [&](std::vector<int> row, int order) {
    cuboid_integrand *none = nullptr;
    EXPECT_EQ(cuboid_integrand_derivatives_from_expression(&none, nullptr, 1, "x^p[0]", nullptr,
                                                           p.data(), 1, order, row.data(), nullptr),
              CUBOID_BAD_ARGUMENT);
    return std::string(cuboid_last_error());
  };
  EXPECT_EQ(refused({0}, 0), "order = 0 must be between 1 and 8");
  EXPECT_EQ(refused({0, 1}, 2), "wrt[0][1] = 1 must be between 0 and 0, the last parameter");
  EXPECT_EQ(refused({-2, 0}, 2), "wrt[0][0] = -2 must be between 0 and 0, the last parameter");
}

TEST(Gradient, WorksInLists) {
  const std::vector<double> p{0, 0};
  const Domain square = limits({"0", "0"}, {"p[0]", "p[1]"}, p);
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_gradient_from_expression(&integrand, nullptr, 2, "x*y", nullptr,
                                                      nullptr, 2, nullptr, square.get()),
            0)
      << cuboid_last_error();
  const double rows[][2] = {{1, 2}, {3, 0.5}};
  Options options;
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand, 2, nullptr, nullptr, 0, rows, sizeof rows[0],
                                  accurate(options).get(), &many),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  const double *value = cuboid_many_value(many);
  for (int i = 0; i < 2; ++i) {
    const double a = rows[i][0], b = rows[i][1];
    EXPECT_NEAR(value[3 * i], a * a * b * b / 4, 1e-9);
    EXPECT_NEAR(value[3 * i + 1], a * b * b / 2, 1e-9);
    EXPECT_NEAR(value[3 * i + 2], a * a * b / 2, 1e-9);
  }
  cuboid_many_free(many);
  cuboid_integrand_free(integrand);
}

TEST(Gradient, KnowsNumbersOfEachIntegralOfAList) {
  // Limits whose values are those of the parameters, and a triangle that is not moved by them.
  const char *const lower[] = {"0", "0"}, *const upper[] = {"p[0]", "p[1]"};
  const Domain square = made(cuboid_domain_from_expressions, 2, lower, upper, nullptr, 2, nullptr);
  const double a = 1.5, b = 0.5;
  expect_all(Gradient(2, "x*y", {a, b}, square.get()),
             {a * a * b * b / 4, a * b * b / 2, a * a * b / 2});
  const Domain triangles = made(cuboid_domain_simplex, 2, nullptr, 2);
  Options options;
  double row[] = {0, 0, 2, 0, 0, 3, /* p */ 4};
  cuboid_integrand *integrand = nullptr;
  ASSERT_EQ(cuboid_integrand_gradient_from_expression(&integrand, nullptr, 2, "p[0]^2*x", nullptr,
                                                      row, 1, nullptr, triangles.get()),
            0)
      << cuboid_last_error();
  cuboid_result *result = nullptr;
  EXPECT_EQ(cuboid_integrate(integrand, nullptr, nullptr, accurate(options).get(), &result),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  EXPECT_NEAR(cuboid_result_value(result)[0], 32, 1e-7);
  EXPECT_NEAR(cuboid_result_value(result)[1], 16, 1e-7);
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
  row[6] = NAN;
  EXPECT_EQ(cuboid_integrand_gradient_from_expression(&integrand, nullptr, 2, "p[0]^2*x", nullptr,
                                                      row, 1, nullptr, triangles.get()),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "parameters: p[0] = nan is no number");
}

std::string refused(const char *text, const std::vector<double> &parameters, std::vector<int> wrt,
                    const char *names = nullptr, const cuboid_domain *domain = nullptr) {
  auto *integrand = reinterpret_cast<cuboid_integrand *>(1);
  int ncomp = 7;
  EXPECT_EQ(cuboid_integrand_gradient_from_expression(
                &integrand, &ncomp, 1, text, names, const_cast<double *>(parameters.data()),
                static_cast<int>(wrt.size()), wrt.data(), domain),
            CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(integrand, nullptr);
  EXPECT_EQ(ncomp, 0);
  return cuboid_last_error();
}

TEST(Gradient, RefusesWhatHasNone) {
  EXPECT_EQ(refused("exp(x)", {}, {0}),
            "neither the text nor its domain has a parameter, as p[0], to differentiate by");
  EXPECT_EQ(refused("p[0]*x", {1}, {}),
            "nwrt = 0 must be between 1 and 1, the number of parameters");
  EXPECT_EQ(refused("p[0]*x + p[1]", {1, 2}, {2}),
            "wrt[0] = 2 must be between 0 and 1, the last parameter");
  EXPECT_EQ(refused("p[0]*x + p[1]", {1, 2}, {1, 1}), "wrt[1] = 1 is there twice");
  EXPECT_EQ(
      refused("a*x", {1, 2}, {1}, "a, b"),
      "wrt[0] = 1: neither the text nor its domain has the parameter b, and the derivative by "
      "it is 0");
  EXPECT_EQ(refused("p[0]*x", {NAN}, {0}), "parameters: p[0] = nan is no number");
  EXPECT_EQ(refused("tgamma(p[0])*x", {2}, {0}),
            "expression, column 1: 'tgamma' has no derivative here");
  const char *lower = "0", *upper = "b";
  const double one[] = {1};
  const Domain to_b = made(cuboid_domain_from_expressions, 1, &lower, &upper, "b", 1, one);
  EXPECT_EQ(refused("a*x", {1}, {0}, "a", to_b.get()),
            "names: the domain's expressions have other parameters than the text: give both the "
            "same names in the same order");
  const Domain both = made(cuboid_domain_product, to_b.get(), to_b.get());
  auto *integrand = reinterpret_cast<cuboid_integrand *>(1);
  double values[] = {1};
  EXPECT_EQ(cuboid_integrand_gradient_from_expression(&integrand, nullptr, 2, "b*x", "b", values, 1,
                                                      nullptr, both.get()),
            CUBOID_BAD_ARGUMENT);
  EXPECT_NE(std::string(cuboid_last_error()).find("nothing is differentiated"), std::string::npos);
}

TEST(Gradient, TakesNoLimitsBesideARegion) {
  const std::vector<double> p{1};
  const double lower[] = {0}, upper[] = {2};
  Options options;
  const Gradient gradient(1, "x", p, limits({"0"}, {"p[0]"}, p).get());
  EXPECT_EQ(gradient.integrate(options, lower, upper).status, CUBOID_BAD_ARGUMENT);
  cuboid_integrand *again = nullptr;
  EXPECT_EQ(cuboid_integrand_on_domain(&again, gradient.get(), limits({"0"}, {"1"}, {}).get()),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "integrand has a region already");
}

TEST(Gradient, RefusesMapsThatAreNone) {
  const auto refused_map = [](std::vector<const char *> map, const cuboid_domain *of) {
    auto *domain = reinterpret_cast<cuboid_domain *>(1);
    EXPECT_EQ(cuboid_domain_image_by_expressions(&domain, static_cast<int>(map.size()), of,
                                                 map.data(), nullptr, 0, nullptr),
              CUBOID_BAD_ARGUMENT);
    EXPECT_EQ(domain, nullptr);
    return std::string(cuboid_last_error());
  };
  const double centre[] = {0, 0};
  const Domain circle = made(cuboid_domain_sphere, 2, centre, 1.0);
  EXPECT_EQ(refused_map({"x[0]", "x[1] +"}, nullptr).substr(0, 24), "map[1] = \"x[1] +\": expre");
  EXPECT_EQ(refused_map({"x[0]", "x[1]"}, circle.get()),
            "of is a surface, and the image of one has another Jacobian at each point");
  EXPECT_EQ(refused_map({"x[0]"}, circle.get()), "ndim = 1, and the region of has 2 dimensions");
  auto *domain = reinterpret_cast<cuboid_domain *>(1);
  const char *lower = "0", *upper = "1";
  const int count = -1;
  EXPECT_EQ(cuboid_domain_cut_by_expressions(&domain, 1, &lower, &upper, &count, nullptr, nullptr,
                                             0, nullptr),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "nbreaks[0] = -1 must be at least 0");
}

/// So that the result is the logarithm.
Options &logarithm(Options &options, const char *method, double epsrel) {
  return options.set("log", 1).set("method", method).set("epsrel", epsrel).set("seed", 3);
}

TEST(GradientOfLogarithm, IsKnownWhereItIsZero) {
  const double lower = -INFINITY, upper = INFINITY;
  const Gradient gaussian(1, "p[2] - ((x - p[0])/p[1])^2/2", {0.3, 2, -5000});
  const double truth[] = {-5000 + std::log(2 * std::sqrt(2 * pi)), 0, 0.5, 1};
  for (const char *method : {"cuhre", "pagani", "line", "lattice", "auto"}) {
    SCOPED_TRACE(method);
    Options options;
    const Gradient::Found found =
        gaussian.integrate(logarithm(options, method, 1e-3), &lower, &upper);
    EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
    for (std::size_t c = 0; c < 4; ++c) {
      EXPECT_NEAR(found.value[c], truth[c], 5 * found.error[c] + 1e-9) << c;
      EXPECT_LE(found.error[c], 1e-3) << c;
    }
  }
}

// What shifts f shifts the logarithm, however the numerator and the denominator err.
TEST(GradientOfLogarithm, KnowsHowTheyErrTogether) {
  const Gradient gaussian(2, "p[0] - p[1]*(x*x + y*y)", {-5000, 4});
  Options options;
  const Gradient::Found found = gaussian.integrate(logarithm(options, "vegas_plus", 1e-3));
  EXPECT_EQ(found.status, CUBOID_CONVERGED) << found.message;
  EXPECT_GT(found.error[0], 1e-6);
  EXPECT_LT(found.error[1], 1e-9);
  EXPECT_NEAR(found.value[1], 1, 1e-9);
  const double slope = std::exp(-4) / (std::sqrt(pi) * std::erf(2)) - 0.25;
  EXPECT_NEAR(found.value[2], slope, 5 * found.error[2]);
  EXPECT_LE(found.error[2], 1e-3);
}

TEST(GradientOfLogarithm, IsThatOfTheIntegralOverIt) {
  const std::vector<double> p{3, 0.5};
  const Gradient plain(2, "exp(sin(p[0]*x) + p[1]*y), exp(-p[0]*x*y)", p);
  const Gradient of_log(2, "sin(p[0]*x) + p[1]*y, -p[0]*x*y", p);
  Options options;
  const Gradient::Found of = of_log.integrate(logarithm(options, "cuhre", 1e-8));
  const Gradient::Found integral = plain.integrate(options.set("log", 0).set("epsabs", 1e-9));
  EXPECT_EQ(of.status, CUBOID_CONVERGED) << of.message;
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_NEAR(of.value[c], std::log(integral.value[c]), 1e-8);
    for (std::size_t k = 1; k <= 2; ++k)
      EXPECT_NEAR(of.value[2 * k + c], integral.value[2 * k + c] / integral.value[c], 2e-8);
  }
}

/// -p0 x, of which the logarithm is log((1 - exp(-p0 p1)) / p0) over 0 to p1.
struct Falling {
  template <class T>
  int operator()(const T *x, const T *p, T *f) const {
    f[0] = -3000 - p[0] * x[0];
    return 0;
  }
};

TEST(GradientOfLogarithm, HasWhatTheLimitsBring) {
  double p[] = {2, 1.5};
  const char *lower[] = {"0"}, *upper[] = {"p[1]"};
  const Domain domain = made(cuboid_domain_from_expressions, 1, lower, upper, nullptr, 2, p);
  const double rest = std::exp(-p[0] * p[1]), whole = 1 - rest;
  const double truth[] = {-3000 + std::log(whole / p[0]), p[1] * rest / whole - 1 / p[0],
                          p[0] * rest / whole};
  const Gradient text(1, "-3000 - p[0]*x", {2, 1.5}, domain.get());
  cuboid_integrand *duals = nullptr;
  ASSERT_EQ(cuboid_integrand_derivatives_from_duals(&duals, 1, 1,
                                                    cuboid::dual_function<2, 1, 1, 2, Falling>,
                                                    nullptr, 2, p, 2, nullptr, 1, domain.get()),
            CUBOID_CONVERGED)
      << cuboid_last_error();
  Options options;
  logarithm(options, "cuhre", 1e-9);
  for (const cuboid_integrand *one : {text.get(), static_cast<const cuboid_integrand *>(duals)}) {
    cuboid_result *result = nullptr;
    EXPECT_EQ(cuboid_integrate(one, nullptr, nullptr, options.get(), &result), CUBOID_CONVERGED)
        << cuboid_result_message(result);
    EXPECT_EQ(cuboid_result_ncomp(result), 3);
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(cuboid_result_value(result)[c], truth[c], 1e-9) << c;
    cuboid_result_free(result);
  }
  cuboid_integrand_free(duals);
}

TEST(GradientOfLogarithm, GoesWithThreadsAndLists) {
  const char *const text = "-2000 - p[0]*(x*x + y*y + z*z) + p[1]*x";
  const std::vector<double> rows{3, 0.5, 200, 8};
  for (const char *method : {"cuhre", "vegas_plus"}) {
    SCOPED_TRACE(method);
    Options options;
    logarithm(options, method, 1e-3).set("workers", std::string("serial"));
    std::vector<double> alone;
    for (std::size_t i = 0; i < 4; i += 2) {
      const Gradient one(3, text, {rows[i], rows[i + 1]});
      const Gradient::Found serial = one.integrate(options);
      options.set("workers", std::string("threads")).set("cores", 3);
      EXPECT_EQ(one.integrate(options).value, serial.value);
      options.set("workers", std::string("serial"));
      alone.insert(alone.end(), serial.value.begin(), serial.value.end());
    }
    const Gradient any(3, text, {1, 1});
    cuboid_many *many = nullptr;
    EXPECT_EQ(cuboid_integrate_many(any.get(), 2, nullptr, nullptr, 0, rows.data(),
                                    2 * sizeof(double), options.get(), &many),
              CUBOID_CONVERGED)
        << cuboid_many_message(many);
    const double *const value = cuboid_many_value(many);
    EXPECT_EQ(std::vector<double>(value, value + 6), alone);
    cuboid_many_free(many);
  }
}

TEST(GradientOfLogarithm, OfZeroIsNone) {
  const Gradient any(1, "p[0]*x", {1});
  const double at = 0.5;
  Options options;
  const Gradient::Found found = any.integrate(logarithm(options, "cuhre", 1e-3), &at, &at);
  EXPECT_EQ(found.value[0], -INFINITY);
  EXPECT_TRUE(std::isnan(found.value[1]));
}

TEST(GradientOfLogarithm, HasNoFurtherOne) {
  double p[] = {2};
  const int wrt[] = {-1, -1, 0, 0};
  cuboid_integrand *second = nullptr;
  ASSERT_EQ(cuboid_integrand_derivatives_from_expression(&second, nullptr, 1, "p[0]^2*x", nullptr,
                                                         p, 2, 2, wrt, nullptr),
            CUBOID_CONVERGED);
  Options options;
  EXPECT_EQ(
      cuboid_integrate(second, nullptr, nullptr, logarithm(options, "cuhre", 1e-3).get(), nullptr),
      CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(),
               "derivatives of derivatives do not go with log = 1: ask for values and first "
               "derivatives, the values in front");
  cuboid_integrand_free(second);
}

}  // namespace
