#include "api/arguments.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "algorithm/common/log.hpp"
#include "base/failure.hpp"
#include "engine/cpu/settings.hpp"
#include "engine/samples.hpp"
#include "rng/sobol.hpp"
#include "router/plan.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::api {

namespace {

constexpr std::int64_t most_int = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t least_int = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t most_long = std::numeric_limits<std::int64_t>::max();

void require_range(std::int64_t value, const char *name, std::int64_t least, std::int64_t most) {
  if (value >= least && value <= most) return;
  throw Failure(
      CUBOID_BAD_ARGUMENT,
      most == most_long
          ? algorithm::formatted("%s = %lld must be at least %lld", name,
                                 static_cast<long long>(value), static_cast<long long>(least))
          : algorithm::formatted("%s = %lld must be between %lld and %lld", name,
                                 static_cast<long long>(value), static_cast<long long>(least),
                                 static_cast<long long>(most)));
}

void require_number(double value, const char *name) {
  if (std::isnan(value))
    throw Failure(CUBOID_BAD_ARGUMENT, std::string(name) + " = nan must be a number");
}

void require_not_negative(double value, const char *name) {
  if (!(value >= 0))
    throw Failure(CUBOID_BAD_ARGUMENT,
                  algorithm::formatted("%s = %g must be 0 or more", name, value));
}

void require_positive(double value, const char *name) {
  if (!(value > 0) || std::isinf(value))
    throw Failure(CUBOID_BAD_ARGUMENT,
                  algorithm::formatted("%s = %g must be more than 0 and finite", name, value));
}

void require_interval(double value, const char *name, double least, double most) {
  if (!(value >= least && value <= most))
    throw Failure(CUBOID_BAD_ARGUMENT, algorithm::formatted("%s = %g must be between %g and %g",
                                                            name, value, least, most));
}

void require_one_of(const std::string &value, const char *name, bool known, const char *choices) {
  if (!known)
    throw Failure(CUBOID_BAD_ARGUMENT, std::string(name) + " = \"" + value.substr(0, 200) +
                                           "\" must be one of " + choices);
}

}  // namespace

void require_pointer(const void *pointer, const char *name) {
  if (pointer == nullptr)
    throw Failure(CUBOID_BAD_ARGUMENT, std::string(name) + " = NULL must be set");
}

void check_options(const Options &options) {
  require_one_of(options.method, "method",
                 options.method == "auto" || options.method == "cuhre" ||
                     options.method == "pagani" || options.method == "vegas" ||
                     options.method == "suave" || options.method == "divonne" ||
                     options.method == "vegas_plus" || options.method == "m_cubes" ||
                     options.method == "m_cubes_1d",
                 "auto, cuhre, pagani, vegas, suave, divonne, vegas_plus, m_cubes, m_cubes_1d");
  require_one_of(options.combination, "combination",
                 options.combination == "samples" || options.combination == "inverse_variance",
                 "samples, inverse_variance");
  require_one_of(options.nonfinite, "nonfinite",
                 options.nonfinite == "stop" || options.nonfinite == "zero", "stop, zero");
  require_one_of(options.workers, "workers",
                 engine::cpu::worker_mode_from(options.workers).has_value(),
                 "serial, fork, threads, auto");
  require_one_of(options.split_component, "split_component",
                 options.split_component == "worst" || options.split_component == "first",
                 "worst, first");
  require_number(options.epsrel, "epsrel");
  require_number(options.epsabs, "epsabs");
  require_range(options.nvec, "nvec", 1, most_long);
  require_range(options.seed, "seed", least_int, most_int);
  require_range(options.rng_level, "rng_level", least_int, most_int);
  require_range(options.nstart, "nstart", 1, most_long);
  require_range(options.nbatch, "nbatch", 1, most_long);
  require_range(options.quasi, "quasi", -1, 1);
  require_interval(options.beta, "beta", 0, 1);
  if (options.alpha != -1) require_interval(options.alpha, "alpha", 0, 10);
  require_range(options.adapting, "adapting", -1, most_long);
  require_range(options.intervals, "intervals", 2, 1024);
  require_range(options.raise_samples, "raise_samples", 0, 1);
  require_range(options.nnew, "nnew", 2, most_long);
  require_positive(options.flatness, "flatness");
  require_range(options.key1, "key1", least_int, most_int);
  require_range(options.key2, "key2", least_int, most_int);
  require_range(options.key3, "key3", least_int, most_int);
  require_range(options.maxpass, "maxpass", least_int, most_int);
  if (!(options.border < 0.5))
    throw Failure(
        CUBOID_BAD_ARGUMENT,
        algorithm::formatted("border = %g must be less than 0.5, half of the cube's width",
                             options.border));
  require_number(options.maxchisq, "maxchisq");
  require_number(options.mindeviation, "mindeviation");
  require_range(options.smooth, "smooth", 0, 1);
  require_range(options.last_only, "last_only", -1, 1);
  require_range(options.key, "key", least_int, most_int);
  require_range(options.keep_state, "keep_state", 0, 1);
  require_range(options.reset_state, "reset_state", 0, 1);
  require_range(options.cores, "cores", -1, most_int);
  require_number(options.worker_timeout, "worker_timeout");
  require_not_negative(options.time_limit, "time_limit");
  require_range(options.memory_limit, "memory_limit", 0, most_long);
  require_range(options.verbosity, "verbosity", 0, 3);
}

