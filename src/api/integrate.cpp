// cuboid_integrate: the native call.
#include <algorithm>
#include <memory>
#include <new>

#include "api/arguments.hpp"
#include "api/communicator.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/log_sink.hpp"
#include "api/logarithm.hpp"
#include "api/request.hpp"

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
  const auto all = [](const std::vector<double> &limits, double limit) {
    return std::all_of(limits.begin(), limits.end(), [&](double one) { return one == limit; });
  };
  if (!all(request.lower, 0) || !all(request.upper, 1)) return;
  request.lower.clear();
  request.upper.clear();
}

Outcome integrate(const cuboid_integrand &integrand, const double *lower, const double *upper,
                  const cuboid_options &options) {
  try {
    cuboid::api::check_memory(integrand.host.ncomp);
  } catch (const Failure &failure) {
    // Not even for the values of a result.
    throw cuboid::api::refused_by_ranks(options, failure);
  }
  try {
    cuboid::router::Request request = cuboid::api::make_request(integrand, lower, upper, options);
    cuboid::api::require_parameters(request.host);
    if (options.values.log == 1) cuboid::api::check_logarithm(request);
    forget_unit_cube(request);
    if (options.values.log == 1) return cuboid::api::run_logarithm(request);
    return cuboid::router::run(std::move(request));
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
    const int status = made->outcome.status;
    cuboid::api::add_remarks(*integrand, made->outcome.message);
    if (status < 0) tell_reason(made->outcome.message, options != nullptr ? *options : defaults);
    if (result != nullptr) *result = made.release();
    return status;
  });
}
