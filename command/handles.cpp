#include "handles.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "number.hpp"

namespace command {
namespace {

std::string kind_of(const std::string &name) {
  for (int i = 0; i < cuboid_options_count(); ++i)
    if (name == cuboid_options_name(i)) return cuboid_options_kind(i);
  return "";
}

[[noreturn]] void refuse_number(const std::string &name, const std::string &value) {
  throw Refused("--" + name + ": '" + value + "' is not a number that the option can have");
}

/// An integer, also written as 1e6.
int64_t integer(const std::string &name, const std::string &text) {
  char *end = nullptr;
  errno = 0;
  const long long exact = std::strtoll(text.c_str(), &end, 10);
  if (errno == 0 && end != text.c_str() && *end == 0) return exact;
  const double number = std::strtod(text.c_str(), &end);
  constexpr double most = 9e18;
  if (end == text.c_str() || *end != 0 || !(number >= -most && number <= most) ||
      number != static_cast<double>(static_cast<int64_t>(number)))
    refuse_number(name, text);
  return static_cast<int64_t>(number);
}

double real(const std::string &name, const std::string &text) {
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != 0 || (std::isinf(number) && is_too_large(text)))
    refuse_number(name, text);
  return number;
}

/// Names of the interface in C are those of options here: names and parameters of expressions.
std::string at_the_prompt(std::string sentence) {
  const std::string_view before = "there is no '";
  const std::string_view in_c = "its name belongs to names, its value to parameters";
  const std::size_t advice = sentence.find(in_c);
  const std::size_t at = sentence.find(before);
  if (advice == std::string::npos || at == std::string::npos) return sentence;
  const std::size_t begin = at + before.size();
  const std::string name = sentence.substr(begin, sentence.find('\'', begin) - begin);
  return sentence.replace(advice, in_c.size(), "give its value by --set " + name + "=VALUE");
}

}  // namespace

void check(int status) {
  if (status < 0) throw Refused(at_the_prompt(cuboid_last_error()));
}

Options make_options() {
  cuboid_options *options = nullptr;
  check(cuboid_options_create(&options));
  return Options(options);
}

void set_option(cuboid_options *options, const std::string &name, const std::string &value) {
  const std::string kind = kind_of(name);
  if (kind == "integer")
    check(cuboid_options_set_integer(options, name.c_str(), integer(name, value)));
  else if (kind == "real")
    check(cuboid_options_set_real(options, name.c_str(), real(name, value)));
  else
    check(cuboid_options_set_text(options, name.c_str(), value.c_str()));
}

}  // namespace command
