#include "prototype.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "split.hpp"

namespace command {
namespace {

/// The begin of a definition.
struct Prototype {
  std::string type;  ///< the last word of what it returns
  std::vector<std::string> arguments;
  std::string shown;  ///< "double f(double x, double y)"
};

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where the comment or the literal that begins here ends; `at` where neither begins.
std::size_t behind_passive(const std::string &text, std::size_t at) {
  const auto behind = [&](const char *end, std::size_t length) {
    const std::size_t found = text.find(end, at + length);
    return found == std::string::npos ? text.size() : found + length;
  };
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0) return behind("*/", 2);
  if (text[at] != '"') return at;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return at + 1;
}

/// Comments and literals become blanks, and all blanks one.
std::string bare(const std::string &text) {
  std::string code;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t behind = behind_passive(text, i);
    const char c =
        behind > i || std::isspace(static_cast<unsigned char>(text[i])) != 0 ? ' ' : text[i];
    if (c != ' ' || (!code.empty() && code.back() != ' ')) code += c;
    i = std::max(behind, i + 1);
  }
  return code;
}

std::string trimmed(const std::string &text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// The definition whose name stands at this place, if it is one that can be read.
std::optional<Prototype> prototype_at(const std::string &code, std::size_t at, std::size_t length) {
  std::size_t type_end = at;
  while (type_end > 0 && code[type_end - 1] == ' ') --type_end;
  std::size_t type_begin = type_end;
  while (type_begin > 0 && is_of_name(code[type_begin - 1])) --type_begin;
  const std::size_t open = code.find_first_not_of(' ', at + length);
  if (type_begin == type_end || open == std::string::npos || code[open] != '(') return std::nullopt;
  const std::size_t close = code.find_first_of("()", open + 1);
  if (close == std::string::npos || code[close] != ')') return std::nullopt;
  const std::size_t body = code.find_first_not_of(' ', close + 1);
  if (body == std::string::npos || code[body] != '{') return std::nullopt;
  Prototype found;
  found.type = code.substr(type_begin, type_end - type_begin);
  found.shown = code.substr(type_begin, close + 1 - type_begin);
  const std::string inner = trimmed(code.substr(open + 1, close - open - 1));
  if (!inner.empty() && inner != "void") found.arguments = split(inner, ',');
  return found;
}

/// The one definition of this name; none where there are several, of which a macro may choose.
std::optional<Prototype> prototype_of(const std::string &code, const std::string &name) {
  std::optional<Prototype> found;
  for (std::size_t at = code.find(name); at != std::string::npos;
       at = code.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    if ((at > 0 && is_of_name(code[at - 1])) || (end < code.size() && is_of_name(code[end])))
      continue;
    const std::optional<Prototype> one = prototype_at(code, at, name.size());
    if (one && found) return std::nullopt;
    if (one) found = one;
  }
  return found;
}

bool is_pointer(const std::string &argument) {
  return argument.find_first_of("*[") != std::string::npos;
}

/// Of one of the types of C, whose names say what they are.
bool is_plain_number(const std::string &argument) {
  const std::string_view numbers[] = {"int", "double", "float", "long", "unsigned", "char", "bool"};
  if (is_pointer(argument)) return false;
  const std::vector<std::string> words = split(trimmed(argument), ' ');
  return std::any_of(words.begin(), words.end(), [&](const std::string &word) {
    return std::find(std::begin(numbers), std::end(numbers), word) != std::end(numbers);
  });
}

bool is_array_of_doubles(const std::string &argument) {
  const std::vector<std::string> words =
      split(trimmed(argument.substr(0, argument.find_first_of("*["))), ' ');
  return is_pointer(argument) && std::find(words.begin(), words.end(), "double") != words.end();
}

bool gives_its_value(const Prototype &prototype) {
  const std::vector<std::string> &taken = prototype.arguments;
  return prototype.type == "double" && !taken.empty() && taken.size() <= 2 &&
         is_array_of_doubles(taken.front()) && is_pointer(taken.back());
}

/// Whether Cuba's arguments are not what it takes.  Names of other types may stand for these.
bool is_not_cubas(const Prototype &prototype) {
  constexpr std::size_t least = 4;  // the last of which are the values
  const std::vector<std::string> &taken = prototype.arguments;
  const std::string_view others[] = {"double", "float", "void", "long", "bool", "char"};
  return std::find(std::begin(others), std::end(others), prototype.type) != std::end(others) ||
         taken.size() < least || std::any_of(taken.begin(), taken.begin() + least, is_plain_number);
}

[[noreturn]] void refuse(const Prototype &prototype) {
  throw Refused("'" + prototype.shown +
                "' would be called with arguments that it does not take; a function of a file is "
                "int NAME(const int *ndim, const double x[], const int *ncomp, double f[]), or "
                "double NAME(const double *x), or double NAME(const double *x, const double *p), "
                "where p are the values of --set");
}

/// What stands behind NAME= in each setting.
std::string values_of(const SourceRequest &request) {
  std::string values;
  for (const std::string &setting : request.settings)
    values += (values.empty() ? "" : ", ") + setting.substr(setting.find('=') + 1);
  return values;
}

}  // namespace

Entry entry_of(const std::string &text, const SourceRequest &request) {
  const std::optional<Prototype> found = prototype_of(bare(text), request.function);
  const Entry as_it_is{request.function, "", true};
  // The arguments of one of distances are numbers.
  if (!found || (request.distances && found->type != "double")) return as_it_is;
  if (request.distances || !gives_its_value(*found)) {
    if (request.distances || is_not_cubas(*found)) refuse(*found);
    return as_it_is;
  }
  const bool has_parameters = found->arguments.size() > 1;
  if (has_parameters && request.settings.empty())
    throw Refused("'" + found->shown +
                  "' takes parameters, and there are none: --set NAME=VALUE... gives their values, "
                  "in their order");
  // Linked under its name, where the text is C++.
  return {"cuboid_value",
          "\n#line 1 \"adapter\"\n#ifdef __cplusplus\nextern \"C\"\n#endif\n"
          "int cuboid_value(const int *cuboid_ndim, const double cuboid_x[],\n"
          "                 const int *cuboid_ncomp, double cuboid_f[]) {\n" +
              (has_parameters ? "  double cuboid_p[] = {" + values_of(request) + "};\n" : "") +
              "  cuboid_f[0] = " + request.function + "((double *)cuboid_x" +
              (has_parameters ? ", cuboid_p" : "") + ");\n  return 0;\n}\n",
          !has_parameters};
}

}  // namespace command
