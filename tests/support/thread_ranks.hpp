// Ranks that are threads of a test, and a count of what they tell each other.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <vector>

#include "base/failure.hpp"
#include "cuboid.h"
#include "engine/group/transport.hpp"

namespace support {

/// What the threads of a job have in common.
struct ThreadJob {
  explicit ThreadJob(int ranks) : shown(static_cast<std::size_t>(ranks)) {}

  std::mutex mutex;  ///< guards what follows
  std::condition_variable changed;
  std::vector<const std::uint64_t *> shown;
  int waiting = 0;
  std::int64_t barriers = 0;
  std::int64_t operations = 0;
  std::int64_t words = 0;  ///< that a rank has received, or sent to be added up
};

class ThreadRank final : public cuboid::engine::group::Transport {
 public:
  ThreadRank(ThreadJob &job, int rank) : job_(job), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(job_.shown.size()); }

  void gather(std::uint64_t *words, const std::int64_t *first) override {
    exchange(words, first[size()] - first[0], [&] {
      for (int r = 0; r < size(); ++r)
        if (r != rank_)
          std::copy(job_.shown[r] + first[r], job_.shown[r] + first[r + 1], words + first[r]);
    });
  }

  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    exchange(words, count, [&] {
      if (rank_ != root) std::copy_n(job_.shown[root], count, words);
    });
  }

  /// A part of the words is added up by each rank.
  void sum(std::uint64_t *words, std::int64_t count) override {
    const std::int64_t begin = count * rank_ / size(), end = count * (rank_ + 1) / size();
    std::vector<std::uint64_t> total(static_cast<std::size_t>(end - begin));
    exchange(words, count, [&] {
      for (int r = 0; r < size(); ++r)
        for (std::int64_t i = begin; i < end; ++i) total[i - begin] += job_.shown[r][i];
    });
    // Those who show the same word look at it no more.
    exchange(total.data(), 0, [&] {
      for (int r = 0; r < size(); ++r) {
        const std::int64_t first = count * r / size();
        std::copy_n(job_.shown[r], count * (r + 1) / size() - first, words + first);
      }
    });
  }

 private:
  /// Shows words to the others, looks at theirs, and leaves when all have looked.
  template <class Look>
  void exchange(const std::uint64_t *words, std::int64_t count, const Look &look) {
    std::unique_lock lock(job_.mutex);
    job_.shown[rank_] = words;
    if (rank_ == 0 && count > 0) {
      ++job_.operations;
      job_.words += count;
    }
    wait_for_all(lock);
    lock.unlock();
    look();
    lock.lock();
    wait_for_all(lock);
  }

  void wait_for_all(std::unique_lock<std::mutex> &lock) {
    const std::int64_t barrier = job_.barriers;
    if (++job_.waiting == size()) {
      job_.waiting = 0;
      ++job_.barriers;
      job_.changed.notify_all();
      return;
    }
    if (!job_.changed.wait_for(lock, std::chrono::seconds(60),
                               [&] { return job_.barriers != barrier; }))
      throw cuboid::Failure(CUBOID_WORKER_LOST, "a rank has not come");
  }

  ThreadJob &job_;
  const int rank_;
};

/// Calls body(transport) on as many threads, and returns what it returns.
template <class Body>
auto run_ranks(ThreadJob &job, const Body &body) {
  using Found = decltype(body(std::shared_ptr<cuboid::engine::group::Transport>()));
  std::vector<std::future<Found>> running;
  for (std::size_t r = 0; r < job.shown.size(); ++r)
    running.push_back(std::async(std::launch::async, [&, r] {
      return body(std::make_shared<ThreadRank>(job, static_cast<int>(r)));
    }));
  std::vector<Found> found;
  for (std::future<Found> &one : running) found.push_back(one.get());
  return found;
}

}  // namespace support
