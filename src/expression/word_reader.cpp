#include "expression/word_reader.hpp"

#include <charconv>

#include "base/formatted.hpp"

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

/// Of the character in UTF-8 at the beginning, beyond ASCII and the control characters behind it;
/// 0: there is none.
std::size_t utf8_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t count = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < count) return 0;
  for (std::size_t i = 1; i < count; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  return byte(0) == 0xc2 && byte(1) < 0xa1 ? 0 : count;
}

/// The first character of a text that is not empty.
std::string shown(std::string_view text) {
  const auto code = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = code > ' ' && code < 127 ? 1 : utf8_bytes(text);
  if (bytes > 0) return "'" + std::string(text.substr(0, bytes)) + "'";
  return "the character with the code " + std::to_string(code);
}

}  // namespace

void refuse(int column, const std::string &sentence) {
  reject("expression, column " + std::to_string(column) + ": " + sentence);
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
           "a number ends with " + shown({stop, 1}) + "; a product needs a *, as in 2*x[0]");
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
    if (word_.text.empty())
      refuse(word_.column, shown(text_.substr(place_)) + " means nothing in an expression" +
                               (c == '&'   ? "; write && for and"
                                : c == '|' ? "; write || for or"
                                : c == '.' ? "; functions have no module in front, as sin(x)"
                                           : ""));
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
