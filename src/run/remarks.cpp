#include "run/remarks.hpp"

#include <string_view>

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

}  // namespace

std::span<const RemarkEntry> remarks() {
  return entries;
}

std::string sentence_of(Remark remark, int ndim, RemarkWords words) {
  const RemarkEntry &entry = entries[static_cast<std::size_t>(remark)];
  const bool of_one_axis = ndim == 1 && *entry.on_one_axis != '\0';
  return filled(of_one_axis ? entry.on_one_axis : entry.sentence, words);
}

void add_remark(Result &result, Remark remark, RemarkWords words) {
  if (!result.remark.empty()) result.remark += "; ";
  result.remark += sentence_of(remark, result.ndim, words);
}

void say_alone(Result &result, Remark remark, RemarkWords words) {
  result.remark.clear();
  add_remark(result, remark, words);
}

}  // namespace cuboid::algorithm
