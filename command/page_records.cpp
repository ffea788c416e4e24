#include "page_records.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "round_number.hpp"

namespace command {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_iterations = 150;

void shorten(Json &numbers, int digits) {
  if (numbers.is_array())
    for (Json &one : numbers) shorten(one, digits);
  else if (numbers.is_number_float())
    numbers = round_number(numbers.get<double>(), digits);
}

void shorten(Json &record) {
  constexpr int digits_of_places = 6, digits_of_values = 4;
  for (const char *name : {"lower", "upper", "x", "map", "middle", "outline"})
    if (record.contains(name)) shorten(record[name], digits_of_places);
  for (const char *name : {"value", "error", "f", "weight"})
    if (record.contains(name)) shorten(record[name], digits_of_values);
  // The page does not show them.
  for (const char *name : {"level", "iteration"}) record.erase(name);
}

/// Numbers of those that are kept: the first, the last, and some whose evaluations grow evenly on a
/// logarithmic scale.
std::vector<std::size_t> chosen(const std::vector<Json> &iterations) {
  std::vector<std::size_t> kept;
  const auto evaluations = [&](std::size_t i) {
    return std::max(1.0, iterations[i].value("evaluations", 1.0));
  };
  if (iterations.empty()) return kept;
  const std::size_t last = iterations.size() - 1;
  const double growth =
      iterations.size() <= max_iterations
          ? 1
          : std::pow(evaluations(last) / evaluations(0), 1.0 / (max_iterations - 1));
  double next = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    if (evaluations(i) < next && i != last) continue;
    kept.push_back(i);
    next = growth > 1 ? evaluations(i) * growth : 0;
  }
  return kept;
}

}  // namespace

std::string page_records(const std::string &records) {
  std::istringstream lines(records);
  std::vector<Json> iterations, others;
  std::string header, line;
  Json map;
  while (std::getline(lines, line)) {
    Json record = Json::parse(line, nullptr, false);
    if (!record.is_object()) continue;
    const std::string kind = record.value("record", "");
    if (kind == "header") {
      header = line + "\n";
    } else if (kind == "iteration") {
      if (record.contains("map")) map = record["map"];
      record.erase("map");
      iterations.push_back(std::move(record));
    } else {
      if (kind == "region" || kind == "sample" || kind == "worst") shorten(record);
      others.push_back(std::move(record));
    }
  }
  if (!iterations.empty() && !map.is_null()) {
    shorten(map, 6);
    iterations.back()["map"] = std::move(map);
  }
  std::string text = header;
  for (const std::size_t i : chosen(iterations)) text += iterations[i].dump() + "\n";
  for (const Json &record : others) text += record.dump() + "\n";
  return text;
}

}  // namespace command
