#include "batch/logarithm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "base/failure.hpp"
#include "call/empty_box.hpp"
#include "call/ranks.hpp"
#include "domain/domain.hpp"
#include "domain/even_points.hpp"
#include "elementary/double_double.hpp"
#include "elementary/functions.hpp"
#include "engine/cpu/points/call.hpp"
#include "map/interval.hpp"
#include "router/state_claim.hpp"
#include "statistics/covariances.hpp"

namespace cuboid::router {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr elementary::DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

/// The whole number k for which exp(f) 2^-k is between 1/sqrt(2) and sqrt(2), about.
double exponent_of(double f) {
  return std::nearbyint(f / ln2.high);
}

/// exp(f) 2^-k: k shifts the exponent and changes no other bit.
double scaled_exponential(double f, double k) {
  const double own = exponent_of(f);
  if (own - k < -3000) return 0;  // Also where f has no digits left behind the point.
  const elementary::DoubleDouble whole = elementary::exact_product(own, ln2.high);
  const double rest = (f - whole.high) - (whole.low + own * ln2.low);
  return std::ldexp(elementary::exp(rest), static_cast<int>(std::fmin(own - k, 3000)));
}

/// Thrown where a value is too large for the scale; run_logarithm begins again.
struct TooLarge : std::exception {
  const char *what() const noexcept override { return "a value is beyond the scale"; }
};

/// Which of the components that are integrated are what.
class Components {
 public:
  explicit Components(const Request &request)
      : given_(static_cast<std::size_t>(request.host.ncomp)),
        values_(given_ / static_cast<std::size_t>(1 + request.derivatives)) {}

  std::size_t given() const { return given_; }
  std::size_t values() const { return values_; }  ///< of them, in front of their derivatives
  bool in_pairs() const { return values_ < given_; }
  std::size_t integrated() const { return in_pairs() ? 2 * given_ : given_; }
  /// Of a component that is given, the one that is integrated.
  std::size_t place(std::size_t component) const {
    return in_pairs() ? 2 * component + 1 : component;
  }
  /// Of a component that is integrated, the value to which it belongs.
  std::size_t value_of(std::size_t integrated) const {
    return (in_pairs() ? integrated / 2 : integrated) % values_;
  }

 private:
  std::size_t given_, values_;
};

class Exponential final : public engine::BatchFunction {
 public:
  Exponential(const Request &request, int ndim)
      : inner_(request.host),
        components_(request),
        exponents_(components_.values(), -infinity),
        largest_(exponents_) {
    inner_.domain = nullptr;
    inner_.ndim = ndim;
  }

  void evaluate(std::int64_t count, const double *x, const void *userdata,
                double *f) const override {
    std::vector<double> found;
    double *given = f;
    if (components_.in_pairs()) {
      found.resize(static_cast<std::size_t>(count) * components_.given());
      given = found.data();
    }
    call(count, x, const_cast<void *>(userdata), given);
    bool fits = true;
    for (std::int64_t i = 0; i < count; ++i, given += components_.given()) {
      for (std::size_t c = 0; c < components_.values(); ++c) fits = scale(c, given[c]) && fits;
      if (!components_.in_pairs()) continue;
      fill_pairs(given, f);
      f += components_.integrated();
    }
    if (!fits) throw TooLarge();
  }

  std::int64_t userdata_bytes() const override {
    return inner_.batch != nullptr ? inner_.batch->userdata_bytes() : 0;
  }

  /// Of the integrand itself.
  void call(std::int64_t count, const double *x, void *userdata, double *f) const {
    engine::HostFunction inner = inner_;
    inner.userdata = userdata;
    engine::cpu::evaluate_at(inner, count, x, f);
  }

  void note(std::size_t component, double exponent) const {
    const std::lock_guard lock(mutex_);
    largest_[component] = std::max(largest_[component], exponent);
  }
  /// Takes what was noted for the scale.  False: nothing was above it.
  bool rescale() {
    const bool grows = largest_ != exponents_;
    for (std::size_t c = 0; c < exponents_.size(); ++c)
      exponents_[c] = std::max(exponents_[c], largest_[c]);
    largest_ = exponents_;
    return grows;
  }
  /// Of a component that is zero wherever it was looked at, any scale will do.
  void fill_unknown() {
    for (double &exponent : exponents_)
      if (exponent == -infinity) exponent = 0;
    largest_ = exponents_;
  }

