#include "batch/logarithm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
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
  const elementary::DoubleDouble whole = elementary::exact_product(own, ln2.high);
  const double rest = (f - whole.high) - (whole.low + own * ln2.low);
  const double shift = std::clamp(own - k, -3000.0, 3000.0);
  return std::ldexp(elementary::exp(rest), static_cast<int>(shift));
}

/// Thrown where a value is too large for the scale; run_logarithm begins again.
struct TooLarge : std::exception {
  const char *what() const noexcept override { return "a value is beyond the scale"; }
};

class Exponential final : public engine::BatchFunction {
 public:
  Exponential(const engine::HostFunction &inner, int ndim)
      : inner_(inner),
        exponents_(static_cast<std::size_t>(inner.ncomp), -infinity),
        largest_(exponents_) {
    inner_.domain = nullptr;
    inner_.ndim = ndim;
  }

  void evaluate(std::int64_t count, const double *x, const void *userdata,
                double *f) const override {
    call(count, x, const_cast<void *>(userdata), f);
    const auto ncomp = static_cast<std::size_t>(inner_.ncomp);
    bool too_large = false;
    for (std::int64_t i = 0; i < count; ++i)
      for (std::size_t c = 0; c < ncomp; ++c) {
        double &value = f[static_cast<std::size_t>(i) * ncomp + c];
        if (std::isfinite(value) && exponent_of(value) - exponents_[c] > headroom) {
          note(c, exponent_of(value));
          too_large = true;
        }
        value = value == -infinity     ? 0
                : std::isfinite(value) ? scaled_exponential(value, exponents_[c])
                                       : std::numeric_limits<double>::quiet_NaN();
      }
    if (too_large) throw TooLarge();
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

  const std::vector<double> &exponents() const { return exponents_; }
  /// Those of the largest values that were met, which rescale() takes.
  const std::vector<double> &noted() const { return largest_; }

 private:
  /// Squares of values are within the range of double.
  static constexpr double headroom = 400;

  engine::HostFunction inner_;  ///< without its region
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
  const auto ncomp = static_cast<std::size_t>(request.host.ncomp);
  std::vector<double> f(static_cast<std::size_t>(points) * ncomp);
  exponential.call(points, x.data(), integrand_userdata(request.host), f.data());
  for (std::size_t i = 0; i < f.size(); ++i)
    if (std::isfinite(f[i])) exponential.note(i % ncomp, exponent_of(f[i]));
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

int tell(void *user, const cuboid_progress *progress) {
  auto &translator = *static_cast<Translator *>(user);
  cuboid_progress told = *progress;
  translator.value.assign(progress->value, progress->value + progress->ncomp);
  translator.error.assign(progress->error, progress->error + progress->ncomp);
  for (std::size_t c = 0; c < translator.value.size(); ++c)
    to_logarithm(translator.exponential->exponents()[c], translator.value[c], translator.error[c]);
  told.value = translator.value.data();
  told.error = translator.error.data();
  return translator.to.function(translator.to.user, &told);
}

void translate(const std::vector<double> &exponents, Outcome &outcome) {
  algorithm::Result &result = outcome.result;
  const std::vector<double> scaled = result.integral;
  for (std::size_t c = 0, at = 0; c < scaled.size(); ++c) {
    for (std::size_t other = 0; other <= c && at < result.covariance.size(); ++other)
      result.covariance[at++] /= scaled[c] * scaled[other];
    to_logarithm(exponents[c], result.integral[c], result.error[c]);
    if (scaled[c] < 0 && outcome.status >= 0) {
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
  return scale_in_state(request.options.statefile, request.host.ndim, request.host.ncomp);
}

/// What every rank does before it meets the others.
std::int64_t begin(const Request &request, int ndim, Exponential &exponential) {
  std::optional<engine::group::InsideGroup> inside;
  if (several_ranks(request.ranks)) inside.emplace();
  const std::int64_t evaluated = look(request, ndim, exponential);
  // Of a file that may make room, the scale may be anything.
  if (request.options.overwrite_state != 0 || request.options.reset_state != 0) return evaluated;
  const std::vector<double> kept = scale_in_file(request);
  for (std::size_t c = 0; c < kept.size(); ++c) exponential.note(c, kept[c]);
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

Outcome run_logarithm(const Request &request, Outcome (*integrate)(Request)) {
  const int ndim = request.host.domain != nullptr ? request.host.domain->ndim() : request.host.ndim;
  Exponential exponential(request.host, ndim);
  Request scaled = request;
  scaled.options.log = 0;
  scaled.device = nullptr;
  scaled.host.function = nullptr;
  scaled.host.batch = &exponential;
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
      scaled.resume.scale = exponential.exponents();
      Outcome outcome = integrate(scaled);
      outcome.result.neval += before;
      if (outcome.status == CUBOID_EXCEPTION) {
        before = outcome.result.neval;
        // What this run has saved is of a scale that is no good.
        const bool saved = scale_in_file(request) == exponential.exponents();
        take_largest(scaled, before, saved, exponential);
        if (exponential.rescale()) continue;
      }
      translate(exponential.exponents(), outcome);
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
