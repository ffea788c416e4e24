#include "guarded.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "outcome.hpp"

namespace command {
namespace {

/// What a loop over other things than components may reach in one step.
constexpr std::size_t bytes_of_guard = std::size_t{1} << 24;

cuboid_function guarded_function = nullptr;
std::size_t bytes_of_values = 0;
std::string sentence;

/// Of a thread: the components, and behind them pages that nobody may touch.
class Room {
 public:
  Room() {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t pages = (bytes_of_values + page - 1) / page * page;
    bytes_ = pages + bytes_of_guard;
    memory_ = ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED || ::mprotect(memory_, pages, PROT_READ | PROT_WRITE) != 0) return;
    guard_ = static_cast<char *>(memory_) + pages;
  }
  ~Room() {
    if (memory_ != MAP_FAILED) ::munmap(memory_, bytes_);
  }
  Room(const Room &) = delete;
  Room &operator=(const Room &) = delete;

  bool is_there() const { return guard_ != nullptr; }
  double *values() const { return reinterpret_cast<double *>(guard_ - bytes_of_values); }
  bool forbids(const void *address) const {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const auto first = reinterpret_cast<std::uintptr_t>(guard_);
    return is_there() && number >= first && number - first < bytes_of_guard;
  }

 private:
  void *memory_ = MAP_FAILED;
  std::size_t bytes_ = 0;
  char *guard_ = nullptr;
};
thread_local Room room;

int call_guarded(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  if (!room.is_there()) return guarded_function(ndim, x, ncomp, f, userdata);
  double *const values = room.values();
  std::memcpy(values, f, bytes_of_values);
  const int status = guarded_function(ndim, x, ncomp, values, userdata);
  std::memcpy(f, values, bytes_of_values);
  return status;
}

/// Calls only what a signal handler may.
void end_with_sentence(int signal, siginfo_t *fault, void *) {
  if (room.forbids(fault->si_addr)) {
    [[maybe_unused]] const ssize_t count = ::write(2, sentence.data(), sentence.size());
    ::_exit(failed);
  }
  ::signal(signal, SIG_DFL);  // The instruction is tried again, and ends the command.
}

}  // namespace

cuboid_function guarded(cuboid_function function, int ncomp) {
  guarded_function = function;
  bytes_of_values = static_cast<std::size_t>(ncomp) * sizeof(double);
  sentence = "cuboid: the function sets more than f[" + std::to_string(ncomp - 1) +
             "], the last component of --ncomp = " + std::to_string(ncomp) +
             "; --ncomp says how many it has\n";
  struct sigaction action = {};
  action.sa_sigaction = end_with_sentence;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  return call_guarded;
}

}  // namespace command
