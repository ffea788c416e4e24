#include "run/state_claim.hpp"

#include <algorithm>
#include <cmath>

#include "base/formatted.hpp"

namespace cuboid::algorithm {

namespace {

/// As for the host version and the device version of an integrand (engine/device/agreement.cpp).
constexpr double relative_tolerance = 1e-6;
constexpr double tolerance_of_largest = 1e-8;

/// What the file has, in its order: of the claim, or for it.
void describe(auto &file, auto &claim) {
  file.fields(claim.method, claim.lower, claim.upper);
  file.list(claim.options, [&](auto &option) { file.fields(option); });
  file.fields(claim.points, claim.values);
}

std::string different_box(const StateClaim &file, const StateClaim &run) {
  for (std::size_t d = 0; d < run.lower.size(); ++d)
    if (file.lower[d] != run.lower[d] || file.upper[d] != run.upper[d])
      return formatted("belongs to another box, with [%g, %g] instead of [%g, %g] on x[%zu]",
                       file.lower[d], file.upper[d], run.lower[d], run.upper[d], d);
  return "";
}

/// The option with its value; nullptr: there is none.
const std::string *option_of(const StateClaim &claim, std::string_view name) {
  const auto found = std::find_if(
      claim.options.begin(), claim.options.end(),
      [&](const std::string &option) { return option.starts_with(std::string(name) + " = "); });
  return found == claim.options.end() ? nullptr : &*found;
}

/// Of what one claim alone says of the number of samples.
std::string unsaid_option(const StateClaim &file, const StateClaim &run) {
  for (const std::string_view name : options_of_maxeval) {
    const std::string *const in_file = option_of(file, name);
    const std::string *const in_run = option_of(run, name);
    if (in_file && !in_run)
      return "belongs to a run with " + *in_file + ", which this one leaves to maxeval";
    if (in_run && !in_file)
      return "belongs to a run that leaves " + std::string(name) + " to maxeval, and not with " +
             *in_run;
  }
  return "";
}

std::string different_option(const StateClaim &file, const StateClaim &run) {
  for (std::size_t i = 0; i < run.options.size(); ++i)
    if (file.options[i] != run.options[i])
      return "belongs to a run with " + file.options[i] + " instead of " + run.options[i];
  return "";
}

/// Of the values from first to before last.  sentence: with places for both.
std::string different_number(const StateClaim &file, const StateClaim &run, std::size_t first,
                             std::size_t last, const char *sentence) {
  double largest = 0;
  for (std::size_t i = first; i < last; ++i)
    if (std::isfinite(run.values[i])) largest = std::max(largest, std::fabs(run.values[i]));
  for (std::size_t i = first; i < last; ++i) {
    const double a = file.values[i];
    const double b = run.values[i];
    const double allowed =
        relative_tolerance * std::max(std::fabs(a), std::fabs(b)) + tolerance_of_largest * largest;
    if (a != b && !(std::isnan(a) && std::isnan(b)) && !(std::fabs(a - b) <= allowed))
      return formatted(sentence, a, b);
  }
  return "";
}

std::string different_value(const StateClaim &file, const StateClaim &run) {
  return different_number(
      file, run, 0, run.values.size() - run.of_region,
      "belongs to another integrand, with the value %g instead of %g at a point "
      "where it is asked again");
}

std::string different_region(const StateClaim &file, const StateClaim &run) {
  return different_number(file, run, run.values.size() - run.of_region, run.values.size(),
                          "belongs to another region, with %g instead of %g among the coordinates "
                          "of some points");
}

}  // namespace

void put(StateWriter &writer, const StateClaim &claim) {
  describe(writer, claim);
}

StateClaim get_claim(StateReader &reader) {
  StateClaim claim;
  describe(reader, claim);
  return claim;
}

std::string difference(const StateClaim &file, const StateClaim &run) {
  if (file.method.empty())
    return "was written by a routine of Cuba, and does not name its integral";
  if (file.method != run.method) return "belongs to the method " + file.method;
  if (const std::string what = unsaid_option(file, run); !what.empty()) return what;
  if (file.lower.size() != run.lower.size() || file.upper.size() != run.upper.size() ||
      file.options.size() != run.options.size() || file.points != run.points ||
      file.values.size() != run.values.size())
    return "is of another version of cuboid";
  for (const auto different : {different_box, different_option, different_region, different_value})
    if (const std::string what = different(file, run); !what.empty()) return what;
  return "";
}

}  // namespace cuboid::algorithm
