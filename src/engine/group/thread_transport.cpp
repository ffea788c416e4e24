#include "engine/group/thread_transport.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace cuboid::engine::group {

namespace {

using Words = std::vector<std::uint64_t>;

/// What a thread shows to the others, who write nothing here.
struct alignas(64) Place {
  std::atomic<std::uint64_t> handed_in = 0;  ///< operations for which its words are there
  std::atomic<bool> gone = false;
  /// Of operations with even and with odd numbers.  Who is in an operation has read the words of
  /// the one before, and so those of the one before that can go when all are in the next.
  Words words[2];
};

struct Meeting {
  Meeting(std::vector<std::string> of_all, const char *what)
      : names(std::move(of_all)), members(what), places(names.size()) {}

  const std::vector<std::string> names;
  const char *const members;
  std::vector<Place> places;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(std::shared_ptr<Meeting> meeting, int rank)
      : meeting_(std::move(meeting)), rank_(rank) {}
  ~ThreadTransport() override { place(rank_).gone.store(true, std::memory_order_release); }

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(meeting_->places.size()); }
  std::string name(int rank) const override {
    return meeting_->names[static_cast<std::size_t>(rank)];
  }
  const char *members() const override { return meeting_->members; }
  bool in_one_process() const override { return true; }

  void gather(std::uint64_t *words, const std::int64_t *first) override {
    exchange(words + first[rank_], first[rank_ + 1] - first[rank_]);
    for (int r = 0; r < size(); ++r)
      if (r != rank_) take(r, words + first[r], first[r + 1] - first[r]);
  }

  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    exchange(words, rank_ == root ? count : 0);
    if (rank_ != root) take(root, words, count);
  }

  void sum(std::uint64_t *words, std::int64_t count) override {
    exchange(words, count);
    Words other(static_cast<std::size_t>(count));
    for (int r = 0; r < size(); ++r) {
      if (r == rank_) continue;
      take(r, other.data(), count);
      for (std::size_t i = 0; i < other.size(); ++i) words[i] += other[i];
    }
  }

 private:
  Place &place(int rank) const { return meeting_->places[static_cast<std::size_t>(rank)]; }

  /// Shows these words to all, and waits until all have shown theirs.
  void exchange(const std::uint64_t *words, std::int64_t count) {
    ++operation_;
    Place &mine = place(rank_);
    mine.words[operation_ % 2].assign(words, words + count);
    mine.handed_in.store(operation_, std::memory_order_release);
    for (int r = 0; r < size(); ++r) await([&, r] { return is_in(r); });
  }

  bool is_in(int rank) {
    const Place &other = place(rank);
    // In this order, since it may hand in its words and go between the two.
    const bool gone = other.gone.load(std::memory_order_acquire);
    if (other.handed_in.load(std::memory_order_acquire) >= operation_) return true;
    if (gone) lose(name(rank) + " has ended");
    return false;
  }

  void take(int rank, std::uint64_t *words, std::int64_t count) {
    const Words &theirs = place(rank).words[operation_ % 2];
    if (static_cast<std::int64_t>(theirs.size()) != count)
      lose(name(rank) + " is in another operation");
    std::copy(theirs.begin(), theirs.end(), words);
  }

  const std::shared_ptr<Meeting> meeting_;
  const int rank_;
  std::uint64_t operation_ = 0;
};

}  // namespace

std::vector<std::shared_ptr<Transport>> connect_threads(std::vector<std::string> names,
                                                        const char *members) {
  const auto meeting = std::make_shared<Meeting>(std::move(names), members);
  std::vector<std::shared_ptr<Transport>> transports;
  for (std::size_t r = 0; r < meeting->places.size(); ++r)
    transports.push_back(std::make_shared<ThreadTransport>(meeting, static_cast<int>(r)));
  return transports;
}

}  // namespace cuboid::engine::group
