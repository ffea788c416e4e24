#include "parameters_file.hpp"

#include <cmath>
#include <sstream>

#include "files.hpp"
#include "split.hpp"

namespace command {
namespace {

std::string trimmed(const std::string &text) {
  constexpr const char *blanks = " \t\r\"";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace

Settings read_parameters(const std::string &file) {
  std::istringstream lines(read_input(file));
  Settings settings;
  settings.is_table = true;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (trimmed(line).empty()) continue;
    const std::vector<std::string> fields = split(line, ',');
    const std::string place = "--csv: line " + std::to_string(number) + " of '" + file + "'";
    if (settings.names.empty()) {
      for (const std::string &field : fields) {
        settings.names.push_back(trimmed(field));
        if (settings.names.back().empty()) throw Refused(place + " has a column without a name");
      }
      settings.values.resize(settings.names.size());
      continue;
    }
    if (fields.size() != settings.names.size()) {
      const std::string found = std::to_string(fields.size());
      const std::string wanted = std::to_string(settings.names.size());
      throw Refused(place + " has " + found + " columns, and the first has " + wanted);
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      settings.values[i].push_back(constant(place, trimmed(fields[i]), Parameters()));
      if (std::isnan(settings.values[i].back()))
        throw Refused(place + ": '" + trimmed(fields[i]) + "' is not a number");
    }
  }
  if (settings.names.empty() || settings.values[0].empty())
    throw Refused("--csv: '" + file +
                  "' must have a line with the names of parameters, and a line for each integral");
  return settings;
}

}  // namespace command
