#include "api/option_hint.hpp"

#include <cctype>
#include <cstddef>

#include "base/edit_distance.hpp"

namespace cuboid::api {

namespace {

/// What the option is called elsewhere: in scipy, vegas, cubature's users' programs.
struct Synonym {
  std::string_view elsewhere, here;
};
constexpr Synonym synonyms[] = {
    {"tol", "epsrel"},         {"rtol", "epsrel"},         {"reltol", "epsrel"},
    {"atol", "epsabs"},        {"abstol", "epsabs"},       {"neval", "maxeval"},
    {"limit", "maxeval"},      {"maxevals", "maxeval"},    {"maxfuneval", "maxeval"},
    {"threads", "cores"},      {"nproc", "cores"},         {"verbose", "verbosity"},
    {"timeout", "time_limit"}, {"memory", "memory_limit"},
};

/// Names are compared in lower case and without the marks that people put between words.
std::string plain(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (c != '_' && c != '-' && c != ' ')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

}  // namespace

std::string option_hint(std::string_view wanted, std::span<const std::string_view> names) {
  constexpr std::size_t longest = 32;  // longer than any name of an option
  if (wanted.size() > longest) return "";
  const std::string letters = plain(wanted);
  std::string_view nearest;
  // A third of the letters may be wrong: two of "maxeval", one of "key1".
  std::size_t least = letters.size() / 3 + 1;
  for (const std::string_view name : names)
    if (const std::size_t off = edit_distance(letters, plain(name)); off < least) {
      least = off;
      nearest = name;
    }
  for (const auto &[elsewhere, here] : synonyms)
    if (least > 0 && letters == elsewhere) nearest = here;
  if (nearest.empty()) return "";
  return "; did you mean \"" + std::string(nearest) + "\"?";
}

}  // namespace cuboid::api
