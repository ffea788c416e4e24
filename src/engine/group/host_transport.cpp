#include "engine/group/host_transport.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/environment.hpp"
#include "base/failure.hpp"
#include "engine/group/group.hpp"
#include "engine/group/showing_transport.hpp"

namespace cuboid::engine::group {

namespace {

/// Of the memory for all ranks, which takes no pages but where it is written to.
constexpr std::size_t max_bytes = std::size_t{64} << 20;
/// Words that a rank hands over through it, at most: what is longer takes much longer than a
/// message.
constexpr std::size_t max_words = std::size_t{1} << 16;

/// Seconds after which a rank that waits looks whether the others are still there.
constexpr double seconds_until_look = 0.05;

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// What a rank shows to the others, who write nothing here but that they take of its work.
struct alignas(64) Place {
  std::atomic<std::uint64_t> handed_in;         ///< operations for which its words are there
  std::atomic<std::uint64_t> process;           ///< its number; 0: it has ended
  std::atomic<std::uint64_t> count[2];          ///< of its words
  alignas(64) std::atomic<std::uint64_t> work;  ///< apart from what those look at who wait
};

struct Header {
  std::uint64_t nonce;
};

/// The memory: a header, the places, and two rooms for the words of each rank.
class HostMemory {
 public:
  explicit HostMemory(int ranks)
      : ranks_(static_cast<std::size_t>(ranks)),
        room_(std::min(max_words, max_bytes / sizeof(std::uint64_t) / 2 / ranks_)),
        bytes_((1 + ranks_) * sizeof(Place) + 2 * ranks_ * room_ * sizeof(std::uint64_t)) {}
  ~HostMemory() {
    if (memory_ != MAP_FAILED) munmap(memory_, bytes_);
  }
  HostMemory(const HostMemory &) = delete;
  HostMemory &operator=(const HostMemory &) = delete;

  bool map(int file) {
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory_ != MAP_FAILED;
  }

  std::size_t bytes() const { return bytes_; }
  std::size_t room() const { return room_; }
  Header &header() const { return *static_cast<Header *>(memory_); }
  Place &place(int rank) const { return static_cast<Place *>(memory_)[1 + rank]; }
  std::uint64_t *words(int rank, std::uint64_t operation) const {
    auto *const first = reinterpret_cast<std::uint64_t *>(&place(static_cast<int>(ranks_)));
    return first + (2 * static_cast<std::size_t>(rank) + operation % 2) * room_;
  }

 private:
  std::size_t ranks_;
  std::size_t room_;
  std::size_t bytes_;
  void *memory_ = MAP_FAILED;
};

/// Whether a process of this host runs, and not only waits for its parent to hear of its end.
bool is_running(std::uint64_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  if (!std::getline(file, text)) return false;
  const std::size_t end = text.rfind(") ");
  const char state = end + 2 < text.size() ? text[end + 2] : 'X';
  return state != 'Z' && state != 'X';
}

class HostTransport final : public ShowingTransport, public SharedWindow {
 public:
  HostTransport(std::shared_ptr<Transport> inner, std::unique_ptr<HostMemory> memory)
      : inner_(std::move(inner)), memory_(std::move(memory)) {}
  ~HostTransport() override {
    if (is_of_this_process()) memory_->place(rank()).process.store(0, std::memory_order_release);
  }

  int rank() const override { return inner_->rank(); }
  int size() const override { return inner_->size(); }
  std::string name(int rank) const override { return inner_->name(rank); }
  const char *members() const override { return inner_->members(); }
  bool on_one_host() const override { return true; }
  SharedWindow *window() override { return this; }
  void check_usable() const override { inner_->check_usable(); }

  std::int64_t room() const override { return static_cast<std::int64_t>(memory_->room()); }
  std::uint64_t next_exchange() const override { return operation() + 1; }
  std::uint64_t *next_words(int rank) override { return memory_->words(rank, operation() + 1); }
  const std::uint64_t *last_words(int rank) const override {
    return memory_->words(rank, operation());
  }
  std::atomic<std::uint64_t> &work(int rank) override { return memory_->place(rank).work; }

  void gather_leading(std::uint64_t *words, const std::int64_t *first,
                      std::int64_t leading) override {
    if (has_room(longest(first))) return ShowingTransport::gather_leading(words, first, leading);
    by_inner([&] { inner_->gather(words, first); });
  }
  void broadcast(std::uint64_t *words, std::int64_t count, int root) override {
    if (has_room(count)) return ShowingTransport::broadcast(words, count, root);
    by_inner([&] { inner_->broadcast(words, count, root); });
  }
  void sum(std::uint64_t *words, std::int64_t count) override {
    if (has_room(count)) return ShowingTransport::sum(words, count);
    by_inner([&] { inner_->sum(words, count); });
  }

 private:
  std::int64_t longest(const std::int64_t *first) const {
    std::int64_t most = 0;
    for (int r = 0; r < size(); ++r) most = std::max(most, first[r + 1] - first[r]);
    return most;
  }

  bool has_room(std::int64_t count) const {
    return static_cast<std::size_t>(count) <= memory_->room();
  }

