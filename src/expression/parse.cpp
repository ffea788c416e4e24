#include "expression/parse.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/formatted.hpp"
#include "expression/names.hpp"
#include "expression/word_reader.hpp"

namespace cuboid::expression {

namespace {

constexpr std::size_t longest_text = 1'000'000;
/// Brackets, signs and powers within each other: what the stack of a thread holds many times.
constexpr int deepest = 200;
constexpr int max_components = 1024;

/// What to write for a word that goes on in other languages.
std::string meant_by(std::string_view word) {
  if (word == "and") return "write && for and";
  if (word == "or") return "write || for or";
  if (word == "if") return "write c ? a : b for a if c else b";
  return "an operator or a ; is missing";
}

class Parser {
 public:
  Parser(std::string_view text, int ndim, const std::vector<std::string> &parameters)
      : reader_(text), names_(expression_.graph, ndim, parameters) {}

  Expression parsed();

 private:
  void statement();
  void component();
  NodeIndex value();
  NodeIndex infix(int level);
  NodeIndex signed_power();
  NodeIndex power();
  NodeIndex operand();
  NodeIndex call(const Word &name, const Function &function);
  NodeIndex named(const Word &name);
  int bracketed_number();
  NodeIndex node(int column, auto &&...arguments) {
    expression_.graph.set_column(column);
    return expression_.graph(arguments...);
  }

  /// Counts what is within each other.
  class Level {
   public:
    Level(int &depth, const Word &word) : depth_(depth) {
      if (++depth_ > deepest)
        refuse(word.column, "there are more than " + std::to_string(deepest) +
                                " brackets, signs or powers within each other");
    }
    ~Level() { --depth_; }
    Level(const Level &) = delete;
    Level &operator=(const Level &) = delete;

   private:
    int &depth_;
  };