  const Components &components() const { return components_; }
  double exponent(std::size_t value) const { return exponents_[value]; }
  /// That of each component which is integrated.
  std::vector<double> scale() const {
    std::vector<double> all;
    for (std::size_t s = 0; s < components_.integrated(); ++s)
      all.push_back(exponents_[components_.value_of(s)]);
    return all;
  }
  /// Those of the largest values that were met, which rescale() takes.
  const std::vector<double> &noted() const { return largest_; }

 private:
  /// Squares of values are within the range of double.
  static constexpr double headroom = 400;

  /// f to exp(f) 2^-k; false: that is too large.
  bool scale(std::size_t component, double &value) const {
    const bool fits =
        !std::isfinite(value) || exponent_of(value) - exponents_[component] <= headroom;
    if (!fits) note(component, exponent_of(value));
    value = value == -infinity     ? 0
            : std::isfinite(value) ? scaled_exponential(value, exponents_[component])
                                   : std::numeric_limits<double>::quiet_NaN();
    return fits;
  }
  /// given: of a point, whose values are scaled.
  void fill_pairs(const double *given, double *f) const {
    for (std::size_t c = 0; c < components_.given(); ++c, f += 2) {
      const double value = given[c % components_.values()];
      f[0] = f[1] = value;
      // Where exp(f) is zero, the derivative of f may be anything.
      if (c >= components_.values() && value != 0) f[1] = given[c] * value;
    }
  }

  engine::HostFunction inner_;  ///< without its region
  Components components_;
  std::vector<double> exponents_;
  mutable std::mutex mutex_;
  mutable std::vector<double> largest_;
};

/// The coordinates of even points, as the integrand gets them: of a region, those that are in it.
std::vector<double> even_points(const Request &request, int ndim, std::int64_t count) {
  const auto cube = static_cast<std::size_t>(request.host.ndim);
  std::vector<double> t(static_cast<std::size_t>(count) * cube), x(t), jacobian(t.size() + 1);
  std::vector<double> point(cube, 0.5);
  domain::fill_even(domain::even_steps(cube), point, t);
  if (request.host.domain != nullptr) {
    x.resize(static_cast<std::size_t>(count * ndim));
    request.host.domain->map_with(static_cast<const double *>(request.host.userdata), count,
                                  t.data(), x.data(), jacobian.data());
    std::int64_t inside = 0;
    for (std::int64_t i = 0; i < count; ++i)
      if (jacobian[static_cast<std::size_t>(i)] != 0)
        std::copy_n(x.data() + i * ndim, ndim, x.data() + inside++ * ndim);
    x.resize(static_cast<std::size_t>(inside * ndim));
    return x;
  }
  for (std::size_t i = 0; i < t.size() && !request.lower.empty(); ++i)
    t[i] =
        map::make_interval(request.lower[i % cube], request.upper[i % cube]).map(t[i], jacobian[0]);
  return t;
}

/// What the integrand gets: it follows the numbers that its region has of each integral.
void *integrand_userdata(const engine::HostFunction &host) {
  const int of_region = host.domain != nullptr ? host.domain->numbers_of_each() : 0;
  return of_region > 0 ? static_cast<double *>(host.userdata) + of_region : host.userdata;
}

/// Notes some values.  Returns how many.
std::int64_t look(const Request &request, int ndim, Exponential &exponential) {
  const std::vector<double> x = even_points(request, ndim, 1024);
  const auto points = static_cast<std::int64_t>(x.size()) / ndim;
  const Components &components = exponential.components();
  std::vector<double> f(static_cast<std::size_t>(points) * components.given());
  exponential.call(points, x.data(), integrand_userdata(request.host), f.data());
  for (std::size_t i = 0; i < f.size(); ++i)
    if (i % components.given() < components.values() && std::isfinite(f[i]))
      exponential.note(i % components.given(), exponent_of(f[i]));
  return points;
}

/// Tells the caller logarithms.
struct Translator {
  ProgressListener to;
  const Exponential *exponential;
  std::vector<double> value, error;
};

void to_logarithm(double exponent, double &value, double &error) {
  const double of_scale = exponent * ln2.high;
  error = value > 0 ? error / value : value == 0 && error == 0 ? 0 : infinity;
  value = elementary::log(value) + of_scale;  // of zero -infinity, NaN below
}

/// Covariances of the components that are integrated.
class Covariances {
 public:
  explicit Covariances(const algorithm::Result &result)
      : numbers_(result.covariance),
        are_known_(!numbers_.empty() &&
                   statistics::has_covariances(static_cast<int>(result.integral.size()))) {}

  bool are_known() const { return are_known_; }
  double operator()(std::size_t a, std::size_t b) const {
    const std::size_t row = std::max(a, b);
    return numbers_[row * (row + 1) / 2 + std::min(a, b)];
  }

