#include "engine/mpi/communicator.hpp"

#include "base/formatted.hpp"
#include "engine/group/host_transport.hpp"
#include "engine/mpi/plugin.hpp"

namespace cuboid::engine::mpi {

namespace {

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
    if (table_.usable(context_, text) != 0) reject(std::string(text));
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
    await([this] {
      const int over = table_.finished(context_);
      if (over < 0) lose("the connection to another rank is gone");
      return over > 0;
    });
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
  if (table.open(comm, size, &context, &rank, &ranks, text) != 0) reject(std::string(text));
  return group::with_memory_of_host(
      std::make_shared<CommunicatorTransport>(table, context, rank, ranks));
}

}  // namespace cuboid::engine::mpi
