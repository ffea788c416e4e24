#include "compare.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "files.hpp"
#include "handles.hpp"
#include "number.hpp"
#include "outcome.hpp"

namespace command {
namespace {

using Json = nlohmann::ordered_json;

/// Results differ where they are further apart than so many of both errors together.
constexpr double max_errors = 3;

struct Entry {
  std::string parameters;  ///< in words
  std::vector<double> value, error;
  std::string what;  ///< method and evaluations
};

/// null and texts are numbers that are not finite.
std::vector<double> numbers(const Json &list) {
  std::vector<double> found;
  for (const Json &one : list) found.push_back(one.is_number() ? one.get<double>() : std::nan(""));
  return found;
}

bool is_result(const Json &object) {
  if (!object.is_object()) return false;
  const bool has_both = object.contains("value") && object["value"].is_array() &&
                        object.contains("error") && object["error"].is_array() &&
                        object["value"].size() == object["error"].size();
  return has_both && (!object.contains("record") || object["record"] == "end");
}

Entry entry_of(const Json &object) {
  Entry entry;
  entry.value = numbers(object["value"]);
  entry.error = numbers(object["error"]);
  if (object.contains("parameters") && object["parameters"].is_object())
    for (const auto &[name, value] : object["parameters"].items())
      entry.parameters += name + "=" + value.dump() + "  ";
  const double evaluations = object.value("neval", object.value("evaluations", 0.0));
  entry.what = object.value("method", std::string());
  entry.what += (entry.what.empty() ? "" : ", ") + brief(evaluations) + " evaluations";
  if (object.contains("seconds") && object["seconds"].is_number())
    entry.what += " in " + brief(object["seconds"].get<double>()) + " s";
  return entry;
}

std::vector<Entry> read_results(const std::string &file) {
  std::istringstream lines(read_input(file));
  std::vector<Entry> entries;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const Json object = Json::parse(line, nullptr, false);
    if (is_result(object)) {
      entries.push_back(entry_of(object));
    } else if (!object.is_object() || !object.contains("record")) {
      throw Refused("line " + std::to_string(number) + " of '" + file +
                    "' is no result of --json, and no record of a trace");
    }
  }
  if (entries.empty()) throw Refused("there is no result in '" + file + "'");
  return entries;
}

/// The distance in units of both errors; NaN: it is not known.
double distance(double a, double error_a, double b, double error_b) {
  if (a == b) return 0;
  return std::fabs(a - b) / std::hypot(error_a, error_b);
}

std::string verdict(double away) {
  if (std::isnan(away)) return "no value to compare";
  return brief(away) + " errors apart" + (away <= max_errors ? "" : ": they differ");
}

void check_like(const std::vector<Entry> &a, const std::vector<Entry> &b) {
  if (a.size() != b.size())
    throw Refused("the first file has " + counted(a.size(), "result") + ", and the second has " +
                  std::to_string(b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].value.size() != b[i].value.size())
      throw Refused("result " + std::to_string(i + 1) + " has " +
                    counted(a[i].value.size(), "component") + " in the first file, and " +
                    std::to_string(b[i].value.size()) + " in the second");
    if (a[i].parameters != b[i].parameters)
      throw Refused("result " + std::to_string(i + 1) + " has other parameters in the second file");
  }
}

}  // namespace

int compare(const std::string &first, const std::string &second) {
  const std::vector<Entry> a = read_results(first), b = read_results(second);
  check_like(a, b);
  std::size_t agreeing = 0, count = 0;
  std::string text;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t c = 0; c < a[i].value.size(); ++c) {
      const double away = distance(a[i].value[c], a[i].error[c], b[i].value[c], b[i].error[c]);
      ++count;
      agreeing += away <= max_errors ? 1 : 0;
      text += a[i].parameters;
      if (a[i].value.size() > 1) text += std::to_string(c + 1) + ": ";
      text += with_error(a[i].value[c], a[i].error[c]) + "  " +
              with_error(b[i].value[c], b[i].error[c]) + "  " + verdict(away) + "\n";
    }
  if (a.size() == 1) text += first + ": " + a[0].what + "\n" + second + ": " + b[0].what + "\n";
  text += std::to_string(agreeing) + " of " + counted(count, "value") +
          (count == 1 ? " agrees\n" : " agree\n");
  print(text);
  return agreeing == count ? converged : missed;
}

}  // namespace command
