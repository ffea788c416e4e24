#include "router/methods.hpp"

#include <iterator>
#include <vector>

#include "engine/lattice.hpp"
#include "engine/samples.hpp"
#include "rng/sobol.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::router {

namespace {

// Above, the rules of Cuhre have hundreds of points in a region, and Monte Carlo needs no more for
// the accuracies that are usual there.
constexpr int max_dimensions_for_cuhre = 7;

constexpr MethodEntry entries[] = {
#define CUBOID_METHOD_ENTRY(name, ...) {#name, __VA_ARGS__},
    CUBOID_METHODS(CUBOID_METHOD_ENTRY)
#undef CUBOID_METHOD_ENTRY
};

/// The list is in C and cannot name these.
constexpr bool agrees(Method method, int max_ndim, int max_ncomp) {
  const MethodEntry &entry = entries[static_cast<std::size_t>(method)];
  return entry.max_ndim == max_ndim && entry.max_ncomp == max_ncomp;
}
static_assert(agrees(Method::cuhre, rule::cuhre_max_dimensions, INT32_MAX));
static_assert(agrees(Method::pagani, rule::cuhre_max_dimensions, INT32_MAX));
static_assert(agrees(Method::vegas_plus, engine::samples_max_ndim, engine::samples_max_ncomp));
static_assert(agrees(Method::m_cubes, engine::samples_max_ndim, engine::samples_max_ncomp));
static_assert(agrees(Method::m_cubes_1d, engine::samples_max_ndim, engine::samples_max_ncomp));
static_assert(agrees(Method::lattice, engine::lattice_max_ndim, engine::lattice_max_ncomp));

constexpr const MethodTraits *all_traits[] = {
#define CUBOID_METHOD_TRAITS(name, ...) &name##_traits,
    CUBOID_METHODS(CUBOID_METHOD_TRAITS)
#undef CUBOID_METHOD_TRAITS
};

}  // namespace

const MethodEntry &entry_of(Method method) {
  return entries[static_cast<std::size_t>(method)];
}

const MethodTraits &traits_of(Method method) {
  return *all_traits[static_cast<std::size_t>(method)];
}

std::optional<Method> method_named(const std::string &name) {
  for (std::size_t i = 0; i < std::size(entries); ++i)
    if (name == entries[i].name) return static_cast<Method>(i);
  return std::nullopt;
}

std::string names_of(bool MethodTraits::*column, const char *conjunction) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::size(entries); ++i)
    if (all_traits[i]->*column) names.emplace_back(entries[i].name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : std::string(" ") + conjunction + " ";
    text += names[i];
  }
  return text;
}

bool has_option(Method method, std::string_view option) {
  for (std::string_view rest = entry_of(method).options;;) {
    const std::size_t end = rest.find(' ');
    if (rest.substr(0, end) == option) return true;
    if (end == rest.npos) return false;
    rest.remove_prefix(end + 1);
  }
}

Method asked_method(int ndim, const Options &options) {
  return method_named(options.method)
      .value_or(ndim <= max_dimensions_for_cuhre ? Method::cuhre : Method::vegas);
}

DimensionLimit limit_with_sobol(Method method, bool draws_sobol) {
  if (draws_sobol)
    return {rng::sobol_max_dimensions,
            "with Sobol points (seed = 0; other seeds have no such bound)"};
  return {entry_of(method).max_ndim, nullptr};
}

DimensionLimit dimension_limit(Method method, const Options &options, bool cuba) {
  const MethodTraits &traits = traits_of(method);
  if (cuba && traits.sobol_in_cuba) return limit_with_sobol(method, options.seed == 0);
  if (traits.limit != nullptr) return traits.limit(options);
  return {entry_of(method).max_ndim, nullptr};
}

}  // namespace cuboid::router
