// A number by which ranks find out whether they have the same data.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/words.hpp"

namespace cuboid::engine::group {

/// FNV-1a over words (Fowler, Noll and Vo, with 64 bits), mixed at the end, so that all bits depend
/// on all.
class Digest {
 public:
  template <class T>
  void add(const T &value) {
    static_assert(std::is_arithmetic_v<T> && sizeof(T) <= sizeof(uint64));
    uint64 word = 0;
    std::memcpy(&word, &value, sizeof value);
    add_word(word);
  }
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(c);
  }
  void add(const std::string &text) { add(std::string_view(text)); }
  template <class T>
  void add(const std::vector<T> &values) {
    add(values.size());
    for (const T &value : values) add(value);
  }

  uint64 value() const { return mixed(state_); }

 private:
  void add_word(uint64 word) { state_ = (state_ ^ word) * 0x100000001b3; }

  uint64 state_ = 0xcbf29ce484222325;
};

}  // namespace cuboid::engine::group
