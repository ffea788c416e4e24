#include "expression/word_reader.hpp"

#include <charconv>

#include "base/failure.hpp"

namespace cuboid::expression {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The longer of two that begin alike stands first.
constexpr std::string_view signs[] = {"**", "&&", "||", "<=", ">=", "==", "!=", "+",
                                      "-",  "*",  "/",  "^",  "<",  ">",  "=",  "!",
                                      "?",  ":",  "(",  ")",  "[",  "]",  ",",  ";"};

/// "" for no sign.
std::string_view sign_at(std::string_view text, std::size_t place) {
  for (const std::string_view sign : signs)
    if (text.substr(place, sign.size()) == sign) return sign;
  return "";
}

std::string shown(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code > ' ' && code < 127) return std::string("'") + c + "'";
  return "the character with the code " + std::to_string(code);
}

}  // namespace

void refuse(int column, const std::string &sentence) {
  throw Failure(CUBOID_BAD_ARGUMENT,
                "expression, column " + std::to_string(column) + ": " + sentence);
}

std::string quoted(const Word &word) {
  if (word.kind == WordKind::end) return "the end";
  // Of what is long, the beginning says which it is.
  constexpr std::size_t longest = 40;
  const std::string beginning(word.text.substr(0, longest));
  return "'" + beginning + (word.text.size() > longest ? "...'" : "'");
}

void WordReader::read_number() {
  const char *const begin = text_.data() + place_;
  const char *const end = text_.data() + text_.size();
  const auto [stop, error] = std::from_chars(begin, end, word_.value);
  word_.kind = WordKind::number;
  word_.text = {begin, static_cast<std::size_t>(stop - begin)};
  if (error == std::errc::result_out_of_range)
    refuse(word_.column, quoted(word_) + " is beyond the range of a double");
  if (stop != end && (is_letter(*stop) || *stop == '.'))
    refuse(word_.column + static_cast<int>(word_.text.size()),
           "a number ends with " + shown(*stop) + "; a product needs a *, as in 2*x[0]");
}

void WordReader::advance() {
  while (place_ < text_.size() && is_blank(text_[place_])) ++place_;
  word_ = {WordKind::end, "", 0, static_cast<int>(place_) + 1};
  if (place_ == text_.size()) return;
  const char c = text_[place_];
  if (is_digit(c) || (c == '.' && place_ + 1 < text_.size() && is_digit(text_[place_ + 1]))) {
    read_number();
  } else if (is_letter(c)) {
    std::size_t length = 1;
    while (place_ + length < text_.size() &&
           (is_letter(text_[place_ + length]) || is_digit(text_[place_ + length])))
      ++length;
    word_.kind = WordKind::name;
    word_.text = text_.substr(place_, length);
  } else {
    word_.kind = WordKind::sign;
    word_.text = sign_at(text_, place_);
    if (word_.text.empty()) refuse(word_.column, shown(c) + " means nothing in an expression");
  }
  place_ += word_.text.size();
}

Word WordReader::take() {
  const Word taken = word_;
  advance();
  return taken;
}

bool WordReader::take(std::string_view sign) {
  if (!word_.is(sign)) return false;
  advance();
  return true;
}

void WordReader::expect(std::string_view sign) {
  if (!take(sign))
    refuse(word_.column, "there must be a '" + std::string(sign) + "' before " + quoted(word_));
}

bool WordReader::next_is(std::string_view sign) const {
  std::size_t place = place_;
  while (place < text_.size() && is_blank(text_[place])) ++place;
  return sign_at(text_, place) == sign;
}

}  // namespace cuboid::expression
