// The lines of a trace, and what is in them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace trace_lines {

using Lines = std::vector<std::string>;

inline void keep(const char *line, void *user) {
  static_cast<Lines *>(user)->push_back(line);
}

inline bool is(const std::string &line, const std::string &record) {
  return line.starts_with("{\"record\":\"" + record + "\"");
}

inline std::int64_t count_of(const Lines &lines, const std::string &record) {
  return std::count_if(lines.begin(), lines.end(),
                       [&](const std::string &line) { return is(line, record); });
}

/// The numbers of a member, a number or a list of them.
inline std::vector<double> numbers(const std::string &line, const std::string &member) {
  const std::size_t at = line.find("\"" + member + "\":");
  EXPECT_NE(at, std::string::npos) << member << " in " << line;
  std::vector<double> found;
  if (at == std::string::npos) return found;
  std::string text = line.substr(at + member.size() + 3);
  const bool list = text.starts_with("[");
  text = text.substr(list, text.find_first_of(list ? "]" : ",}") - list);
  std::istringstream stream(text);
  for (std::string one; std::getline(stream, one, ',');) found.push_back(std::stod(one));
  return found;
}

}  // namespace trace_lines
