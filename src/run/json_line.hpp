// Records as lines of JSON (RFC 8259).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cuboid::algorithm {

/// One object, built from its first name to its last.  Numbers are written with as many digits as
/// they need to be read back, and with a point in every locale.  JSON has no words for numbers that
/// are not finite: they become the texts "inf", "-inf" and "nan".
class JsonLine {
 public:
  /// Its first member is "record".
  explicit JsonLine(std::string_view record);

  JsonLine &number(std::string_view name, double value);
  JsonLine &integer(std::string_view name, std::int64_t value);
  /// Bytes that are no UTF-8 become U+FFFD.
  JsonLine &text(std::string_view name, std::string_view value);
  JsonLine &flag(std::string_view name, bool value);
  JsonLine &numbers(std::string_view name, std::span<const double> values);

  /// What is added from here to the end of it is a member of that name.
  JsonLine &begin_object(std::string_view name);
  JsonLine &begin_list(std::string_view name);
  JsonLine &list_entry(std::span<const double> values);
  JsonLine &end_object();
  JsonLine &end_list();

  /// The whole line, without a newline.
  std::string str() const { return line_ + "}"; }

 private:
  void name(std::string_view name);
  void separate();
  void append(double value);
  void append(std::span<const double> values);
  void append_text(std::string_view value);

  std::string line_ = "{";
};

}  // namespace cuboid::algorithm
