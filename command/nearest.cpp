#include "nearest.hpp"

#include <algorithm>
#include <numeric>

namespace command {
namespace {

/// Letters that are put in, left out, or replaced (Levenshtein's distance).
std::size_t distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(const std::string &word, const std::vector<std::string> &names) {
  std::string nearest;
  std::size_t least = 1 + word.size() / 3;
  for (const std::string &name : names) {
    // Half a name is like the whole of it.
    const bool is_begun = word.size() >= 3 && name.starts_with(word);
    const std::size_t away = is_begun ? 1 : distance(word, name);
    if (away > least || (away == least && !nearest.empty())) continue;
    least = away;
    nearest = name;
  }
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

}  // namespace command
