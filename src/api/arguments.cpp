#include "api/arguments.hpp"

#include <optional>
#include <string>

#include "api/option_range.hpp"
#include "base/failure.hpp"
#include "base/formatted.hpp"
#include "base/physical_memory.hpp"
#include "router/methods.hpp"

namespace cuboid::api {

void require_pointer(const void *pointer, const char *name) {
  if (pointer == nullptr) reject(std::string(name) + " = NULL must be set");
}

std::string checked_function_name(const char *function_name) {
  require_pointer(function_name, "function_name");
  const std::string name = function_name;
  const auto letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  if (name.empty() || name.find_first_not_of(letters) != name.npos ||
      (name[0] >= '0' && name[0] <= '9'))
    reject("function_name = \"" + name + "\" is not the name of a function in C");
  return name;
}

void check_options(const Options &options) {
  using namespace option_range;
#define CUBOID_OPTION_CHECK(name, kind, value, range, ...) range.check(options.name, #name);
  CUBOID_OPTIONS(CUBOID_OPTION_CHECK)
#undef CUBOID_OPTION_CHECK
}

void check_together(const Options &options) {
  if (options.norm != "component" && options.complex != "component")
    reject("norm = \"" + options.norm + "\" goes with complex = " + "\"component\", not \"" +
           options.complex + "\": it counts the parts of complex numbers as components");
  const std::optional<router::Method> method = router::method_named(options.method);
  if (!method) return;
  if (!options.statefile.empty() && !router::has_option(*method, "statefile"))
    reject("statefile = \"" + options.statefile.substr(0, 200) +
           "\" must be empty: " + options.method + " keeps no state");
  const router::MethodTraits &traits = router::traits_of(*method);
  if (traits.check != nullptr) traits.check(options);
}

void check_peaks(int ndim, std::int64_t ngiven, int ldxgiven, const double *xgiven,
                 std::int64_t nextra, const void *peakfinder) {
  option_range::at_least(0).check(ngiven, "ngiven");
  option_range::at_least(0).check(nextra, "nextra");
  if (ngiven > 0) {
    require_pointer(xgiven, "xgiven");
    // Of one point, and of the same one again and again, which is what 0 means, it is no distance.
    if (ngiven > 1 && ldxgiven != 0 && ldxgiven < ndim)
      reject("ldxgiven = %d must be at least %d, or 0 for the same point again", ldxgiven, ndim);
  }
  if (nextra > 0) require_pointer(peakfinder, "peakfinder");
}

void check_dimension(int ndim, const Options &options, bool cuba) {
  const router::Method method = router::asked_method(ndim, options);
  const router::MethodEntry &entry = router::entry_of(method);
  const auto [most, why] = router::dimension_limit(method, options, cuba);
  if (ndim >= entry.min_ndim && ndim <= most) return;
  throw Failure(CUBOID_BAD_NDIM,
                formatted("ndim = %d must be between %d and %d ", ndim, entry.min_ndim, most) +
                    (why != nullptr ? std::string(why) : std::string("for ") + entry.name));
}

void check_components(int ndim, int ncomp, const Options &options) {
  const router::MethodEntry &entry = router::entry_of(router::asked_method(ndim, options));
  if (ncomp > entry.max_ncomp)
    throw Failure(CUBOID_BAD_NCOMP, formatted("ncomp = %d must be at most %d for %s", ncomp,
                                              entry.max_ncomp, entry.name));
  const ErrorNorm norm = norm_of(options);
  if (norm != ErrorNorm::component && !is_of_vector(norm) && ncomp % 2 != 0)
    throw Failure(CUBOID_BAD_NCOMP,
                  formatted("ncomp = %d must be even, for the parts of complex numbers: "
                            "complex = \"%s\"",
                            ncomp, options.complex.c_str()));
}

void check_memory(int ncomp) {
  // Value, error and chi-square, and the values at the points of the smallest rule, of cuhre in one
  // dimension.  Others keep more: vegas has a histogram of 128 bins.
  constexpr std::int64_t numbers = 3 + 21;
  const std::int64_t bytes = std::int64_t{ncomp} * numbers * std::int64_t{sizeof(double)};
  const std::int64_t most = memory_within(0, physical_memory());
  if (bytes <= most) return;
  throw Failure(CUBOID_OUT_OF_MEMORY,
                formatted("ncomp = %d needs at least %.3g bytes of memory, which is more "
                          "than three quarters of what this machine has, %.3g: integrate "
                          "the components in several calls",
                          ncomp, static_cast<double>(bytes), static_cast<double>(most)));
}

void check_integrand_shape(int ndim, int ncomp) {
  if (ndim < 1 || ndim > max_dimensions)
    throw Failure(CUBOID_BAD_NDIM,
                  formatted("ndim = %d must be between 1 and %d", ndim, max_dimensions));
  if (ncomp < 1) throw Failure(CUBOID_BAD_NCOMP, formatted("ncomp = %d must be at least 1", ncomp));
}

}  // namespace cuboid::api
