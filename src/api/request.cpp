#include "api/request.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "api/arguments.hpp"
#include "api/communicator.hpp"
#include "api/log_sink.hpp"
#include "base/formatted.hpp"
#include "call/region_samples.hpp"
#include "engine/common/call_user.hpp"
#include "map/interval.hpp"

namespace cuboid::api {

namespace {

using router::Request;

void set_box(Request &request, bool has_region, const double *lower, const double *upper) {
  if (lower == nullptr && upper == nullptr) return;
  if (has_region) reject("lower and upper must be NULL: the integrand has a region of its own");
  const int ndim = request.host.ndim;
  check_box(ndim, lower, upper);
  request.lower.assign(lower, lower + ndim);
  request.upper.assign(upper, upper + ndim);
}

engine::SampleReceiver receiver_of(const cuboid_options &options, int ndim, int ncomp) {
  if (options.sample_sink == nullptr) return {};
  return [sink = options.sample_sink, user = options.sample_sink_user, ndim,
          ncomp](const engine::SampleBatch &batch) {
    engine::call_user(
        [&] {
          sink(user, batch.iteration, batch.count, ndim, batch.x, batch.weight, ncomp, batch.f);
        },
        "the sample sink");
    return true;
  };
}

}  // namespace

void check_box(int ndim, const double *lower, const double *upper, std::int64_t integral) {
  require_pointer(lower, "lower");
  require_pointer(upper, "upper");
  const auto refuse = [&](const std::string &sentence) {
    if (integral < 0) reject(sentence);
    reject(formatted("integral %lld: ", static_cast<long long>(integral)) + sentence);
  };
  double volume = 1;
  std::string beyond;
  for (int d = 0; d < ndim; ++d) {
    const map::Interval axis = map::make_interval(lower[d], upper[d]);
    if (axis.kind == map::IntervalKind::none)
      refuse(
          formatted("lower[%d] = %g and upper[%d] = %g do not bound an interval of finite or "
                    "infinite width",
                    d, lower[d], d, upper[d]));
    if (axis.width == 0) return;  // The integral is 0.
    volume *= axis.width;
    if (beyond.empty() && !std::isnormal(volume))
      beyond = formatted("%s where that of x[%d] is reached",
                         std::isinf(volume) ? "beyond 1.8e308" : "below 2.2e-308", d);
  }
  if (!beyond.empty())
    refuse("the product of the widths upper - lower of the box is " + beyond +
           ": take variables of another scale");
}

void check_start(const cuboid_options &options) {
  if (options.start == nullptr || options.values.statefile.empty()) return;
  reject("statefile = \"" + options.values.statefile.substr(0, 200) +
         "\" must be empty: an integration that begins with another result keeps no state");
}

void require_parameters(const engine::HostFunction &host) {
  if (host.userdata != nullptr) return;
  const std::int64_t of_region = host.domain != nullptr ? host.domain->bytes_of_each() : 0;
  const std::int64_t bytes = host.batch != nullptr ? host.batch->userdata_bytes() : 0;
  const auto numbers = [](std::int64_t size) {
    return static_cast<long long>(size / std::int64_t{sizeof(double)});
  };
  if (of_region > 0)
    reject("userdata = NULL must begin with %lld doubles, the region's parameters of each integral",
           numbers(of_region));
  if (bytes > 0)
    reject(
        "parameters = NULL must be the address of %lld doubles, the parameters of the expression",
        numbers(bytes));
}

void require_line(const cuboid_integrand &integrand, Options &options) {
  if (!integrand.host.takes_distances) return;
  if (options.method == "auto") options.method = "line";
  if (options.method != "line")
    reject("method = \"" + options.method +
           "\" must be line or auto: the integrand is one of cuboid_integrand_from_distances");
}

void add_remarks(const cuboid_integrand &integrand, std::string &message) {
  const std::vector<std::string> &all = integrand.remarks;
  for (auto one = all.begin(); one != all.end(); ++one)
    if (!one->empty() && std::find(all.begin(), one, *one) == one) message += "; " + *one;
}

Request make_request(const cuboid_integrand &integrand, const double *lower, const double *upper,
                     const cuboid_options &given) {
  cuboid_options options = given;
  // A method that has samples to hand out, whatever the number of dimensions.
  if (options.sample_sink != nullptr && options.values.method == "auto")
    options.values.method = "vegas";
  require_line(integrand, options.values);
  check_options(options.values);
  check_together(options.values);
  check_start(options);
  check_dimension(integrand.host.ndim, options.values);
  check_components(integrand.host.ndim, integrand.host.ncomp, options.values);
  Request request;
  request.host = integrand.host;
  request.host.nvec = std::max(integrand.host.nvec, options.values.nvec);
  request.device = integrand.device;
  request.thread_safe = integrand.thread_safe;
  request.derivatives = std::max(integrand.derivatives, 0);
  set_box(request, integrand.has_region, lower, upper);
  request.options = options.values;
  request.listeners.cancel = options.cancel;
  request.listeners.progress = options.progress;
  request.listeners.trace = options.trace;
  request.resume.start = options.start;
  // Large iterations are for a map that is yet to be found.
  if (options.start) request.options.names_samples = true;
  request.ranks = communicator_of(options);
  request.listeners.trace.silent = !prints(request.ranks);
  if (prints(request.ranks)) request.listeners.log = callback_sink(options.log, options.log_user);
  const domain::Domain *const domain = integrand.host.domain;
  request.listeners.receiver = receiver_of(
      options, domain != nullptr ? domain->ndim() : integrand.host.ndim, integrand.host.ncomp);
  request.listeners.receiver =
      router::in_region(std::move(request.listeners.receiver), integrand.host);
  return request;
}

}  // namespace cuboid::api
