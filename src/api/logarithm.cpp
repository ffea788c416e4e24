#include "api/logarithm.hpp"

#include <string>

#include "api/arguments.hpp"
#include "base/formatted.hpp"
#include "batch/logarithm.hpp"

namespace cuboid::api {

void check_logarithm(const cuboid_integrand &integrand, const router::Request &request) {
  const Options &options = request.options;
  const auto refuse = [](const std::string &what) { reject(what + " does not go with log = 1"); };
  if (options.epsabs > 0)
    reject("epsabs = %g must be 0 with log = 1: epsrel is the absolute accuracy of the logarithm",
           options.epsabs);
  if (options.complex != "component") refuse("complex = \"" + options.complex + "\"");
  if (options.norm != "component") refuse("norm = \"" + options.norm + "\"");
  if (options.workers == "fork") refuse("workers = \"fork\"");
  if (request.listeners.trace.listens()) refuse("a trace");
  if (request.listeners.receiver) refuse("a sample sink");
  if (request.resume.start) refuse("a start");
  if (integrand.derivatives < 0)
    reject(
        "derivatives of derivatives do not go with log = 1: ask for values and first derivatives, "
        "the values in front");
  if (integrand.derivatives > 0)
    check_components(request.host.ndim, router::components_of_logarithm(request), options);
  if (request.host.takes_distances) refuse("an integrand of cuboid_integrand_from_distances");
  if (!request.host.is_set()) refuse("an integrand without a version for the host");
}

void check_rising(int ndim, const double *lower, const double *upper, std::int64_t integral) {
  int falls = 0;
  for (int d = 0; lower != nullptr && d < ndim; ++d) falls += lower[d] > upper[d] ? 1 : 0;
  if (falls % 2 == 0) return;
  const std::string sentence =
      "limits in falling order make the integral negative, which has no logarithm";
  reject(integral < 0
             ? sentence
             : formatted("integral %lld: %s", static_cast<long long>(integral), sentence.c_str()));
}

}  // namespace cuboid::api
