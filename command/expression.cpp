#include "expression.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "number.hpp"

namespace command {
namespace {

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::optional<double> number_in(const std::string &text) {
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  while (*end == ' ') ++end;
  if (end == text.c_str() || *end != 0) return std::nullopt;
  return number;
}

void keep_first(void *user, int64_t, int64_t, int, const double *, const double *, int,
                const double f[]) {
  auto &value = *static_cast<std::optional<double> *>(user);
  if (!value) value = f[0];
}

/// What the library computes for it: a sample of an integrand that is constant has its bits, where
/// an integral of it would be rounded.
std::optional<double> sampled(const std::string &text, const Parameters &parameters) {
  Parameters own = parameters;
  int ncomp = 1;
  const Integrand integrand = integrand_of({text}, 1, ncomp, own);
  const Options options = make_options();
  set_option(options.get(), "method", "vegas");
  set_option(options.get(), "maxeval", "100");
  std::optional<double> value;
  check(cuboid_options_set_sample_sink(options.get(), keep_first, &value));
  cuboid_result *result = nullptr;
  const double limits[] = {0, 1};
  cuboid_integrate(integrand.get(), &limits[0], &limits[1], options.get(), &result);
  const Result owned(result);
  return value;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool goes_on(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

constexpr int max_variables = 1024;

/// One more than the whole number at the begin of a text, up to max_variables; 0: there is none.
int one_more(std::string_view digits) {
  if (digits.empty() || !is_digit(digits[0])) return 0;
  int number = 0;
  for (const char c : digits) {
    if (!is_digit(c)) break;
    number = std::min(10 * number + (c - '0'), max_variables);
  }
  return std::min(number + 1, max_variables);
}

/// Reads the names of an expression, one after another.
class NameReader {
 public:
  explicit NameReader(std::string_view text) : rest_(text) {}

  /// The next name, or "" at the end.
  std::string_view next() {
    for (;;) {
      const std::size_t length = word();
      const std::string_view found = rest_.substr(0, length);
      if (found.empty()) return found;
      rest_.remove_prefix(length);
      if (!is_digit(found[0]) && found[0] != '.' && goes_on(found[0])) {
        after_ = rest_;
        after_.remove_prefix(std::min(after_.find_first_not_of(" \t\r\n"), after_.size()));
        return found;
      }
    }
  }
  /// What stands behind it, without blanks.
  std::string_view after() const { return after_; }

 private:
  /// Of a name, of a number, or of another sign.
  std::size_t word() const {
    std::size_t length = rest_.empty() ? 0 : 1;
    if (length == 0 || (!goes_on(rest_[0]) && rest_[0] != '.')) return length;
    const bool is_number = !std::isalpha(static_cast<unsigned char>(rest_[0])) && rest_[0] != '_';
    // In 1e-3 the sign belongs to the number.
    for (; length < rest_.size(); ++length) {
      const char c = rest_[length];
      const char before = rest_[length - 1];
      const bool is_exponent =
          is_number && (c == '+' || c == '-') && (before == 'e' || before == 'E');
      if (!goes_on(c) && !(is_number && c == '.') && !is_exponent) break;
    }
    return length;
  }

  std::string_view rest_;
  std::string_view after_;
};

}  // namespace

std::string Parameters::listed() const {
  return joined(names);
}

double constant(const std::string &what, const std::string &text, const Parameters &parameters) {
  if (text.find_first_not_of(" \t") == std::string::npos)
    throw Refused(what + ": there is no value");
  if (const std::optional<double> number = number_in(text)) {
    if (std::isinf(*number) && is_too_large(text))
      throw Refused(what + ": '" + text +
                    "' is beyond the largest number; what is infinite is written inf");
    return *number;
  }
  NameReader reader(text);
  for (std::string_view name = reader.next(); !name.empty(); name = reader.next())
    if (std::find(parameters.lists.begin(), parameters.lists.end(), name) != parameters.lists.end())
      throw Refused(what + ": '" + std::string(name) +
                    "' has several values, and can be used in the integrand alone");
  if (variables_in(text, parameters) > 0)
    throw Refused(what + ": '" + text +
                  "' has a variable in it, and must be a number, or made of numbers, pi, e and the "
                  "names of --set");
  std::optional<double> value;
  try {
    value = sampled(text, parameters);
  } catch (const Refused &refused) {
    throw Refused(what + ": " + refused.what());
  }
  if (!value || !std::isfinite(*value))
    throw Refused(what + ": '" + text + "' has no finite value");
  return *value;
}

int variables_in(const std::string &text, const Parameters &parameters) {
  std::vector<std::string_view> taken(parameters.names.begin(), parameters.names.end());
  int count = 0;
  NameReader reader(text);
  for (std::string_view name = reader.next(); !name.empty(); name = reader.next()) {
    const std::string_view after = reader.after();
    if (after.starts_with("=") && !after.starts_with("==")) taken.push_back(name);
    if (after.starts_with("(") || std::find(taken.begin(), taken.end(), name) != taken.end())
      continue;
    if (name == "x" && after.starts_with("[")) {
      const std::string_view inner = after.substr(1);
      const std::size_t blanks = std::min(inner.find_first_not_of(" \t\r\n"), inner.size());
      count = std::max(count, one_more(inner.substr(blanks)));
    } else if (const std::size_t axis = std::string_view("xyzw").find(name);
               name.size() == 1 && axis != std::string_view::npos) {
      count = std::max(count, static_cast<int>(axis) + 1);
    } else if (name[0] == 'x' && std::all_of(name.begin() + 1, name.end(), is_digit)) {
      count = std::max(count, one_more(name.substr(1)));
    }
  }
  return count;
}

bool has_name(const std::string &text, const std::string &name) {
  NameReader reader(text);
  for (std::string_view found = reader.next(); !found.empty(); found = reader.next())
    if (found == name) return true;
  return false;
}

Integrand gradient_of(const std::vector<std::string> &expressions, int ndim, int &ncomp,
                      Parameters &parameters, const std::vector<int> &wrt,
                      const cuboid_domain *region, bool is_list) {
  cuboid_integrand *integrand = nullptr;
  int components = 0;
  check(cuboid_integrand_gradient_from_expression(
      &integrand, &components, ndim, joined(expressions).c_str(), parameters.listed().c_str(),
      is_list ? nullptr : parameters.values.data(), static_cast<int>(wrt.size()), wrt.data(),
      region));
  ncomp = components;
  return Integrand(integrand);
}

Integrand integrand_of(const std::vector<std::string> &expressions, int ndim, int &ncomp,
                       Parameters &parameters) {
  cuboid_integrand *integrand = nullptr;
  int components = 0;
  check(cuboid_integrand_from_expression(&integrand, &components, ndim, joined(expressions).c_str(),
                                         parameters.listed().c_str(), parameters.values.data()));
  Integrand made(integrand);
  if (ncomp != 0 && ncomp != components) {
    const std::string given = std::to_string(ncomp);
    const std::string found = std::to_string(components);
    throw Refused("--ncomp = " + given + ", but the expression has " + found +
                  (components == 1 ? " component" : " components") +
                  "; they stand with commas between them, or each after an -e of its own");
  }
  ncomp = components;
  return made;
}

}  // namespace command
