#include "parameters_file.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "files.hpp"
#include "number.hpp"
#include "split.hpp"

namespace command {
namespace {

std::string trimmed(const std::string &text) {
  constexpr const char *blanks = " \t\r\"";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// The text without the mark with which spreadsheets say that it is UTF-8.
std::string unmarked(const std::string &text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Some write tables with other signs between columns.
void check_separator(const std::string &place, const std::string &head) {
  if (head.find_first_of(";\t") == std::string::npos) return;
  const bool has_tabs = head.find(';') == std::string::npos;
  throw Refused(place + ": commas stand between columns, not " + (has_tabs ? "tabs" : ";"));
}

double number_at(const std::string &place, const std::string &name, const std::string &text) {
  try {
    const double number = constant(place, text, Parameters());
    if (!std::isnan(number)) return number;
  } catch (const Refused &) {
    // What is said of expressions names --set, which has no say in a table.
    if (std::isinf(std::strtod(text.c_str(), nullptr))) throw;
  }
  throw Refused(place + ": '" + text + "' in the column '" + name + "' is not a number");
}

}  // namespace

Settings read_parameters(const std::string &file) {
  std::istringstream lines(unmarked(read_input(file)));
  Settings settings;
  settings.is_table = true;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (trimmed(line).empty()) continue;
    const std::vector<std::string> fields = split(line, ',');
    const std::string place = "--csv: line " + std::to_string(number) + " of '" + file + "'";
    if (settings.names.empty()) {
      check_separator(place, trimmed(line));
      for (const std::string &field : fields) {
        settings.names.push_back(trimmed(field));
        if (settings.names.back().empty()) throw Refused(place + " has a column without a name");
      }
      settings.values.resize(settings.names.size());
      continue;
    }
    if (fields.size() != settings.names.size()) {
      const std::string found = counted(fields.size(), "column");
      const std::string wanted = std::to_string(settings.names.size());
      throw Refused(place + " has " + found + ", and the first has " + wanted);
    }
    for (std::size_t i = 0; i < fields.size(); ++i)
      settings.values[i].push_back(number_at(place, settings.names[i], trimmed(fields[i])));
  }
  if (settings.names.empty() || settings.values[0].empty())
    throw Refused("--csv: '" + file +
                  "' must have a line with the names of parameters, and a line for each integral");
  return settings;
}

}  // namespace command
