#include "expression/names.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numbers>

#include "base/edit_distance.hpp"
#include "base/formatted.hpp"

namespace cuboid::expression {

namespace {

struct Constant {
  std::string_view name;
  double value;
};

constexpr Constant constants[] = {
    {"pi", std::numbers::pi},
    {"M_PI", std::numbers::pi},
    {"e", std::numbers::e},
    {"M_E", std::numbers::e},
    {"inf", std::numeric_limits<double>::infinity()},
    {"INFINITY", std::numeric_limits<double>::infinity()},
    {"M_PI_2", std::numbers::pi / 2},
    {"M_PI_4", std::numbers::pi / 4},
    {"M_SQRT2", std::numbers::sqrt2},
    {"M_LN2", std::numbers::ln2},
};

constexpr std::string_view axes = "xyzw";

/// Of names without an array: the number in x3, or the place in x, y, z, w; -1: it is none.
int axis_of(std::string_view name, int ndim) {
  if (name.size() == 1 && ndim <= static_cast<int>(axes.size())) {
    const std::size_t axis = axes.find(name[0]);
    if (axis < static_cast<std::size_t>(ndim)) return static_cast<int>(axis);
  }
  if (name.size() < 2 || name[0] != 'x') return -1;
  int number = 0;
  const auto [stop, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return error == std::errc() && stop == name.data() + name.size() && number >= 0 ? number : -1;
}

char small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_equal_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return small(one) == small(other); });
}

bool is_name(const std::string &text) {
  constexpr auto letters = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  return text.find_first_not_of(letters) == text.npos && (text[0] < '0' || text[0] > '9');
}

}  // namespace

Names::Names(Graph &graph, int ndim, const std::vector<std::string> &parameters)
    : graph_(graph), ndim_(ndim), nparameters_(static_cast<int>(parameters.size())) {
  for (int i = 0; i < nparameters_; ++i) {
    const std::string &name = parameters[static_cast<std::size_t>(i)];
    if (name.empty()) continue;
    const std::string sentence = "the parameter's name '" + name + "' ";
    if (!is_name(name)) reject(sentence + "is not a name: letters, digits and _");
    if (function(name) != nullptr || name == "f" || name == "p" || axis_of(name, ndim) >= 0)
      reject(sentence + "means something else in an expression");
    if (!parameter_.emplace(name, i).second) reject(sentence + "is there twice");
  }
}

const Function *Names::function(std::string_view name) {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Function &one) { return one.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

NodeIndex Names::value_of(const Word &name) const {
  if (const auto found = local_.find(name.text); found != local_.end()) return found->second;
  if (const auto found = parameter_.find(name.text); found != parameter_.end())
    return graph_.parameter(found->second);
  if (const int axis = axis_of(name.text, ndim_); axis >= 0)
    return element_of({name.kind, "x", 0, name.column}, axis);
  for (const Constant &constant : constants)
    if (constant.name == name.text) return graph_.constant(constant.value);
  refuse_unknown(name,
                 "; if it is a parameter, its name belongs to names, its value to parameters");
}

NodeIndex Names::element_of(const Word &name, int index) const {
  const bool is_variable = name.text == "x";
  const int count = is_variable ? ndim_ : nparameters_;
  if (!is_variable && name.text != "p")
    refuse(name.column,
           quoted(name) + " is no array: those are x, of variables, and p, of parameters");
  if (index >= count)
    refuse(name.column, std::string(name.text) + "[" + std::to_string(index) +
                            "] is beyond the last of " + std::to_string(count) +
                            (is_variable ? " variables" : " parameters") +
                            (count > 0 ? ", which count from 0" : ""));
  return is_variable ? graph_.variable(index) : graph_.parameter(index);
}

void Names::define(const Word &name, NodeIndex node) {
  const bool is_taken = function(name.text) != nullptr || parameter_.contains(name.text) ||
                        axis_of(name.text, ndim_) >= 0 || name.text == "x" || name.text == "p";
  if (is_taken) refuse(name.column, quoted(name) + " has a meaning already; give it another name");
  if (!local_.emplace(name.text, node).second)
    refuse(name.column, quoted(name) + " is defined twice");
}

std::string Names::nearest(std::string_view name) const {
  std::vector<std::string_view> all;
  for (const Function &known : functions) all.push_back(known.name);
  for (const Constant &known : constants) all.push_back(known.name);
  for (const auto &known : local_) all.push_back(known.first);
  for (const auto &known : parameter_) all.push_back(known.first);
  // A parameter k is no other word than K.
  for (const std::string_view known : all)
    if (is_equal_but_for_case(name, known)) return std::string(known);
  // In a short name, two letters that differ are another word, in one of a single letter, one.
  std::size_t least = 1 + std::min<std::size_t>(name.size() / 2, 2);
  std::string_view found;
  for (const std::string_view known : all) {
    const std::size_t away = edit_distance(name, known);
    if (away >= least) continue;
    least = away;
    found = known;
  }
  return std::string(found);
}

void Names::refuse_unknown(const Word &name, const char *otherwise) const {
  if (name.text == "x" || name.text == "p")
    refuse(name.column, quoted(name) + " is an array: write " + std::string(name.text) + "[0]");
  if (name.text.size() == 1 && axes.find(name.text[0]) != axes.npos)
    refuse(name.column, quoted(name) + " names no variable where there " +
                            (ndim_ == 1 ? "is 1" : "are " + std::to_string(ndim_)) +
                            "; x[0] is the first");
  // The distance takes time in proportion to the length.
  const std::string near = name.text.size() <= 40 ? nearest(name.text) : "";
  refuse(name.column, "there is no " + quoted(name) +
                          (near.empty() ? otherwise : "; the nearest name is '" + near + "'"));
}

}  // namespace cuboid::expression
