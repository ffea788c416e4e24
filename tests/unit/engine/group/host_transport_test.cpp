// Ranks that see memory of their host: what goes through it, and how they hear that one is gone.
#include "engine/group/host_transport.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/failure.hpp"
#include "engine/group/group.hpp"
#include "engine/group/thread_transport.hpp"

namespace {

using namespace cuboid::engine::group;
using cuboid::Failure;

/// Counts the operations of all ranks that do not go through the memory.
class Counting final : public Transport {
 public:
  Counting(std::shared_ptr<Transport> inner, std::atomic<int> &count)
      : inner_(std::move(inner)), count_(count) {}
  int rank() const override { return inner_->rank(); }
  int size() const override { return inner_->size(); }
  void gather(std::uint64_t *words, const std::int64_t *first) override {
    ++count_;
    inner_->gather(words, first);
  }
  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    ++count_;
    inner_->broadcast(words, count, root);
  }
  void sum(std::uint64_t *words, std::int64_t count) override {
    ++count_;
    inner_->sum(words, count);
  }

 private:
  std::shared_ptr<Transport> inner_;
  std::atomic<int> &count_;
};

/// Runs body on threads instead of processes.  Returns the operations of a rank that did not
/// go through the memory, besides those with which the ranks agree to have it.
int run(int size, const std::function<void(std::shared_ptr<Transport>)> &body) {
  std::atomic<int> count = 0;
  {
    std::vector<std::jthread> threads;
    for (auto &rank :
         connect_threads(std::vector<std::string>(static_cast<std::size_t>(size)), "threads"))
      threads.emplace_back([&body, &count, own = std::move(rank)]() mutable {
        body(with_memory_of_host(std::make_shared<Counting>(std::move(own), count)));
      });
  }
  return count / size - 2;
}

/// Whether all words arrive, as many of each rank, in three rounds of each operation.
bool all_arrive(Transport &rank, std::int64_t words) {
  const int size = rank.size();
  const auto first = range_begins(size * words, size);
  const auto length = static_cast<std::size_t>(first.back());
  bool right = true;
  for (std::uint64_t round = 0; round < 3; ++round) {
    std::vector<std::uint64_t> told(length);
    for (auto i = first[static_cast<std::size_t>(rank.rank())];
         i < first[static_cast<std::size_t>(rank.rank()) + 1]; ++i)
      told[static_cast<std::size_t>(i)] = 7 * static_cast<std::uint64_t>(i) + round;
    rank.gather(told.data(), first.data());
    for (std::size_t i = 0; i < length; ++i) right = right && told[i] == 7 * i + round;
    told.resize(static_cast<std::size_t>(words));
    for (std::size_t i = 0; i < told.size(); ++i) told[i] = rank.rank() == size - 1 ? i + round : 0;
    rank.broadcast(told.data(), words, size - 1);
    for (std::size_t i = 0; i < told.size(); ++i) right = right && told[i] == i + round;
    rank.sum(told.data(), words);
    for (std::size_t i = 0; i < told.size(); ++i)
      right = right && told[i] == static_cast<std::uint64_t>(size) * (i + round);
  }
  return right;
}

TEST(HostTransport, HandsOverWhatIsNotLongThroughMemory) {
  for (const int size : {2, 3, 16})
    for (const std::int64_t words : {1, 1000, 65536, 65537}) {
      std::atomic<int> right = 0;
      const int by_messages = run(
          size, [&](const std::shared_ptr<Transport> &rank) { right += all_arrive(*rank, words); });
      EXPECT_EQ(right, size) << words;
      EXPECT_EQ(by_messages, words > 65536 ? 9 : 0) << size << " ranks, " << words << " words";
    }
}

TEST(HostTransport, IsLeftOutWhereTheEnvironmentSaysSo) {
  setenv("CUBOID_SHARED_MEMORY", "0", 1);
  std::atomic<int> right = 0;
  const int by_messages =
      run(3, [&](const std::shared_ptr<Transport> &rank) { right += all_arrive(*rank, 10); });
  unsetenv("CUBOID_SHARED_MEMORY");
  EXPECT_EQ(right, 3);
  EXPECT_EQ(by_messages, 9);
}

TEST(HostTransport, HearsThatARankIsGone) {
  std::atomic<int> told = 0;
  run(3, [&](std::shared_ptr<Transport> rank) {
    if (rank->rank() == 1) return rank.reset();
    try {
      std::uint64_t word = 0;
      rank->broadcast(&word, 1, 0);
    } catch (const Failure &failure) {
      told += failure.status() == CUBOID_WORKER_LOST && rank->lost() &&
              failure.message().find("has ended") != std::string::npos;
    }
  });
  EXPECT_EQ(told, 2);
}

}  // namespace