 private:
  const std::vector<double> &numbers_;
  bool are_known_;
};

/// How a logarithm or its derivative changes with the integrals, to first order: that of I by dI /
/// I, and r = D / I by (dD - r dI) / I.
struct Slopes {
  std::size_t of_value, of_own;
  double by_value, by_own;

  Slopes(const Components &components, const std::vector<double> &integral, std::size_t component)
      : of_value(components.place(component % components.values())),
        of_own(components.place(component)),
        by_value(0),
        by_own(1 / integral[of_value]) {
    if (of_own != of_value) by_value = -by_own * (integral[of_own] * by_own);
  }
  double covariance(const Slopes &other, const Covariances &known) const {
    // That may be infinite, also where there is no slope.
    const auto part = [&](double slope, double with, std::size_t a, std::size_t b) {
      return slope != 0 && with != 0 ? slope * with * known(a, b) : 0;
    };
    return part(by_value, other.by_value, of_value, other.of_value) +
           part(by_value, other.by_own, of_value, other.of_own) +
           part(by_own, other.by_value, of_own, other.of_value) +
           part(by_own, other.by_own, of_own, other.of_own);
  }
};

/// Where covariances are not known, the errors of D and I add up.
double error_of_ratio(const Slopes &slopes, const std::vector<double> &error,
                      const Covariances &known) {
  if (known.are_known()) return std::sqrt(std::fmax(slopes.covariance(slopes, known), 0));
  return std::fabs(slopes.by_own) * error[slopes.of_own] +
         std::fabs(slopes.by_value) * error[slopes.of_value];
}

/// Values and errors of the components that are given, from those of what was integrated.
void to_logarithms(const Exponential &exponential, const Covariances &known,
                   std::vector<double> &value, std::vector<double> &error) {
  const Components &components = exponential.components();
  const std::vector<double> integral = value, spread = error;
  value.resize(components.given());
  error.resize(components.given());
  for (std::size_t c = 0; c < components.given(); ++c) {
    value[c] = integral[components.place(c)];
    error[c] = spread[components.place(c)];
    if (c < components.values()) {
      to_logarithm(exponential.exponent(c), value[c], error[c]);
      continue;
    }
    const Slopes slopes(components, integral, c);
    const bool has_logarithm = integral[slopes.of_value] > 0;
    value[c] = has_logarithm ? value[c] * slopes.by_own : std::numeric_limits<double>::quiet_NaN();
    error[c] = has_logarithm ? error_of_ratio(slopes, spread, known) : infinity;
  }
}

/// Those of the logarithms and their derivatives; none, where they are not known of all.
std::vector<double> covariance_of(const Components &components, const algorithm::Result &result,
                                  const Covariances &known) {
  std::vector<double> found;
  std::vector<Slopes> slopes;
  for (std::size_t c = 0; c < components.given(); ++c)
    slopes.emplace_back(components, result.integral, c);
  if (known.are_known())
    for (std::size_t row = 0; row < slopes.size(); ++row)
      for (std::size_t column = 0; column <= row; ++column)
        found.push_back(slopes[row].covariance(slopes[column], known));
  else if (!components.in_pairs())  // Variances.
    for (std::size_t c = 0; c < result.covariance.size(); ++c)
      found.push_back(result.covariance[c] * (slopes[c].by_own * slopes[c].by_own));
  return found;
}

int tell(void *user, const cuboid_progress *progress) {
  auto &translator = *static_cast<Translator *>(user);
  cuboid_progress told = *progress;
  translator.value.assign(progress->value, progress->value + progress->ncomp);
  translator.error.assign(progress->error, progress->error + progress->ncomp);
  const algorithm::Result nothing(0);
  to_logarithms(*translator.exponential, Covariances(nothing), translator.value, translator.error);
  told.ncomp = static_cast<std::int64_t>(translator.value.size());
  told.value = translator.value.data();
  told.error = translator.error.data();
  return translator.to.function(translator.to.user, &told);
}

void translate(const Exponential &exponential, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  const Components &components = exponential.components();
  const std::vector<double> scaled = result.integral, chi2 = result.chi2;
  const Covariances known(result);
  std::vector<double> covariance = covariance_of(components, result, known);
  to_logarithms(exponential, known, result.integral, result.error);
  result.covariance = std::move(covariance);
  result.chi2.resize(components.given());
  for (std::size_t c = 0; c < components.given(); ++c) {
    const std::size_t place = components.place(c);
    result.chi2[c] = chi2[place];
    if (c < components.values() && scaled[place] < 0 && outcome.status >= 0) {
      outcome.status = CUBOID_NOT_CONVERGED;
      result.converged = result.trusted = false;
      outcome.message =
          "an integral came out below zero, and has no logarithm: what cubature "
          "weights negatively counts for more than the rest, or limits fall; more "
          "evaluations (mineval) or rising limits may help; " +
          outcome.message;
    }
  }
  outcome.origin.seeds.clear();  // means of logarithms are not those of integrals
}

/// Whether this process has to do with the state file.
bool leads(const Request &request) {
  return !request.options.statefile.empty() &&
         (!several_ranks(request.ranks) || request.ranks->rank() == 0);
}

/// The scale of the run that the state file is of; empty: there is none.
std::vector<double> scale_in_file(const Request &request) {
  if (!leads(request)) return {};
  return scale_in_state(request.options.statefile, request.host.ndim,
                        components_of_logarithm(request));
}

/// What every rank does before it meets the others.
std::int64_t begin(const Request &request, int ndim, Exponential &exponential) {
  std::optional<engine::group::InsideGroup> inside;
  if (several_ranks(request.ranks)) inside.emplace();
  const std::int64_t evaluated = look(request, ndim, exponential);
  // Of a file that may make room, the scale may be anything.
  if (request.options.overwrite_state != 0 || request.options.reset_state != 0) return evaluated;
  const std::vector<double> kept = scale_in_file(request);
  for (std::size_t c = 0; c < kept.size(); ++c)
    exponential.note(exponential.components().value_of(c), kept[c]);
  return evaluated;
}

/// What the ranks know together, the largest of each number: the scale, the evaluations so far, and
/// whether the state file is one of this run.  own: why this rank fails; that is thrown on all.
void take_largest(Request &scaled, std::int64_t &evaluated, bool saved, Exponential &exponential,
                  const Failure *own = nullptr) {
  std::vector<double> known = exponential.noted();
  known.push_back(static_cast<double>(evaluated));
  known.push_back(saved ? 1 : 0);
  share_largest(scaled, known, own);
  if (known.back() > 0) scaled.options.overwrite_state = 1;
  known.pop_back();
  evaluated = static_cast<std::int64_t>(known.back());
  known.pop_back();
  for (std::size_t c = 0; c < known.size(); ++c) exponential.note(c, known[c]);
}

}  // namespace

