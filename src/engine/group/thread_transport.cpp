#include "engine/group/thread_transport.hpp"

#include <atomic>
#include <utility>

#include "engine/group/showing_transport.hpp"

namespace cuboid::engine::group {

namespace {

/// What a thread shows to the others, who write nothing here.
struct alignas(64) Place {
  std::atomic<std::uint64_t> handed_in = 0;  ///< operations for which its words are there
  std::atomic<bool> gone = false;
  std::vector<std::uint64_t> words[2];
};

struct Barrier {
  Barrier(std::vector<std::string> of_all, const char *what)
      : names(std::move(of_all)), members(what), places(names.size()) {}

  const std::vector<std::string> names;
  const char *const members;
  std::vector<Place> places;
};

class ThreadTransport final : public ShowingTransport {
 public:
  ThreadTransport(std::shared_ptr<Barrier> barrier, int rank)
      : barrier_(std::move(barrier)), rank_(rank) {}
  ~ThreadTransport() override { place(rank_).gone.store(true, std::memory_order_release); }

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(barrier_->places.size()); }
  std::string name(int rank) const override {
    return barrier_->names[static_cast<std::size_t>(rank)];
  }
  const char *members() const override { return barrier_->members; }
  bool in_one_process() const override { return true; }

 private:
  Place &place(int rank) const { return barrier_->places[static_cast<std::size_t>(rank)]; }

  void show(std::uint64_t operation, std::span<const std::uint64_t> words) override {
    Place &mine = place(rank_);
    mine.words[operation % 2].assign(words.begin(), words.end());
    mine.handed_in.store(operation, std::memory_order_release);
  }

  bool has_shown(std::uint64_t operation, int rank) override {
    const Place &other = place(rank);
    // In this order, since it may hand in its words and go between the two.
    const bool gone = other.gone.load(std::memory_order_acquire);
    if (other.handed_in.load(std::memory_order_acquire) >= operation) return true;
    if (gone) lose(name(rank) + " has ended");
    return false;
  }

  std::span<const std::uint64_t> shown(std::uint64_t operation, int rank) override {
    return place(rank).words[operation % 2];
  }

  const std::shared_ptr<Barrier> barrier_;
  const int rank_;
};

}  // namespace

std::vector<std::shared_ptr<Transport>> connect_threads(std::vector<std::string> names,
                                                        const char *members) {
  const auto barrier = std::make_shared<Barrier>(std::move(names), members);
  std::vector<std::shared_ptr<Transport>> transports;
  for (std::size_t r = 0; r < barrier->places.size(); ++r)
    transports.push_back(std::make_shared<ThreadTransport>(barrier, static_cast<int>(r)));
  return transports;
}

}  // namespace cuboid::engine::group
