// cuboid_integrate: the native call.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <vector>

#include "api/arguments.hpp"
#include "api/communicator.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/log_sink.hpp"
#include "api/logarithm.hpp"
#include "api/request.hpp"
#include "elementary/functions.hpp"
#include "engine/cpu/points/call.hpp"
#include "engine/device/integrand.hpp"

namespace {

using cuboid::Failure;
using cuboid::router::Outcome;

/// The result of a call that did not get as far as an integration.
Outcome refused(int ncomp, const Failure &failure) {
  Outcome outcome(ncomp);
  cuboid::router::fail(outcome, failure);
  return outcome;
}

/// A box that is the unit cube is none: nothing has to be mapped.
void forget_unit_cube(cuboid::router::Request &request) {
  if (!cuboid::router::is_unit_cube(static_cast<int>(request.lower.size()), request.lower_limits(),
                                    request.upper_limits()))
    return;
  request.lower.clear();
  request.upper.clear();
}

/// Takes the map of its region that suits the integrand, which is evaluated for it.  Returns the
/// evaluations.  is_logarithm: exp(f) is integrated.
std::int64_t suit_region(cuboid_integrand &integrand, bool is_logarithm) {
  // The text for a device has its map.
  if (!integrand.region || !integrand.host.is_set() || integrand.region->numbers_of_each() > 0 ||
      (integrand.device && cuboid::engine::device_problem().empty()) ||
      !integrand.region->emptiness(static_cast<const double *>(integrand.host.userdata)).empty())
    return 0;
  std::int64_t evaluated = 0;
  cuboid::engine::HostFunction host = integrand.host;
  host.domain = nullptr;
  host.ndim = integrand.region->ndim();
  const auto look = [&](std::int64_t count, const double *x) {
    std::vector<double> f(static_cast<std::size_t>(count * host.ncomp));
    cuboid::engine::cpu::evaluate_at(host, count, x, f.data());
    evaluated += count;
    const double least = is_logarithm ? -std::numeric_limits<double>::infinity() : 0;
    std::vector<double> largest;
    // Derivatives of logarithms are none.
    const int counted = is_logarithm ? host.ncomp / (1 + integrand.derivatives) : host.ncomp;
    for (auto row = f.begin(); row != f.end(); row += host.ncomp)
      largest.push_back(std::accumulate(row, row + counted, least, [&](double most, double value) {
        return std::fmax(most, is_logarithm ? value : std::fabs(value));
      }));
    if (!is_logarithm) return largest;
    const double most = *std::max_element(largest.begin(), largest.end());
    for (double &one : largest) one = one == most ? 1 : cuboid::elementary::exp(one - most);
    return largest;
  };
  const cuboid::domain::Pointer suited = integrand.region->suited(look);
  if (!suited) return evaluated;
  integrand.region = suited;
  integrand.host.domain = suited.get();
  return evaluated;
}

Outcome integrate(const cuboid_integrand &given, const double *lower, const double *upper,
                  const cuboid_options &options) {
  cuboid_integrand integrand = cuboid::api::logarithmic(given, options.values);
  const cuboid::domain::Pointer region = integrand.region;
  try {
    cuboid::api::check_memory(integrand.host.ncomp);
  } catch (const Failure &failure) {
    // Not even for the values of a result.
    throw cuboid::api::refused_by_ranks(options, failure);
  }
  try {
    cuboid::router::Request request = cuboid::api::make_request(integrand, lower, upper, options);
    cuboid::api::require_parameters(request.host);
    if (options.values.log == 1) {
      cuboid::api::check_logarithm(integrand, request);
      cuboid::api::check_rising(integrand.host.ndim, lower, upper, -1);
    }
    const std::int64_t evaluated = suit_region(integrand, options.values.log == 1);
    if (integrand.region != region)
      request = cuboid::api::make_request(integrand, lower, upper, options);
    forget_unit_cube(request);
    Outcome outcome = cuboid::router::run(std::move(request));
    outcome.result.neval += evaluated;
    return outcome;
  } catch (const Failure &failure) {
    return refused(integrand.host.ncomp, cuboid::api::refused_by_ranks(options, failure));
  } catch (const std::bad_alloc &) {
    // Not even for the values of a result.
    throw cuboid::router::missing_memory(integrand.host.ncomp);
  }
}

void tell_reason(const std::string &message, const cuboid_options &options) {
  cuboid::api::set_last_error(message.c_str());
  if (!cuboid::api::prints(options)) return;
  cuboid::algorithm::Log(static_cast<int>(std::min<std::int64_t>(options.values.verbosity, 3)),
                         cuboid::api::callback_sink(options.log, options.log_user))
      .print(1, "%s", message.c_str());
}

}  // namespace

extern "C" int cuboid_integrate(const cuboid_integrand *integrand, const double *lower,
                                const double *upper, const cuboid_options *options,
                                cuboid_result **result) {
  return cuboid::api::guarded([&] {
    if (result != nullptr) *result = nullptr;
    cuboid::api::require_pointer(integrand, "integrand");
    const cuboid_options defaults;
    auto made = std::make_unique<cuboid_result>(
        cuboid_result{integrate(*integrand, lower, upper, options != nullptr ? *options : defaults),
                      integrand->host.ndim,
                      {}});
    made->prob = made->outcome.result.prob();
    // What they leave out counts for more than what was seen of it: the derivative is another one.
    std::string remarks;
    cuboid::api::add_remarks(*integrand, remarks);
    if (made->outcome.status >= 0 && !remarks.empty())
      made->outcome.message = remarks.substr(2) + "; " + made->outcome.message;
    if (made->outcome.status == CUBOID_CONVERGED && !remarks.empty()) {
      made->outcome.status = CUBOID_NOT_CONVERGED;
      made->outcome.result.converged = false;
    }
    const int status = made->outcome.status;
    cuboid::router::shorten(made->outcome);
    if (status < 0) tell_reason(made->outcome.message, options != nullptr ? *options : defaults);
    if (result != nullptr) *result = made.release();
    return status;
  });
}