int components_of_logarithm(const Request &request) {
  return static_cast<int>(Components(request).integrated());
}

namespace {

/// What is asked for of integrate.
Request scaled_of(const Request &request, const Exponential &exponential) {
  Request scaled = request;
  scaled.options.log = 0;
  scaled.device = nullptr;
  scaled.host.function = nullptr;
  scaled.host.batch = &exponential;
  scaled.host.ncomp = components_of_logarithm(request);
  if (!exponential.components().in_pairs()) return scaled;
  scaled.options.complex = "largest";
  scaled.options.epsrel /= 2;  // The errors of D and I may add up.
  return scaled;
}

}  // namespace

Outcome run_logarithm(const Request &request, Outcome (*integrate)(Request)) {
  const int ndim = request.host.domain != nullptr ? request.host.domain->ndim() : request.host.ndim;
  Exponential exponential(request, ndim);
  Request scaled = scaled_of(request, exponential);
  Translator translator{request.listeners.progress, &exponential, {}, {}};
  if (translator.to.function != nullptr) {
    scaled.listeners.progress.function = tell;
    scaled.listeners.progress.user = &translator;
  }
  std::int64_t before = 0;
  try {
    if (emptiness(request).empty()) {
      std::optional<Failure> failure;
      try {
        before = begin(request, ndim, exponential);
      } catch (const Failure &own) {
        failure = own;
      }
      take_largest(scaled, before, false, exponential, failure ? &*failure : nullptr);
    }
    exponential.rescale();
    exponential.fill_unknown();
    for (;;) {
      scaled.resume.scale = exponential.scale();
      Outcome outcome = integrate(scaled);
      outcome.result.neval += before;
      if (outcome.status == CUBOID_EXCEPTION) {
        before = outcome.result.neval;
        // What this run has saved is of a scale that is no good.
        const bool saved = scale_in_file(request) == exponential.scale();
        take_largest(scaled, before, saved, exponential);
        if (exponential.rescale()) continue;
      }
      translate(exponential, outcome);
      outcome.origin.goal = goal_of(request);
      return outcome;
    }
  } catch (const Failure &failure) {
    Outcome outcome(request.host.ncomp);
    outcome.method = entry_of(asked_method(request.host.ndim, request.options)).name;
    fail(outcome, failure);
    return outcome;
  }
}

}  // namespace cuboid::router
