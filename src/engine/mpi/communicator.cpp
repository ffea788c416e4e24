#include "engine/mpi/communicator.hpp"

#include <sched.h>
#include <time.h>

#include <string>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "engine/mpi/plugin.hpp"

namespace cuboid::engine::mpi {

namespace {

/// Seconds for which a rank that waits looks again and again, since the others mostly come soon;
/// and for which it then sleeps between two looks.
constexpr double impatient_seconds = 1e-3;
constexpr long sleep_nanoseconds = 20'000;

class CommunicatorTransport final : public group::Transport {
 public:
  CommunicatorTransport(const cuboid_transport &table, void *context, int rank, int size)
      : table_(table), context_(context), rank_(rank), size_(size) {}
  ~CommunicatorTransport() override {
    if (is_of_this_process()) table_.close(context_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void check_usable() const override {
    char text[CUBOID_TRANSPORT_TEXT] = "";
    if (table_.usable(context_, text) != 0) throw Failure(CUBOID_BAD_ARGUMENT, text);
  }

  void gather(std::uint64_t *words, const std::int64_t *first) override {
    finish(table_.gather(context_, words, first));
  }
  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    finish(table_.broadcast(context_, words, count, root));
  }
  void sum(std::uint64_t *words, std::int64_t count) override {
    finish(table_.sum(context_, words, count));
  }

 private:
  void finish(int trouble) {
    if (trouble != 0) lose("the communicator reports an error");
    const double begin = monotonic_seconds();
    while (true) {
      const int over = table_.finished(context_);
      if (over > 0) return;
      if (over < 0) lose("the connection to another rank is gone");
      const double waited = monotonic_seconds() - begin;
      if (timeout() > 0 && waited > timeout())
        lose("nothing was heard of the other ranks for " + std::to_string(timeout()) +
             " seconds (option rank_timeout): one of them has died, works for longer on one piece, "
             "or was not called as often");
      if (waited < impatient_seconds) {
        sched_yield();
      } else {
        const timespec pause{0, sleep_nanoseconds};
        nanosleep(&pause, nullptr);
      }
    }
  }

  [[noreturn]] void lose(const std::string &why) {
    set_lost();
    throw Failure(CUBOID_WORKER_LOST,
                  "rank " + std::to_string(rank_) + " of " + std::to_string(size_) + ": " + why);
  }

  const cuboid_transport &table_;
  void *context_;
  int rank_;
  int size_;
};

}  // namespace

std::shared_ptr<group::Transport> open_communicator(const void *comm, std::size_t size) {
  const cuboid_transport &table = plugin();
  char text[CUBOID_TRANSPORT_TEXT] = "";
  void *context = nullptr;
  int rank = 0, ranks = 1;
  if (table.open(comm, size, &context, &rank, &ranks, text) != 0)
    throw Failure(CUBOID_BAD_ARGUMENT, text);
  return std::make_shared<CommunicatorTransport>(table, context, rank, ranks);
}

}  // namespace cuboid::engine::mpi
