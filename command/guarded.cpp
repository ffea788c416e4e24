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

/// With all the arguments that are always passed: shorter ones ignore the tail.
using FullFunction = int (*)(const int *, const double[], const int *, double[], void *,
                             const int *nvec, const int *core, const double *weight,
                             const int *iter);

FullFunction guarded_function = nullptr;
std::string of_variables, of_components;

/// Of a thread: numbers, and behind them pages that nobody may touch.
class Room {
 public:
  Room() = default;
  ~Room() { give_back(); }
  Room(const Room &) = delete;
  Room &operator=(const Room &) = delete;

  /// Where so many bytes end at the guard; nullptr: there is no memory.
  double *of(std::size_t bytes) {
    if (bytes > pages_) take(bytes);
    return guard_ != nullptr ? reinterpret_cast<double *>(guard_ - bytes) : nullptr;
  }
  bool forbids(const void *address) const {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const auto first = reinterpret_cast<std::uintptr_t>(guard_);
    return guard_ != nullptr && number >= first && number - first < bytes_of_guard;
  }

 private:
  void take(std::size_t bytes) {
    give_back();
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    pages_ = (bytes + page - 1) / page * page;
    void *const memory =
        ::mmap(nullptr, pages_ + bytes_of_guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    memory_ = memory;
    if (::mprotect(memory_, pages_, PROT_READ | PROT_WRITE) != 0) return;
    guard_ = static_cast<char *>(memory_) + pages_;
  }
  void give_back() {
    if (memory_ != nullptr) ::munmap(memory_, pages_ + bytes_of_guard);
    memory_ = nullptr;
    guard_ = nullptr;
  }

  void *memory_ = nullptr;
  std::size_t pages_ = 0;  ///< their bytes
  char *guard_ = nullptr;
};
thread_local Room variables, components;

int call_guarded(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata,
                 const int *nvec, const int *core, const double *weight, const int *iter) {
  const auto points = static_cast<std::size_t>(*nvec);
  const std::size_t bytes_of_x = points * static_cast<std::size_t>(*ndim) * sizeof(double);
  const std::size_t bytes_of_f = points * static_cast<std::size_t>(*ncomp) * sizeof(double);
  double *const at = variables.of(bytes_of_x);
  double *const values = components.of(bytes_of_f);
  if (at == nullptr || values == nullptr)
    return guarded_function(ndim, x, ncomp, f, userdata, nvec, core, weight, iter);
  std::memcpy(at, x, bytes_of_x);
  std::memcpy(values, f, bytes_of_f);
  const int status = guarded_function(ndim, at, ncomp, values, userdata, nvec, core, weight, iter);
  std::memcpy(f, values, bytes_of_f);
  return status;
}

void end_with(const std::string &sentence) {
  [[maybe_unused]] const ssize_t count = ::write(2, sentence.data(), sentence.size());
  ::_exit(failed);
}

/// Calls only what a signal handler may.
void end_with_sentence(int signal, siginfo_t *fault, void *) {
  if (components.forbids(fault->si_addr)) end_with(of_components);
  if (variables.forbids(fault->si_addr)) end_with(of_variables);
  ::signal(signal, SIG_DFL);  // The instruction is tried again, and ends the command.
}

}  // namespace

cuboid_function guarded(cuboid_function function, int ndim, int ncomp) {
  // By way of void (*)(), which compilers take as a sign that the types differ on purpose.
  guarded_function = reinterpret_cast<FullFunction>(reinterpret_cast<void (*)()>(function));
  of_components = "cuboid: the function sets more than f[" + std::to_string(ncomp - 1) +
                  "], the last component of --ncomp = " + std::to_string(ncomp) +
                  "; --ncomp says how many it has\n";
  of_variables = "cuboid: the function reads more than x[" + std::to_string(ndim - 1) +
                 "], the last variable of --ndim = " + std::to_string(ndim) +
                 "; --ndim, or a pair of limits for each, says how many it has\n";
  struct sigaction action = {};
  action.sa_sigaction = end_with_sentence;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  return reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(call_guarded));
}

}  // namespace command