void check_together(const Options &options) {
  if (options.method == "pagani" && !options.statefile.empty())
    throw Failure(CUBOID_BAD_ARGUMENT, "statefile = \"" + options.statefile.substr(0, 200) +
                                           "\" must be empty: pagani keeps no state");
  if (options.method == "suave" && options.nmin > options.nnew)
    throw Failure(CUBOID_BAD_ARGUMENT,
                  algorithm::formatted(
                      "nmin = %lld must be at most nnew = %lld, the samples of a set",
                      static_cast<long long>(options.nmin), static_cast<long long>(options.nnew)));
}

void check_peaks(int ndim, std::int64_t ngiven, int ldxgiven, const double *xgiven,
                 std::int64_t nextra, const void *peakfinder) {
  require_range(ngiven, "ngiven", 0, most_long);
  require_range(nextra, "nextra", 0, most_long);
  if (ngiven > 0) {
    require_pointer(xgiven, "xgiven");
    // Of one point, and of the same one again and again, which is what 0 means, it is no distance.
    if (ngiven > 1 && ldxgiven != 0) require_range(ldxgiven, "ldxgiven", ndim, most_int);
  }
  if (nextra > 0) require_pointer(peakfinder, "peakfinder");
}

namespace {

struct DimensionLimit {
  int most;
  const char *why;
};

constexpr DimensionLimit sobol_limit{rng::sobol_most_dimensions, " with Sobol points (seed = 0)"};

DimensionLimit dimension_limit(int ndim, const Options &options) {
  switch (router::choose(ndim, options, router::physical_memory()).method) {
    case router::Method::cuhre:
      return {rule::cuhre_most_dimensions, " for cuhre"};
    case router::Method::pagani:
      return {rule::cuhre_most_dimensions, " for pagani"};
    case router::Method::divonne: {
      bool rule = false, sobol = false;
      for (const std::int64_t key : {options.key1, options.key2, options.key3}) {
        rule = rule || key == 7 || key == 9;
        sobol = sobol || (key < 0 && options.seed == 0);
      }
      if (rule) return {rule::cuhre_most_dimensions, " for rules"};
      return sobol ? sobol_limit : DimensionLimit{most_dimensions, ""};
    }
    case router::Method::vegas_plus:
    case router::Method::m_cubes:
    case router::Method::m_cubes_1d:
      return {engine::samples_most_ndim, " for vegas_plus and m_cubes"};
    default:
      return options.seed == 0 ? sobol_limit : DimensionLimit{most_dimensions, ""};
  }
}

}  // namespace

void check_dimension(int ndim, const Options &options) {
  const auto [most, why] = dimension_limit(ndim, options);
  if (ndim < 1 || ndim > most)
    throw Failure(CUBOID_BAD_NDIM,
                  algorithm::formatted("ndim = %d must be between 1 and %d%s", ndim, most, why));
}

void check_components(int ncomp, const Options &options) {
  const router::Method method = router::choose(1, options, router::physical_memory()).method;
  if (router::draws_samples(method) && ncomp > engine::samples_most_ncomp)
    throw Failure(CUBOID_BAD_NCOMP,
                  algorithm::formatted("ncomp = %d must be at most %d for %s", ncomp,
                                       engine::samples_most_ncomp, router::method_name(method)));
}

void check_integrand_shape(int ndim, int ncomp) {
  if (ndim < 1 || ndim > most_dimensions)
    throw Failure(CUBOID_BAD_NDIM, algorithm::formatted("ndim = %d must be between 1 and %d", ndim,
                                                        most_dimensions));
  if (ncomp < 1)
    throw Failure(CUBOID_BAD_NCOMP, algorithm::formatted("ncomp = %d must be at least 1", ncomp));
}

}  // namespace cuboid::api
