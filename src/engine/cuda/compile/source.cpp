#include "engine/cuda/compile/source.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace cuboid::engine::cuda {

namespace {

enum class Kind { identifier, punctuation, literal, directive };

/// source[begin, end)
struct Token {
  Kind kind;
  std::size_t begin;
  std::size_t end;
};

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

bool continues_identifier(char c) {
  return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c));
}

/// Splits a text into tokens.  Comments and blanks are left out; a directive of the preprocessor is
/// one token with its continuation lines.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> tokens() {
    std::vector<Token> result;
    bool at_line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const std::size_t begin = at_;
      if (c == '\n') {
        at_line_start = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (skip_comment()) {
      } else if (c == '#' && at_line_start) {
        skip_directive();
        result.push_back({Kind::directive, begin, at_});
      } else {
        at_line_start = false;
        result.push_back({read_token(c), begin, 0});
        result.back().end = at_;
      }
    }
    return result;
  }

 private:
  bool ahead(std::string_view expected) const {
    return text_.substr(at_, expected.size()) == expected;
  }

  bool skip_comment() {
    if (ahead("//")) {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      return true;
    }
    if (!ahead("/*")) return false;
    const auto end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
  }

  void skip_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (ahead("\\\n"))
        at_ += 2;
      else if (!(ahead("/*") && skip_comment()))
        ++at_;
    }
  }

  Kind read_token(char c) {
    if (starts_identifier(c)) {
      while (at_ < text_.size() && continues_identifier(text_[at_])) ++at_;
      return Kind::identifier;
    }
    if (c == '"' || c == '\'') {
      for (++at_; at_ < text_.size() && text_[at_] != c && text_[at_] != '\n'; ++at_)
        if (text_[at_] == '\\') ++at_;
      at_ = std::min(at_ + 1, text_.size());
      return Kind::literal;
    }
    if (std::isdigit(static_cast<unsigned char>(c))) {
      while (at_ < text_.size() && (continues_identifier(text_[at_]) || text_[at_] == '.')) ++at_;
      return Kind::literal;
    }
    ++at_;
    return Kind::punctuation;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Something at file scope that a function's name belongs to: its definition or a declaration.
struct Function {
  std::string_view name;
  std::size_t first;       ///< token
  std::size_t parameters;  ///< token "("
  std::size_t last;        ///< token "}" or ";"
};

/// The text as a list of functions and the rest.
class Outline {
 public:
  explicit Outline(std::string_view text) : text_(text), tokens_(Lexer(text).tokens()) {
    understood_ = read();
  }

  bool understood() const { return understood_; }
  const std::vector<Token> &tokens() const { return tokens_; }
  const std::vector<Function> &functions() const { return functions_; }

  std::string_view word(std::size_t token) const {
    return text_.substr(tokens_[token].begin, tokens_[token].end - tokens_[token].begin);
  }

  bool is(std::size_t token, char punctuation) const {
    return token < tokens_.size() && tokens_[token].kind == Kind::punctuation &&
           text_[tokens_[token].begin] == punctuation;
  }

  /// The token that closes the bracket, or the number of tokens.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < tokens_.size(); ++i) {
      if (is(i, '(') || is(i, '{') || is(i, '[')) ++depth;
      if (is(i, ')') || is(i, '}') || is(i, ']')) --depth;
      if (depth == 0) return i;
    }
    return tokens_.size();
  }

 private:
  /// False if brackets do not match.
  bool read() {
    std::size_t first = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == Kind::directive || is(i, '}')) {
        if (i == first) first = i + 1;  // "}" closes extern "C" or a namespace.
      } else if (is(i, '(') || is(i, '[')) {
        i = closing(i);
      } else if (is(i, '{')) {
        if (is_scope(first)) {
          first = i + 1;
          continue;
        }
        const std::size_t end = closing(i);
        if (add_function(first, i, end)) first = end + 1;
        i = end;
      } else if (is(i, ';')) {
        add_function(first, i, i);
        first = i + 1;
      }
      if (i >= tokens_.size()) return false;
    }
    return true;
  }

  /// True for extern "C" and namespaces, whose braces hold declarations of file scope.
  bool is_scope(std::size_t first) const {
    if (word(first) == "namespace") return true;
    return word(first) == "extern" && tokens_[first + 1].kind == Kind::literal &&
           is(first + 2, '{');
  }

  /// Takes the tokens from first to last as a function if what stands before stop is its list of
  /// parameters, in a declaration that has no initialiser and is no typedef.
  bool add_function(std::size_t first, std::size_t stop, std::size_t last) {
    if (last >= tokens_.size() || word(first) == "typedef") return false;
    for (std::size_t i = first; i < stop; ++i) {
      if (is(i, '=') || is(i, '{')) return false;
      if (!is(i, '(')) continue;
      if (i == first || tokens_[i - 1].kind != Kind::identifier) return false;
      const std::string_view name = word(i - 1);
      const std::size_t close = closing(i);
      const bool is_attribute = name == "__attribute__" || name == "__launch_bounds__";
      if (is_attribute || close + 1 != stop) {
        i = close;
        if (is_attribute) continue;
        return false;
      }
      functions_.push_back({name, first, i, last});
      return true;
    }
    return false;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<Function> functions_;
  bool understood_ = false;
};

std::set<std::string_view> identifiers_in(std::string_view text) {
  std::set<std::string_view> result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!starts_identifier(text[i])) continue;
    const std::size_t begin = i;
    while (i < text.size() && continues_identifier(text[i])) ++i;
    result.insert(text.substr(begin, i - begin));
  }
  return result;
}

