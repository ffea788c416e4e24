#include "engine/group/showing_transport.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace cuboid::engine::group {

void ShowingTransport::gather(std::uint64_t *words, const std::int64_t *first) {
  gather_leading(words, first, all_words);
}

void ShowingTransport::gather_leading(std::uint64_t *words, const std::int64_t *first,
                                      std::int64_t leading) {
  const int own = rank();
  const auto wanted = [&](int r) { return std::min(first[r + 1] - first[r], leading); };
  exchange({words + first[own], static_cast<std::size_t>(wanted(own))});
  for (int r = 0; r < size(); ++r) {
    if (r == own) continue;
    if (leading == all_words) {
      take(r, words + first[r], wanted(r));
      continue;
    }
    const Words theirs = shown(operation_, r);
    std::copy_n(theirs.begin(), std::min(wanted(r), std::ssize(theirs)), words + first[r]);
  }
}

void ShowingTransport::broadcast(std::uint64_t *words, std::int64_t count, int root) {
  exchange({words, static_cast<std::size_t>(rank() == root ? count : 0)});
  if (rank() != root) take(root, words, count);
}

void ShowingTransport::sum(std::uint64_t *words, std::int64_t count) {
  exchange({words, static_cast<std::size_t>(count)});
  std::vector<std::uint64_t> other(static_cast<std::size_t>(count));
  for (int r = 0; r < size(); ++r) {
    if (r == rank()) continue;
    take(r, other.data(), count);
    for (std::size_t i = 0; i < other.size(); ++i) words[i] += other[i];
  }
}

void ShowingTransport::exchange(Words words) {
  ++operation_;
  show(operation_, words);
  for (int r = 0; r < size(); ++r) await([&, r] { return has_shown(operation_, r); });
}

void ShowingTransport::take(int rank, std::uint64_t *words, std::int64_t count) {
  const Words theirs = shown(operation_, rank);
  if (static_cast<std::int64_t>(theirs.size()) != count)
    lose(name(rank) + " is in another operation");
  std::copy(theirs.begin(), theirs.end(), words);
}

}  // namespace cuboid::engine::group
