#include "sweep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "number.hpp"
#include "table.hpp"

namespace command {
namespace {

/// Of the integrals, by their number.
struct Table {
  const cuboid_many *many;
  const Settings &settings;
  const std::vector<double> &rows;
  const std::vector<std::string> &names;  ///< of components; empty: they have none
  const std::vector<char> &leaves_out;    ///< see ListOfIntegrals

  int ncomp() const { return cuboid_many_ncomp(many); }
  double parameter(std::int64_t i, std::size_t name) const {
    return rows[static_cast<std::size_t>(i) * settings.names.size() + name];
  }
  double value(std::int64_t i, int c) const { return cuboid_many_value(many)[i * ncomp() + c]; }
  double error(std::int64_t i, int c) const { return cuboid_many_error(many)[i * ncomp() + c]; }
  bool leaves_jumps_out(std::int64_t i) const {
    return !leaves_out.empty() && leaves_out[static_cast<std::size_t>(i)] != 0;
  }
  int status(std::int64_t i) const {
    const int found = cuboid_many_statuses(many)[i];
    return found == CUBOID_CONVERGED && leaves_jumps_out(i) ? CUBOID_NOT_CONVERGED : found;
  }
};

/// Why an integral ended.  That it did not converge has many reasons, of which the message below
/// the table has one; a zero that nobody has asked for can be seen here.
std::string ending(const Table &table, std::int64_t i) {
  if (table.status(i) != CUBOID_NOT_CONVERGED) return cuboid_status_text(table.status(i));
  if (table.leaves_jumps_out(i)) return "not converged: without moving jumps";
  for (int c = 0; c < table.ncomp(); ++c)
    if (table.value(i, c) != 0 || table.error(i, c) != 0) return "not converged";
  return "not converged: nothing but zeros was seen";
}

/// The columns of those that have a list, then the values.
std::string line_in_words(const Table &table, std::int64_t i) {
  std::string text;
  char number[32];
  for (std::size_t name = 0; name < table.settings.names.size(); ++name) {
    if (table.settings.values[name].size() == 1) continue;
    std::snprintf(number, sizeof number, "%.15g", table.parameter(i, name));
    text += table.settings.names[name] + "=" + number + "  ";
  }
  for (int c = 0; c < table.ncomp(); ++c) {
    if (c > 0) text += "  ";
    if (!table.names.empty()) text += table.names[static_cast<std::size_t>(c)] + ": ";
    text += with_error(table.value(i, c), table.error(i, c));
  }
  if (table.status(i) != CUBOID_CONVERGED) text += "  " + ending(table, i);
  return text + "\n";
}

std::string line_in_json(const Table &table, std::int64_t i) {
  nlohmann::ordered_json parameters, values, errors;
  const auto number = [](double value) {
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  for (std::size_t name = 0; name < table.settings.names.size(); ++name)
    parameters[table.settings.names[name]] = number(table.parameter(i, name));
  for (int c = 0; c < table.ncomp(); ++c) {
    values.push_back(number(table.value(i, c)));
    errors.push_back(number(table.error(i, c)));
  }
  nlohmann::ordered_json object = {{"parameters", parameters},
                                   {"value", values},
                                   {"error", errors},
                                   {"status", cuboid_status_name(table.status(i))},
                                   {"converged", table.status(i) == CUBOID_CONVERGED},
                                   {"neval", cuboid_many_neval(table.many)[i]}};
  if (!table.names.empty()) object["components"] = table.names;
  return object.dump() + "\n";
}

std::string line_in_csv(const Table &table, std::int64_t i) {
  std::vector<double> parameters;
  for (std::size_t name = 0; name < table.settings.names.size(); ++name)
    parameters.push_back(table.parameter(i, name));
  const std::int64_t place = i * table.ncomp();
  return csv_line(parameters, table.ncomp(), cuboid_many_value(table.many) + place,
                  cuboid_many_error(table.many) + place, table.status(i),
                  cuboid_many_neval(table.many)[i]);
}

/// The message, without what breaks of each integral have brought back.
std::string message_of(const cuboid_many *many, const std::vector<char> &leaves_out) {
  std::string message = cuboid_many_message(many);
  const bool is_whole =
      !leaves_out.empty() && std::count(leaves_out.begin(), leaves_out.end(), 1) == 0;
  if (is_whole) message.resize(std::min(message.find("; the derivative by "), message.size()));
  return message;
}

std::string summary(const cuboid_many *many, const Manner &manner,
                    const std::vector<char> &leaves_out) {
  double evaluations = 0;
  for (std::int64_t i = 0; i < cuboid_many_count(many); ++i)
    evaluations += static_cast<double>(cuboid_many_neval(many)[i]);
  return told(message_of(many, leaves_out), manner) + "\n" + cuboid_many_method(many) + ", " +
         brief(evaluations) + " evaluations in " + brief(cuboid_many_seconds(many)) + " s\n";
}

ExitStatus exit_status_of(const cuboid_many *many, const std::vector<char> &leaves_out) {
  const int status = cuboid_many_status(many);
  const bool is_whole = std::count(leaves_out.begin(), leaves_out.end(), 1) == 0;
  if (status == CUBOID_CONVERGED) return is_whole ? converged : missed;
  if (status == CUBOID_CANCELLED) return interrupted;
  const int *const statuses = cuboid_many_statuses(many);
  const bool all_failed =
      std::all_of(statuses, statuses + cuboid_many_count(many), [](int one) { return one < 0; });
  return all_failed ? failed : missed;
}

/// For each integral the numbers of its region, of its condition, and behind them those of its
/// integrand, which are the same.
std::vector<double> repeated(const std::vector<double> &rows, std::size_t width, int copies) {
  if (copies == 1) return rows;
  std::vector<double> all;
  all.reserve(static_cast<std::size_t>(copies) * rows.size());
  for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(width))
    for (int copy = 0; copy < copies; ++copy)
      all.insert(all.end(), row, row + static_cast<std::ptrdiff_t>(width));
  return all;
}

}  // namespace

int sweep(const ListOfIntegrals &list, const Settings &settings, const cuboid_options *options,
          Form form, const Manner &manner, Bar &bar) {
  const std::vector<double> rows = settings.rows();
  const std::size_t width = settings.names.size();
  const std::vector<double> userdata = repeated(rows, width, list.of_each + 1);
  const auto count = static_cast<std::size_t>(settings.count());
  cuboid_many *raw = nullptr;
  const bool has_box = !list.limits.lower.empty();
  const int status = cuboid_integrate_many(
      list.integrand, settings.count(), has_box ? list.limits.lower.data() : nullptr,
      has_box ? list.limits.upper.data() : nullptr, 0, userdata.data(),
      static_cast<std::int64_t>(userdata.size() / count * sizeof(double)), options, &raw);
  const Many many(raw);
  bar.clear();
  if (raw == nullptr) check(status);
  const Table table{raw, settings, rows, manner.names, list.leaves_out};
  std::string said = form == Form::csv ? csv_head(settings.names, table.ncomp()) : "";
  for (std::int64_t i = 0; i < cuboid_many_count(raw); ++i)
    said += form == Form::json  ? line_in_json(table, i)
            : form == Form::csv ? line_in_csv(table, i)
                                : line_in_words(table, i);
  if (form == Form::words) said += summary(raw, manner, list.leaves_out);
  print(said);
  return exit_status_of(raw, list.leaves_out);
}

}  // namespace command