/// The names of the functions that `name` needs, itself included.  What stands outside of
/// functions, macros among it, is needed.
std::set<std::string_view> needed_functions(const Outline &outline, std::string_view name) {
  std::map<std::string_view, std::set<std::string_view>> uses;
  std::set<std::string_view> roots{name};
  std::size_t next = 0;
  for (std::size_t i = 0; i < outline.tokens().size(); ++i) {
    while (next < outline.functions().size() && outline.functions()[next].last < i) ++next;
    const auto kind = outline.tokens()[i].kind;
    if (kind == Kind::directive) {
      roots.merge(identifiers_in(outline.word(i)));
    } else if (kind == Kind::identifier) {
      const bool inside = next < outline.functions().size() && i >= outline.functions()[next].first;
      (inside ? uses[outline.functions()[next].name] : roots).insert(outline.word(i));
    }
  }
  std::set<std::string_view> needed;
  while (!roots.empty()) {
    const auto node = roots.extract(roots.begin());
    if (needed.insert(node.value()).second)
      for (const auto used : uses[node.value()]) roots.insert(used);
  }
  return needed;
}

/// Whether nothing is left that the compiler finds only after it has read the text.  needed: the
/// names of the functions that are compiled.
bool all_is_there(const Outline &outline, const std::set<std::string_view> &needed) {
  std::set<std::string_view> defined;
  for (const Function &function : outline.functions())
    if (outline.is(function.last, '}')) defined.insert(function.name);
  const bool functions = std::all_of(
      outline.functions().begin(), outline.functions().end(), [&](const Function &function) {
        return !needed.contains(function.name) || defined.contains(function.name);
      });
  static constexpr std::array<std::string_view, 5> late = {"extern", "asm", "__asm__", "__asm",
                                                           "__shared__"};
  const auto is_late = [](std::string_view word) {
    return std::find(late.begin(), late.end(), word) != late.end();
  };
  const auto &tokens = outline.tokens();
  for (std::size_t i = 0; functions && i < tokens.size(); ++i) {
    if (tokens[i].kind == Kind::directive) {
      const auto words = identifiers_in(outline.word(i));
      if (std::any_of(words.begin(), words.end(), is_late)) return false;
    } else if (is_late(outline.word(i))) {
      const bool of_language = outline.word(i) == "extern" && i + 1 < tokens.size() &&
                               tokens[i + 1].kind == Kind::literal;
      if (!of_language) return false;
    }
  }
  return functions;
}

/// Turns a range into blanks, keeping ends of lines and directives.
void blank_out(std::string &text, const Outline &outline, const Function &function) {
  std::size_t at = outline.tokens()[function.first].begin;
  const auto blank_until = [&](std::size_t end) {
    for (; at < end; ++at)
      if (text[at] != '\n') text[at] = ' ';
  };
  for (std::size_t i = function.first; i <= function.last; ++i) {
    if (outline.tokens()[i].kind != Kind::directive) continue;
    blank_until(outline.tokens()[i].begin);
    at = outline.tokens()[i].end;
  }
  blank_until(outline.tokens()[function.last].end);
}

/// Replaces "void *", the fifth parameter's type, by a type that converts as void * does in C.
void loosen_userdata(std::string &text, const Outline &outline, const Function &function) {
  const std::size_t end = outline.closing(function.parameters);
  std::size_t begin = function.parameters + 1;
  for (int parameter = 1; parameter < 5; ++parameter) {
    while (begin < end && !outline.is(begin, ',')) ++begin;
    ++begin;
  }
  if (begin >= end) return;
  std::size_t i = begin;
  if (outline.word(i) == "const") ++i;
  if (i + 1 >= end || outline.word(i) != "void" || !outline.is(i + 1, '*')) return;
  const std::size_t from = outline.tokens()[begin].begin;
  text.replace(from, outline.tokens()[i + 1].end - from, "cuboid_void_pointer ");
}

std::vector<std::string> included_names(const Outline &outline) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < outline.tokens().size(); ++i) {
    if (outline.tokens()[i].kind != Kind::directive) continue;
    const std::string_view line = outline.word(i);
    std::size_t at = line.find_first_not_of(" \t", 1);
    if (at == line.npos || line.substr(at, 7) != "include") continue;
    at = line.find_first_of("<\"", at);
    if (at == line.npos) continue;
    const auto end = line.find_first_of(">\"", at + 1);
    if (end != line.npos) names.emplace(line.substr(at + 1, end - at - 1));
  }
  return {names.begin(), names.end()};
}

}  // namespace

PreparedSource prepare_source(std::string_view source, std::string_view function_name) {
  const Outline outline(source);
  PreparedSource prepared{std::string(source), included_names(outline)};
  const auto &functions = outline.functions();
  prepared.defines_function =
      std::any_of(functions.begin(), functions.end(), [&](const Function &each) {
        return each.name == function_name && outline.is(each.last, '}');
      });
  if (!outline.understood() || !prepared.defines_function) return prepared;

  const auto needed = needed_functions(outline, function_name);
  prepared.shows_errors = all_is_there(outline, needed);
  // From the end, so that the positions of what is still to be changed stay right.
  for (auto each = functions.rbegin(); each != functions.rend(); ++each) {
    if (!needed.count(each->name))
      blank_out(prepared.text, outline, *each);
    else  // Those as well that the function of a region or with derivatives calls.
      loosen_userdata(prepared.text, outline, *each);
  }
  return prepared;
}

}  // namespace cuboid::engine::cuda
