// The methods of CUBOID_METHODS: what each can do, and who carries it out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/options.hpp"
#include "cuboid.h"

namespace cuboid::router {

#define CUBOID_METHOD_NAME(name, ...) name,
enum class Method { CUBOID_METHODS(CUBOID_METHOD_NAME) };
#undef CUBOID_METHOD_NAME

/// Through which interface a method reaches the integrand: see the headers of engine/.
enum class Interface { points, regions, samples, lattice };

/// What CUBOID_METHODS says of a method.
struct MethodEntry {
  const char *name;
  int min_ndim, max_ndim, max_ncomp;
  int device_max_ndim, device_max_ncomp;
  const char *options;
  const char *sentence;
};

/// A number of dimensions up to which a method goes with certain options.
struct DimensionLimit {
  int most;
  const char *why;  ///< "with ...": what lowers it; nullptr: the method itself
};

struct Request;
struct Plan;
struct Run;
struct Outcome;

/// What a method adds to a usual integrand, in nanoseconds: to each evaluation and for each axis of
/// it, and besides once and once for each axis.  method_cost.py prints those of one core
/// (tests/bench/results/method_cost.txt).
struct MethodCost {
  double evaluation = 0;
  double evaluation_axis = 0;
  double beginning = 0;
  double beginning_axis = 0;
};

/// What only this library knows of a method.
struct MethodTraits {
  Interface interface;
  /// Carries it out.  Throws Failure; where that leaves a valid result, it is in the outcome.
  void (*run)(const Run &run, Outcome &outcome);
  /// What takes its place where all of it can run on a device; nothing: no method does.
  std::optional<Method> on_device{};
  /// Its samples can be handed out.
  bool has_samples = false;
  /// Its result has the map with which it ended.
  bool leaves_map = false;
  /// Begins with the map of another integral, where the caller has one.
  bool takes_start = false;
  /// What it keeps in memory lets it go on to the bits of one long run, so that a trial is not
  /// lost.
  bool keeps_trial = false;
  /// How many samples its iterations have follows from maxeval, where nobody names it.
  bool samples_by_maxeval = false;
  /// Tells the integrand in which phase it is, and no weights.
  bool has_phases = false;
  /// Finds itself what lies beside the ends of a box; others take what they meet for all there is.
  bool sees_ends = false;
  /// Draws Sobol points with seed 0 in Cuba's entries, in no more dimensions than these have.
  bool sobol_in_cuba = false;
  /// Of those that sample: in hypercubes that stay, and on one axis for all.
  bool fixed_cubes = false;
  bool one_map = false;
  /// On one core; where it is not known, that of VEGAS+.
  MethodCost cost{5.6, 1.3};
  /// Where all of it runs on a GPU, with integrands that cost next to nothing: with the costs of
  /// the reference integrands in their place, and openings to match, auto converged less often
  /// (auto_constants.txt).  Where it is not known, a launch for each batch (device_times.txt, 1e5
  /// points).
  MethodCost cost_on_device{10};
  /// The option last_only where it is -1.
  bool last_only = false;
  /// A limit that options lower; nullptr: that of the list.
  DimensionLimit (*limit)(const Options &options) = nullptr;
  /// Throws Failure(CUBOID_BAD_ARGUMENT) for options that do not go together; nullptr: all do.
  void (*check)(const Options &options) = nullptr;
  /// Evaluations of its longest step, as between two looks at the result; nullptr: maxeval.
  std::int64_t (*longest_step)(const Request &request, const Plan &plan) = nullptr;
};

/// <method>_traits, each in a file of methods/: a method without them does not link.
#define CUBOID_METHOD_TRAITS(name, ...) extern const MethodTraits name##_traits;
CUBOID_METHODS(CUBOID_METHOD_TRAITS)
#undef CUBOID_METHOD_TRAITS

#define CUBOID_METHOD_COUNT(name, ...) +1
inline constexpr int method_count = CUBOID_METHODS(CUBOID_METHOD_COUNT);
#undef CUBOID_METHOD_COUNT

const MethodEntry &entry_of(Method method);
const MethodTraits &traits_of(Method method);

/// Nothing for other names.
std::optional<Method> method_named(const std::string &name);

/// The names of those that have a column, as "a, b or c".
std::string names_of(bool MethodTraits::*column, const char *conjunction);

/// Whether the list names an option as one of the method's.
bool has_option(Method method, std::string_view option);

/// The method that the option "method" asks for; auto: by the number of dimensions.
Method asked_method(int ndim, const Options &options);

/// That of the list, or of the Sobol points that the method draws.
DimensionLimit limit_with_sobol(Method method, bool draws_sobol);

/// How far the method goes with these options.  cuba: through Cuba's entries, where Vegas and Suave
/// end with the Sobol points; natively they take others beyond.
DimensionLimit dimension_limit(Method method, const Options &options, bool cuba = false);

}  // namespace cuboid::router
