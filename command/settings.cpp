#include "settings.hpp"

#include <cmath>
#include <utility>

#include "split.hpp"

namespace command {
namespace {

constexpr std::int64_t max_values = 10'000'000;

[[noreturn]] void refuse_count(const std::string &what) {
  throw Refused(what + ": there would be more than " + std::to_string(max_values) + " integrals");
}

/// "0:1:0.25", also without the step, which is 1 then.
void add_range(const std::string &what, const std::vector<std::string> &parts,
               const Parameters &known, std::vector<double> &values) {
  const double first = constant(what, parts[0], known);
  const double last = constant(what, parts[1], known);
  const double step = parts.size() > 2 ? constant(what, parts[2], known) : 1;
  // 0:1:0.1 has 1 in it, though ten tenths are another number.
  constexpr double rounding = 1e-9;
  const double steps = std::floor((last - first) / step + rounding);
  if (!(steps >= 0) || std::isinf(steps) || std::isinf(step))
    throw Refused(what + ": no steps lead from the first to the last; write first:last:step");
  if (steps >= static_cast<double>(max_values)) refuse_count(what);
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(steps); ++i)
    values.push_back(first + static_cast<double>(i) * step);
}

std::vector<double> values_in(const std::string &what, const std::string &text,
                              const Parameters &known) {
  std::vector<double> values;
  for (const std::string &part : split(text, ',')) {
    // In a condition the : belongs to the ?.
    const std::vector<std::string> range =
        part.find('?') == std::string::npos ? split(part, ':') : std::vector{part};
    if (range.size() > 3)
      throw Refused(what + ": '" + part + "' is no value and no first:last:step");
    if (range.size() > 1)
      add_range(what, range, known, values);
    else
      values.push_back(constant(what, part, known));
    if (static_cast<std::int64_t>(values.size()) > max_values) refuse_count(what);
  }
  for (const double value : values)
    if (std::isnan(value)) throw Refused(what + ": a value is not a number");
  if (values.empty()) throw Refused(what + ": there is no value");
  return values;
}

}  // namespace

Parameters Settings::single() const {
  Parameters parameters;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (values[i].size() > 1) {
      parameters.lists.push_back(names[i]);
      continue;
    }
    parameters.names.push_back(names[i]);
    parameters.values.push_back(values[i][0]);
  }
  return parameters;
}

Parameters Settings::first() const {
  Parameters parameters{names, {}, {}};
  for (const std::vector<double> &list : values) parameters.values.push_back(list[0]);
  return parameters;
}

std::int64_t Settings::count() const {
  if (is_table) return static_cast<std::int64_t>(values[0].size());
  std::int64_t count = 1;
  for (const std::vector<double> &list : values) {
    count *= static_cast<std::int64_t>(list.size());
    if (count > max_values) refuse_count("--set");
  }
  return count;
}

std::vector<double> Settings::rows() const {
  std::vector<double> rows;
  std::vector<std::size_t> place(names.size(), 0);
  const std::int64_t all = count();
  rows.reserve(static_cast<std::size_t>(all) * names.size());
  for (std::int64_t row = 0; row < all; ++row) {
    for (std::size_t i = 0; i < names.size(); ++i) rows.push_back(values[i][place[i]]);
    if (is_table) {
      for (std::size_t i = 0; i < names.size(); ++i) place[i] += values[i].size() > 1 ? 1 : 0;
      continue;
    }
    for (std::size_t i = names.size(); i-- > 0;) {
      if (++place[i] < values[i].size()) break;
      place[i] = 0;
    }
  }
  return rows;
}

Settings parse_settings(const std::vector<std::string> &given, Settings known) {
  Settings settings = std::move(known);
  for (const std::string &setting : given) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Refused("--set: '" + setting + "' is not NAME=VALUE");
    const std::string what = "--set " + setting;
    settings.values.push_back(values_in(what, setting.substr(equals + 1), settings.single()));
    settings.names.push_back(setting.substr(0, equals));
    if (settings.is_table && settings.values.back().size() > 1)
      throw Refused(what + ": beside --csv, which has the lists, a name has one value");
  }
  return settings;
}

}  // namespace command
