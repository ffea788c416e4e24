// A number by which ranks find out whether they have the same data.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/words.hpp"

namespace cuboid::engine::group {

/// FNV-1a over words (Fowler, Noll and Vo, with 64 bits), and at the end the mixing of splitmix64
/// (Steele, Lea and Flood 2014), so that all bits depend on all.
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

  uint64 value() const {
    uint64 mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
  }

 private:
  void add_word(uint64 word) { state_ = (state_ ^ word) * 0x100000001b3; }

  uint64 state_ = 0xcbf29ce484222325;
};

}  // namespace cuboid::engine::group
