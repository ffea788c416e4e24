// cuboid_integrate: the native call.
#include <algorithm>
#include <memory>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/log_sink.hpp"
#include "map/interval.hpp"

namespace {

using cuboid::Failure;
using cuboid::router::Outcome;
using cuboid::router::Request;

void set_box(Request &request, const double *lower, const double *upper) {
  if (lower == nullptr && upper == nullptr) return;
  cuboid::api::require_pointer(lower, "lower");
  cuboid::api::require_pointer(upper, "upper");
  const int ndim = request.host.ndim;
  for (int d = 0; d < ndim; ++d)
    if (cuboid::map::make_interval(lower[d], upper[d]).kind == cuboid::map::IntervalKind::none)
      throw Failure(CUBOID_BAD_ARGUMENT,
                    cuboid::algorithm::formatted("lower[%d] = %g and upper[%d] = %g do not bound "
                                                 "an interval of finite or infinite width",
                                                 d, lower[d], d, upper[d]));
  request.lower.assign(lower, lower + ndim);
  request.upper.assign(upper, upper + ndim);
}

cuboid::engine::SampleReceiver receiver_of(const cuboid_options &options, int ndim, int ncomp) {
  if (options.sample_sink == nullptr) return {};
  return [sink = options.sample_sink, user = options.sample_sink_user, ndim,
          ncomp](const cuboid::engine::SampleBatch &batch) {
    sink(user, batch.iteration, batch.count, ndim, batch.x, batch.weight, ncomp, batch.f);
    return true;
  };
}

Request make_request(const cuboid_integrand &integrand, const double *lower, const double *upper,
                     const cuboid_options &options) {
  cuboid::api::check_options(options.values);
  cuboid::api::check_together(options.values);
  cuboid::api::check_dimension(integrand.host.ndim, options.values);
  cuboid::api::check_components(integrand.host.ndim, integrand.host.ncomp, options.values);
  Request request;
  request.host = integrand.host;
  request.host.nvec = options.values.nvec;
  request.device = integrand.device;
  request.thread_safe = integrand.thread_safe;
  set_box(request, lower, upper);
  request.options = options.values;
  request.cancel = options.cancel;
  request.log = cuboid::api::callback_sink(options.log, options.log_user);
  request.receiver = receiver_of(options, integrand.host.ndim, integrand.host.ncomp);
  return request;
}

/// The result of a call that did not get as far as an integration.
Outcome refused(int ncomp, const Failure &failure) {
  Outcome outcome(ncomp);
  outcome.status = failure.status();
  outcome.message = failure.message();
  return outcome;
}

Outcome integrate(const cuboid_integrand &integrand, const double *lower, const double *upper,
                  const cuboid_options &options) {
  try {
    return cuboid::router::run(make_request(integrand, lower, upper, options));
  } catch (const Failure &failure) {
    return refused(integrand.host.ncomp, failure);
  }
}

void tell_reason(const std::string &message, const cuboid_options &options) {
  cuboid::api::set_last_error(message.c_str());
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
    auto made = std::make_unique<cuboid_result>(cuboid_result{
        integrate(*integrand, lower, upper, options != nullptr ? *options : defaults), {}});
    made->prob = made->outcome.result.prob();
    const int status = made->outcome.status;
    if (status < 0) tell_reason(made->outcome.message, options != nullptr ? *options : defaults);
    if (result != nullptr) *result = made.release();
    return status;
  });
}
