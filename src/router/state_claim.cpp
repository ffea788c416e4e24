#include "router/state_claim.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <vector>

#include "call/region_samples.hpp"

namespace cuboid::router {

namespace {

/// At which integrands are told apart by their values: two that agree at a random point and differ
/// elsewhere may agree at the next one by chance, and each costs an evaluation.
constexpr int number_of_points = 3;

std::vector<Method> all_methods() {
  std::vector<Method> methods;
  for (int i = 0; i < method_count; ++i) methods.push_back(static_cast<Method>(i));
  return methods;
}

/// An option that no method lists is one of all of them.
bool concerns(std::string_view option, std::span<const Method> methods) {
  const auto lists = [option](Method method) { return has_option(method, option); };
  const std::vector<Method> all = all_methods();
  return std::any_of(methods.begin(), methods.end(), lists) ||
         std::none_of(all.begin(), all.end(), lists);
}

std::string text(std::int64_t value) {
  return std::to_string(value);
}
std::string text(double value) {
  return formatted("%.17g", value);
}
std::string text(const std::string &value) {
  return value;
}

/// That of an option that nobody has set and that follows from others is none.
bool is_said(std::string_view option, std::span<const Method> methods, const Options &options) {
  const auto &of_maxeval = algorithm::options_of_maxeval;
  if (std::find(std::begin(of_maxeval), std::end(of_maxeval), option) == std::end(of_maxeval))
    return true;
  const auto follows = [](Method method) { return traits_of(method).samples_by_maxeval; };
  return options.names_samples || !std::all_of(methods.begin(), methods.end(), follows);
}

/// Those with this role that one of the methods has.
std::vector<std::string> bound_options(OptionRole role, std::span<const Method> methods,
                                       const Options &options) {
  std::vector<std::string> bound;
  const auto add = [&](std::string_view name, OptionRole its_role, const auto &value) {
    if (its_role == role && concerns(name, methods) && is_said(name, methods, options))
      bound.push_back(std::string(name) + " = " + text(value));
  };
#define CUBOID_ADD_OPTION(name, kind, value, range, role, ...) \
  add(#name, OptionRole::role, options.name);
  CUBOID_OPTIONS(CUBOID_ADD_OPTION)
#undef CUBOID_ADD_OPTION
  return bound;
}

/// The option log of an integral of exp(f) 2^-k.
constexpr std::string_view of_scale = "log = 1, of exp(f) / 2^(";

std::string log_option(const std::vector<double> &scale) {
  std::string said(of_scale);
  for (const double exponent : scale) said += formatted(" %.0f", exponent);
  return said + " )";
}

std::vector<double> scale_in(const std::string &option) {
  std::vector<double> scale;
  if (option.substr(0, of_scale.size()) != of_scale) return scale;
  std::istringstream numbers(option.substr(of_scale.size()));
  for (double exponent; numbers >> exponent;) scale.push_back(exponent);
  return scale;
}

/// Points inside the cube that are no multiples of anything simple: those of the Kronecker sequence
/// of the square roots of 2 to ndim + 1.
std::vector<double> some_points(int ndim) {
  std::vector<double> x;
  for (int i = 1; i <= number_of_points; ++i)
    for (int d = 0; d < ndim; ++d) {
      const double t = 0.25 + i * std::sqrt(d + 2 + 0x1p-10);
      x.push_back(t - std::floor(t));
    }
  return x;
}

}  // namespace

std::vector<double> values_at(const std::vector<double> &x, const Run &run,
                              engine::PointsEngine &engine) {
  constexpr double weight[number_of_points] = {1, 1, 1};
  engine::PointSet points{number_of_points, x.data()};
  points.iteration = 1;
  // Integrands may look at what the method gives them besides the points.
  if (traits_of(run.plan.method).has_phases)
    points.phase = 0;
  else
    points.weight = weight;
  std::vector<double> values(number_of_points * static_cast<std::size_t>(run.request.host.ncomp));
  engine.evaluate(points, values.data());
  return values;
}

algorithm::StateClaim claim_of(const Run &run) {
  const Request &request = run.request;
  const auto ndim = static_cast<std::size_t>(request.host.ndim);
  algorithm::StateClaim claim;
  claim.method = entry_of(run.plan.method).name;
  claim.lower = request.lower.empty() ? std::vector<double>(ndim, 0) : request.lower;
  claim.upper = request.upper.empty() ? std::vector<double>(ndim, 1) : request.upper;
  claim.options = bound_options(OptionRole::numbers, {&run.plan.method, 1}, request.options);
  for (std::string &option : claim.options)
    if (!request.resume.scale.empty() && option == "log = 0")
      option = log_option(request.resume.scale);
  claim.points = some_points(request.host.ndim);
  return claim;
}

std::vector<double> scale_in_state(const std::string &path, int ndim, int ncomp) {
  std::vector<double> scale;
  const std::optional<algorithm::StateClaim> claim = algorithm::claim_in(path, ndim, ncomp);
  if (!claim) return scale;
  for (const std::string &option : claim->options)
    if (scale.empty()) scale = scale_in(option);
  return scale.size() == static_cast<std::size_t>(ncomp) ? scale : std::vector<double>();
}

void claim_any_method(const Options &options, algorithm::StateClaim &claim) {
  claim.method = options.method;
  claim.options = bound_options(OptionRole::numbers, all_methods(), options);
}

void claim_goal(const Options &options, algorithm::StateClaim &claim) {
  const std::vector<std::string> goal = bound_options(OptionRole::goal, all_methods(), options);
  claim.options.insert(claim.options.end(), goal.begin(), goal.end());
}

algorithm::StateFile &open_state(const Run &run) {
  algorithm::StateFile &state = run.record.open_state(run.request.options);
  if (run.request.resume.memory) {
    state.keep_in(run.request.resume.memory);
    return state;
  }
  if (engine::group::Group *const group = run.record.group())
    state.share(group->rank() == 0, [group](std::vector<unsigned char> &contents) {
      group->meet(engine::group::Step::state, {});
      if (group->ends_early()) throw engine::Interrupted(group->ending(), 0, 0);
      group->broadcast(contents);
    });
  return state;
}

void bind_state(algorithm::StateFile &state, const Run &run, engine::PointsEngine &engine) {
  const Request &request = run.request;
  if (!state.is_file() || request.cuba.called) return;
  const Method method = run.plan.method;
  algorithm::StateClaim claim = claim_of(run);
  claim.values = values_at(claim.points, run, engine);
  const std::vector<double> places = places_in_region(request.host, claim.points);
  claim.of_region = places.size();
  claim.values.insert(claim.values.end(), places.begin(), places.end());
  // What is taken from the file is then a grid, and no estimate.
  const bool resets = request.options.reset_state != 0 && has_option(method, "reset_state");
  state.claim(std::move(claim), request.options.overwrite_state != 0, resets);
}

}  // namespace cuboid::router
