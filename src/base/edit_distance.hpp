// How far a name is from another, for hints.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace cuboid {

/// How many letters must be put in, left out or changed, or exchanged with the next (G. Navarro,
/// ACM Computing Surveys 33 (2001) 31: no letter twice).
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1), before, of_one_less;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    of_one_less = std::exchange(before, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = before[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = std::min({changed, row[j] + 1, before[j + 1] + 1});
      const bool is_exchanged = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (is_exchanged) row[j + 1] = std::min(row[j + 1], of_one_less[j - 1] + 1);
    }
  }
  return row.back();
}

}  // namespace cuboid