  template <class Operation>
  void by_inner(const Operation &operation) {
    inner_->set_timeout(timeout());
    try {
      operation();
    } catch (const Failure &) {
      mark_lost();
      throw;
    }
  }

  void show(std::uint64_t operation, std::span<const std::uint64_t> words) override {
    Place &mine = memory_->place(rank());
    std::copy(words.begin(), words.end(), memory_->words(rank(), operation));
    mine.count[operation % 2].store(words.size(), std::memory_order_relaxed);
    mine.handed_in.store(operation, std::memory_order_release);
    look_at_ = 0;
  }

  bool has_shown(std::uint64_t operation, int rank) override {
    Place &other = memory_->place(rank);
    if (other.handed_in.load(std::memory_order_acquire) >= operation) return true;
    const double now = monotonic_seconds();
    if (look_at_ == 0) look_at_ = now + seconds_until_look;
    const std::uint64_t process = other.process.load(std::memory_order_acquire);
    if (process != 0 && (now < look_at_ || is_running(process))) {
      if (now >= look_at_) look_at_ = now + seconds_until_look;
      return false;
    }
    // It may have handed in its words before it ended.
    if (other.handed_in.load(std::memory_order_acquire) >= operation) return true;
    lose(name(rank) + " has ended");
  }

  std::span<const std::uint64_t> shown(std::uint64_t operation, int rank) override {
    const std::uint64_t count = memory_->place(rank).count[operation % 2].load();
    return {memory_->words(rank, operation), static_cast<std::size_t>(count)};
  }

  const std::shared_ptr<Transport> inner_;
  const std::unique_ptr<HostMemory> memory_;
  double look_at_ = 0;  ///< when to look whether the others are there; 0: nobody waits
};

/// What tells others where the memory of a process is, and whether it is one of theirs.
struct Invitation {
  std::uint64_t process;  ///< 0: there is none
  std::uint64_t file;
  std::uint64_t nonce;
  std::uint64_t processes;  ///< the numbers of processes, of which there may be several lists
  char boot[40];            ///< the host since it was started
};
static_assert(sizeof(Invitation) % sizeof(std::uint64_t) == 0);

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// Of this process, without memory.
Invitation own_place() {
  Invitation own{};
  struct stat status {};
  if (::stat("/proc/self/ns/pid", &status) == 0) own.processes = status.st_ino;
  std::ifstream("/proc/sys/kernel/random/boot_id").read(own.boot, sizeof own.boot - 1);
  return own;
}

Invitation invite(HostMemory &memory, const File &file) {
  Invitation own = own_place();
  if (file.number() < 0 || ::ftruncate(file.number(), static_cast<off_t>(memory.bytes())) != 0 ||
      !memory.map(file.number()))
    return own;
  std::uint64_t nonce = 0;
  if (::getrandom(&nonce, sizeof nonce, 0) != sizeof nonce) return own;
  memory.header().nonce = own.nonce = nonce;
  own.process = static_cast<std::uint64_t>(::getpid());
  own.file = static_cast<std::uint64_t>(file.number());
  return own;
}

bool accept(HostMemory &memory, const Invitation &invitation) {
  const Invitation own = own_place();
  if (invitation.process == 0 || own.boot[0] == '\0' || own.processes != invitation.processes ||
      std::memcmp(own.boot, invitation.boot, sizeof own.boot) != 0)
    return false;
  const std::string name =
      "/proc/" + std::to_string(invitation.process) + "/fd/" + std::to_string(invitation.file);
  const File file(::open(name.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0 ||
      static_cast<std::size_t>(status.st_size) != memory.bytes() || !memory.map(file.number()))
    return false;
  return memory.header().nonce == invitation.nonce;
}

}  // namespace

std::shared_ptr<Transport> with_memory_of_host(std::shared_ptr<Transport> transport) {
  const int size = transport->size(), rank = transport->rank();
  if (size == 1) return transport;
  const char *const wanted = environment_variable("CUBOID_SHARED_MEMORY");
  auto memory = std::make_unique<HostMemory>(size);
  const File file(rank == 0 ? ::memfd_create("cuboid", MFD_CLOEXEC) : -1);
  constexpr std::size_t words_of_invitation = sizeof(Invitation) / sizeof(std::uint64_t);
  std::uint64_t words[words_of_invitation] = {};
  Invitation invitation{};
  if (rank == 0) {
    invitation = invite(*memory, file);
    std::memcpy(words, &invitation, sizeof invitation);
  }
  transport->broadcast(words, words_of_invitation, 0);
  std::memcpy(&invitation, words, sizeof invitation);
  bool here = rank == 0 ? invitation.process != 0 : accept(*memory, invitation);
  here = here && (wanted == nullptr || std::string(wanted) != "0");
  if (here) memory->place(rank).process = static_cast<std::uint64_t>(::getpid());
  std::vector<std::uint64_t> answers(static_cast<std::size_t>(size));
  answers[static_cast<std::size_t>(rank)] = here ? 1 : 0;
  transport->gather(answers.data(), range_begins(size, size).data());
  const bool all = std::all_of(answers.begin(), answers.end(), [](auto yes) { return yes == 1; });
  if (!all) return transport;
  return std::make_shared<HostTransport>(std::move(transport), std::move(memory));
}

}  // namespace cuboid::engine::group
