// The words of an expression's text: numbers, names and signs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cuboid::expression {

enum class WordKind { number, name, sign, end };

struct Word {
  WordKind kind = WordKind::end;
  std::string_view text;
  double value = 0;  ///< of a number
  int column = 1;    ///< from 1

  bool is(std::string_view sign) const { return kind == WordKind::sign && text == sign; }
};

/// Throws Failure(CUBOID_BAD_ARGUMENT) with the column.
[[noreturn]] void refuse(int column, const std::string &sentence);

class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) { advance(); }

  const Word &word() const { return word_; }
  /// Goes on by a word, and returns the one before.
  Word take();
  /// Goes on if the word is this sign.
  bool take(std::string_view sign);
  /// The same, and refuses anything else.
  void expect(std::string_view sign);
  /// Whether the word after this one is the sign.
  bool next_is(std::string_view sign) const;

 private:
  void advance();
  void read_number();

  std::string_view text_;
  std::size_t place_ = 0;
  Word word_;
};

/// The word in quotation marks, or what stands for the end.
std::string quoted(const Word &word);

}  // namespace cuboid::expression
