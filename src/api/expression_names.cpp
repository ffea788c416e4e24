#include "api/expression_names.hpp"

#include "base/failure.hpp"

namespace cuboid::api {

namespace {

std::string trimmed(std::string_view text) {
  const auto blanks = " \t\n\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

}  // namespace

std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> names;
  if (trimmed(list).empty()) return names;
  for (std::size_t begin = 0, end = 0; end != list.npos; begin = end + 1) {
    end = list.find(',', begin);
    names.push_back(trimmed(list.substr(begin, end - begin)));
  }
  if (names.size() > most_parameters)
    throw Failure(CUBOID_BAD_ARGUMENT, "names are " + std::to_string(names.size()) +
                                           ", and there may be at most " +
                                           std::to_string(most_parameters) + " parameters");
  return names;
}

}  // namespace cuboid::api
