#include "nearest.hpp"

#include <algorithm>
#include <vector>

namespace command {
namespace {

/// Letters that are put in, left out, or replaced, and neighbours that change places (Damerau's and
/// Levenshtein's distance).
std::size_t distance(const std::string &a, const std::string &b) {
  // Of the beginnings of a and b with i and j letters.
  std::vector<std::vector<std::size_t>> of(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        of[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = of[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      of[i][j] = std::min({replaced, of[i - 1][j] + 1, of[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        of[i][j] = std::min(of[i][j], of[i - 2][j - 2] + 1);
    }
  return of[a.size()][b.size()];
}

/// Without the hyphens before an option, which all have.
std::string letters_of(const std::string &name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

}  // namespace

std::string did_you_mean(const std::string &word, const std::vector<std::string> &names) {
  const std::string letters = letters_of(word);
  std::string nearest;
  // A third of the letters may be wrong, as in the library: of "rtol" one, and "box" is none of it.
  std::size_t least = 1 + letters.size() / 3;
  for (const std::string &name : names) {
    const std::string candidate = letters_of(name);
    // Half a name is like the whole of it.
    const bool is_begun = letters.size() >= 3 && candidate.starts_with(letters);
    const std::size_t away = is_begun ? 1 : distance(letters, candidate);
    if (away >= least) continue;
    least = away;
    nearest = name;
  }
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

}  // namespace command