  Expression expression_;
  WordReader reader_;
  Names names_;
  std::map<int, NodeIndex> numbered_;
  int depth_ = 0;
};

int Parser::bracketed_number() {
  reader_.expect("[");
  const Word number = reader_.take();
  const bool is_index = number.kind == WordKind::number &&
                        number.text.find_first_not_of("0123456789") == std::string_view::npos &&
                        number.value < 1e9;
  if (!is_index)
    refuse(number.column, "between [ and ] there must be a whole number, not " + quoted(number));
  reader_.expect("]");
  return static_cast<int>(number.value);
}

NodeIndex Parser::call(const Word &name, const Function &function) {
  reader_.expect("(");
  std::vector<NodeIndex> given;
  if (!reader_.word().is(")")) {
    do given.push_back(value());
    while (reader_.take(","));
  }
  reader_.expect(")");
  const auto wanted = static_cast<std::size_t>(operands_of(function.operation));
  const bool is_list =
      (function.operation == Operation::min || function.operation == Operation::max) &&
      given.size() > wanted;
  if (given.size() != wanted && !is_list)
    refuse(name.column, quoted(name) + " takes " + std::to_string(wanted) +
                            (wanted == 1 ? " argument" : " arguments") + ", not " +
                            std::to_string(given.size()));
  if (wanted == 1) return node(name.column, function.operation, given[0]);
  if (wanted == 3) return node(name.column, function.operation, given[0], given[1], given[2]);
  NodeIndex result = given[0];
  for (const NodeIndex next : std::span(given).subspan(1))
    result = node(name.column, function.operation, result, next);
  return result;
}

NodeIndex Parser::named(const Word &name) {
  expression_.graph.set_column(name.column);
  if (reader_.word().is("[")) return names_.element_of(name, bracketed_number());
  if (const Function *function = Names::function(name.text); function != nullptr) {
    if (!reader_.word().is("("))
      refuse(name.column,
             quoted(name) + " is a function: write " + std::string(name.text) + "(...)");
    return call(name, *function);
  }
  if (reader_.word().is("(") && name.text.size() > 1) names_.refuse_unknown(name);
  return names_.value_of(name);
}

NodeIndex Parser::operand() {
  const Word word = reader_.take();
  if (word.kind == WordKind::number) {
    expression_.graph.set_column(word.column);
    return expression_.graph.constant(word.value);
  }
  if (word.kind == WordKind::name) return named(word);
  if (!word.is("("))
    refuse(word.column, "there must be a number, a name or a ( before " + quoted(word));
  const NodeIndex inner = value();
  reader_.expect(")");
  return inner;
}

NodeIndex Parser::power() {
  const NodeIndex base = operand();
  const int column = reader_.word().column;
  if (!reader_.take("^") && !reader_.take("**")) return base;
  return node(column, Operation::power, base, signed_power());
}

NodeIndex Parser::signed_power() {
  const Level level(depth_, reader_.word());
  const int column = reader_.word().column;
  if (reader_.take("-")) return node(column, Operation::negate, signed_power());
  if (reader_.take("!")) return node(column, Operation::logical_not, signed_power());
  if (reader_.take("+")) return signed_power();
  return power();
}

NodeIndex Parser::infix(int level) {
  if (level == infix_levels) return signed_power();
  NodeIndex result = infix(level + 1);
  for (;;) {
    const int column = reader_.word().column;
    const auto found = std::find_if(infixes.begin(), infixes.end(), [&](const Infix &one) {
      return one.level == level && reader_.take(one.sign);
    });
    if (found == infixes.end()) return result;
    const NodeIndex right = infix(level + 1);
    result = found->is_swapped ? node(column, found->operation, right, result)
                               : node(column, found->operation, result, right);
  }
}

NodeIndex Parser::value() {
  const NodeIndex condition = infix(0);
  const int column = reader_.word().column;
  if (!reader_.take("?")) return condition;
  const Level level(depth_, reader_.word());
  const NodeIndex yes = value();
  reader_.expect(":");
  return node(column, Operation::select, condition, yes, value());
}

void Parser::component() {
  const Word name = reader_.take();
  const int index = bracketed_number();
  if (index >= max_components)
    refuse(name.column, "f[" + std::to_string(index) + "] is beyond the last of " +
                            std::to_string(max_components) + " components");
  reader_.expect("=");
  if (!numbered_.emplace(index, value()).second)
    refuse(name.column, "f[" + std::to_string(index) + "] is set twice");
}

void Parser::statement() {
  const Word first = reader_.word();
  if (first.kind == WordKind::name && first.text == "f" && reader_.next_is("[")) return component();
  if (first.kind == WordKind::name && reader_.next_is("=")) {
    reader_.take();
    reader_.expect("=");
    return names_.define(first, value());
  }
  if (!expression_.components.empty())
    refuse(first.column, "components stand together, with commas between them");
  do expression_.components.push_back(value());
  while (reader_.take(","));
}

Expression Parser::parsed() {
  while (reader_.word().kind != WordKind::end) {
    statement();
    if (reader_.word().kind == WordKind::end) break;
    if (reader_.word().is("="))
      refuse(reader_.word().column, "'=' gives a name; to compare, write ==");
    if (!reader_.take(";"))
      refuse(reader_.word().column, quoted(reader_.word()) +
                                        " does not go on with what is before it; " +
                                        meant_by(reader_.word().text));
  }
  const int column = reader_.word().column;
  if (!numbered_.empty() && !expression_.components.empty())
    refuse(column, "there are components with f[...] and without");
  for (const auto &[index, node] : numbered_) {
    const auto next = static_cast<int>(expression_.components.size());
    if (index != next)
      refuse(column,
             "f[" + std::to_string(next) + "] is not set, but f[" + std::to_string(index) + "] is");
    expression_.components.push_back(node);
  }
  if (expression_.components.empty()) refuse(column, "there is no value; write one, as in x[0]^2");
  if (expression_.components.size() > static_cast<std::size_t>(max_components))
    refuse(column, std::to_string(expression_.components.size()) + " components are more than " +
                       std::to_string(max_components));
  return std::move(expression_);
}

}  // namespace

Expression parse(std::string_view text, int ndim, const std::vector<std::string> &names) {
  if (text.size() > longest_text)
    reject("the expression has " + std::to_string(text.size()) +
           " characters; at most 1000000 are read");
  return Parser(text, ndim, names).parsed();
}

}  // namespace cuboid::expression
