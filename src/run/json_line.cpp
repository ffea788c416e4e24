#include "run/json_line.hpp"

#include <charconv>
#include <cmath>

namespace cuboid::algorithm {

namespace {

/// Bytes of the character of UTF-8 with which the text begins; 0: it is none (RFC 3629, table in
/// section 4).
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  return length;
}

}  // namespace

JsonLine::JsonLine(std::string_view record) {
  text("record", record);
}

void JsonLine::separate() {
  if (line_.back() != '{' && line_.back() != '[') line_ += ',';
}

void JsonLine::name(std::string_view name) {
  separate();
  append_text(name);
  line_ += ':';
}

void JsonLine::append(double value) {
  if (std::isnan(value)) {
    line_ += "\"nan\"";
  } else if (std::isinf(value)) {
    line_ += value > 0 ? "\"inf\"" : "\"-inf\"";
  } else {
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
    line_.append(digits, end);
  }
}

void JsonLine::append(std::span<const double> values) {
  line_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line_ += ',';
    append(values[i]);
  }
  line_ += ']';
}

void JsonLine::append_text(std::string_view value) {
  line_ += '"';
  while (!value.empty()) {
    const std::size_t length = character_length(value);
    const auto first = static_cast<unsigned char>(value[0]);
    if (length == 0) {
      line_ += "\\ufffd";
    } else if (first == '"' || first == '\\') {
      line_ += '\\';
      line_ += value[0];
    } else if (first < 0x20) {
      constexpr char hexadecimal[] = "0123456789abcdef";
      line_ += "\\u00";
      line_ += hexadecimal[first / 16];
      line_ += hexadecimal[first % 16];
    } else {
      line_.append(value.substr(0, length));
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  line_ += '"';
}

JsonLine &JsonLine::number(std::string_view name, double value) {
  this->name(name);
  append(value);
  return *this;
}

JsonLine &JsonLine::integer(std::string_view name, std::int64_t value) {
  this->name(name);
  line_ += std::to_string(value);
  return *this;
}

JsonLine &JsonLine::text(std::string_view name, std::string_view value) {
  this->name(name);
  append_text(value);
  return *this;
}

JsonLine &JsonLine::flag(std::string_view name, bool value) {
  this->name(name);
  line_ += value ? "true" : "false";
  return *this;
}

JsonLine &JsonLine::numbers(std::string_view name, std::span<const double> values) {
  this->name(name);
  append(values);
  return *this;
}

JsonLine &JsonLine::begin_object(std::string_view name) {
  this->name(name);
  line_ += '{';
  return *this;
}

JsonLine &JsonLine::begin_list(std::string_view name) {
  this->name(name);
  line_ += '[';
  return *this;
}

JsonLine &JsonLine::list_entry(std::span<const double> values) {
  separate();
  append(values);
  return *this;
}

JsonLine &JsonLine::end_object() {
  line_ += '}';
  return *this;
}

JsonLine &JsonLine::end_list() {
  line_ += ']';
  return *this;
}

}  // namespace cuboid::algorithm
