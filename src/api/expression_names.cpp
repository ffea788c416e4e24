#include "api/expression_names.hpp"

#include "base/formatted.hpp"

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
  if (names.size() > max_parameters)
    reject("names are " + std::to_string(names.size()) + ", and there may be at most " +
           std::to_string(max_parameters) + " parameters");
  return names;
}

std::vector<std::string> checked_names(const char *names, int nparameters) {
  if (nparameters < 0)
    reject("nparameters = " + std::to_string(nparameters) + " must be at least 0");
  const auto count = static_cast<std::size_t>(nparameters);
  std::vector<std::string> given =
      names != nullptr ? split_names(names) : std::vector<std::string>(count);
  if (given.size() != count)
    reject("names are " + std::to_string(given.size()) +
           ", and nparameters = " + std::to_string(nparameters));
  return given;
}

}  // namespace cuboid::api
