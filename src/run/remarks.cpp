#include "run/remarks.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>

#include "cuboid.h"

namespace cuboid::algorithm {

namespace {

constexpr RemarkEntry entries[] = {
#define CUBOID_REMARK_ENTRY(code, ...) {#code, __VA_ARGS__},
    CUBOID_REMARKS(CUBOID_REMARK_ENTRY)
#undef CUBOID_REMARK_ENTRY
};

std::string filled(std::string_view sentence, RemarkWords words) {
  std::string text;
  for (const std::string &word : words) {
    const std::size_t at = sentence.find("{}");
    if (at == sentence.npos) break;
    text.append(sentence.substr(0, at)).append(word);
    sentence.remove_prefix(at + 2);
  }
  return text.append(sentence);
}

/// Whether a method may be proposed.
using CanBeTried = std::function<bool(std::string_view method)>;

/// What CUBOID_METHODS says of a method on the host.
struct MethodEntry {
  std::string_view name;
  int max_ndim, max_ncomp;
};
constexpr MethodEntry methods[] = {
#define CUBOID_METHOD_ENTRY(name, min_ndim, max_ndim, max_ncomp, ...) {#name, max_ndim, max_ncomp},
    CUBOID_METHODS(CUBOID_METHOD_ENTRY)
#undef CUBOID_METHOD_ENTRY
};

const MethodEntry *method_named(std::string_view name) {
  const auto *const found = std::ranges::find(methods, name, &MethodEntry::name);
  return found == std::end(methods) ? nullptr : found;
}

/// A part of a sentence without the methods that cannot be tried; "" if none can, or it has none.
std::string with_methods(std::string_view part, const CanBeTried &can_be_tried) {
  std::string text;
  bool has_any = false;
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz_0123456789", between = " or ";
  while (!part.empty()) {
    const std::size_t length = std::min(part.find_first_not_of(letters), part.size());
    const std::string_view word = part.substr(0, std::max<std::size_t>(length, 1));
    part.remove_prefix(word.size());
    if (method_named(word) == nullptr || can_be_tried(word)) {
      text += word;
      has_any = has_any || method_named(word) != nullptr;
      continue;
    }
    // The last one of a list takes the word before it along.
    if (part.starts_with(between))
      part.remove_prefix(between.size());
    else if (has_any && text.ends_with(between))
      text.resize(text.size() - between.size());
  }
  return has_any ? text : "";
}

/// A sentence in which no parts are marked.
std::string with_parts(std::string_view sentence, const CanBeTried &can_be_tried) {
  std::string text;
  bool left_out = false;
  for (std::size_t open; (open = sentence.find('{')) != sentence.npos;) {
    const std::size_t close = sentence.find('}', open);
    if (close == open + 1) {  // what a number stands for
      text += sentence.substr(0, close + 1);
      sentence.remove_prefix(close + 1);
      continue;
    }
    text += sentence.substr(0, open);
    const std::string_view inner = sentence.substr(open + 1, close - open - 1);
    const std::size_t bar = inner.find('|');
    const std::string_view part = bar == inner.npos ? inner
                                  : left_out        ? inner.substr(bar + 1)
                                                    : inner.substr(0, bar);
    const std::string shown = with_methods(part, can_be_tried);
    left_out = shown.empty();
    text += shown;
    sentence.remove_prefix(close + 1);
  }
  return text += sentence;
}

std::string sentence_with(Remark remark, int ndim, RemarkWords words,
                          const CanBeTried &can_be_tried) {
  const RemarkEntry &entry = entries[static_cast<std::size_t>(remark)];
  const bool of_one_axis = ndim == 1 && *entry.on_one_axis != '\0';
  return filled(with_parts(of_one_axis ? entry.on_one_axis : entry.sentence, can_be_tried), words);
}

}  // namespace

std::span<const RemarkEntry> remarks() {
  return entries;
}

std::string sentence_of(Remark remark, int ndim, RemarkWords words) {
  return sentence_with(remark, ndim, words, [](std::string_view) { return true; });
}

std::string sentence_of(Remark remark, const Result &result, RemarkWords words) {
  return sentence_with(remark, result.ndim, words, [&](std::string_view name) {
    const MethodEntry &method = *method_named(name);
    return name != result.method && result.ndim <= method.max_ndim &&
           std::ssize(result.integral) <= method.max_ncomp;
  });
}

void add_remark(Result &result, Remark remark, RemarkWords words) {
  if (!result.remark.empty()) result.remark += "; ";
  result.remark += sentence_of(remark, result, words);
}

void say_alone(Result &result, Remark remark, RemarkWords words) {
  result.remark.clear();
  add_remark(result, remark, words);
}

}  // namespace cuboid::algorithm
