// A warp of a GPU on the host, for tests of kernels where there is no device.  Each lane is a
// coroutine; at an exchange between lanes it waits until all have come.  To be included before the
// kernel's header.
#pragma once

#include <ucontext.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#define __device__
#define __host__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__
#define __launch_bounds__(...)
#define __grid_constant__

namespace support {

/// One warp of 32 lanes, which all have to come to the same exchanges.
class Warp {
 public:
  static constexpr int lanes = 32;
  using Words = std::array<std::uint64_t, lanes>;

  static Warp &instance() {
    static Warp warp;
    return warp;
  }

  void run(std::function<void()> kernel) {
    kernel_ = std::move(kernel);
    arrived_ = 0;
    for (int lane = 0; lane < lanes; ++lane) {
      const auto at = static_cast<std::size_t>(lane);
      finished_[at] = false;
      stacks_[at].resize(stack_bytes);
      getcontext(&contexts_[at]);
      contexts_[at].uc_stack.ss_sp = stacks_[at].data();
      contexts_[at].uc_stack.ss_size = stack_bytes;
      contexts_[at].uc_link = nullptr;
      makecontext(&contexts_[at], &Warp::begin_lane, 0);
    }
    current_ = 0;
    swapcontext(&home_, &contexts_[0]);
  }

  int lane() const { return current_; }

  /// The words of all lanes.  Two sets in turn: a lane that is ahead writes to the other one.
  const Words &exchange(std::uint64_t word) {
    const std::uint64_t round = round_;
    Words &words = words_[round % 2];
    words[static_cast<std::size_t>(current_)] = word;
    if (++arrived_ == lanes) {
      arrived_ = 0;
      ++round_;
    }
    while (round_ == round) yield();
    return words;
  }

 private:
  static constexpr std::size_t stack_bytes = std::size_t{1} << 18;

  static void begin_lane() {
    Warp &warp = instance();
    warp.kernel_();
    warp.finished_[static_cast<std::size_t>(warp.current_)] = true;
    warp.yield();
    setcontext(&warp.home_);
  }

  /// Goes on with the next lane that has not finished, if there is another one.
  void yield() {
    const int from = current_;
    for (int i = 1; i < lanes; ++i) {
      const int to = (from + i) % lanes;
      if (finished_[static_cast<std::size_t>(to)]) continue;
      current_ = to;
      swapcontext(&contexts_[static_cast<std::size_t>(from)],
                  &contexts_[static_cast<std::size_t>(to)]);
      return;
    }
  }

  std::function<void()> kernel_;
  std::array<ucontext_t, lanes> contexts_{};
  ucontext_t home_{};
  std::array<std::vector<char>, lanes> stacks_;
  std::array<bool, lanes> finished_{};
  int current_ = 0;
  int arrived_ = 0;
  std::uint64_t round_ = 0;
  std::array<Words, 2> words_{};
};

template <class T>
std::uint64_t to_word(T value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

/// What value is in the lane of that number.
template <class T>
T from_lane(T value, int lane) {
  const std::uint64_t word =
      Warp::instance().exchange(to_word(value))[static_cast<std::size_t>(lane)];
  T result;
  std::memcpy(&result, &word, sizeof result);
  return result;
}

struct LaneNumber {
  operator unsigned() const { return static_cast<unsigned>(Warp::instance().lane()); }
  int operator&(int mask) const { return Warp::instance().lane() & mask; }
  int operator/(int divisor) const { return Warp::instance().lane() / divisor; }
};

struct ThreadIndex {
  LaneNumber x;
};

struct BlockIndex {
  unsigned x;
};

}  // namespace support

inline constexpr support::ThreadIndex threadIdx;
inline constexpr support::BlockIndex blockIdx{0};
inline constexpr support::BlockIndex gridDim{1};
inline constexpr support::BlockIndex blockDim{support::Warp::lanes};

template <class T>
T __shfl_xor_sync(unsigned, T value, int mask) {
  return support::from_lane(value, support::Warp::instance().lane() ^ mask);
}

template <class T>
T __shfl_down_sync(unsigned, T value, int step) {
  const int lane = support::Warp::instance().lane();
  return support::from_lane(value, lane + step < support::Warp::lanes ? lane + step : lane);
}

template <class T>
T __shfl_up_sync(unsigned, T value, int step) {
  const int lane = support::Warp::instance().lane();
  return support::from_lane(value, lane >= step ? lane - step : lane);
}

template <class T>
T __shfl_sync(unsigned, T value, int source, int width = support::Warp::lanes) {
  return support::from_lane(value, support::Warp::instance().lane() / width * width + source);
}

inline unsigned __ballot_sync(unsigned, bool vote) {
  const auto &words = support::Warp::instance().exchange(vote);
  unsigned votes = 0;
  for (std::size_t lane = 0; lane < words.size(); ++lane)
    if (words[lane] != 0) votes |= 1u << lane;
  return votes;
}

inline bool __all_sync(unsigned, bool vote) {
  return __ballot_sync(0, vote) == ~0u;
}

inline bool __any_sync(unsigned, bool vote) {
  return __ballot_sync(0, vote) != 0;
}

template <class T>
T __ldg(const T *place) {
  return *place;
}

inline void __syncwarp() {
  support::Warp::instance().exchange(0);
}

/// Of a block of one warp.
inline void __syncthreads() {
  __syncwarp();
}

inline int __popc(unsigned bits) {
  return __builtin_popcount(bits);
}

inline int __clz(unsigned bits) {
  return bits == 0 ? 32 : __builtin_clz(bits);
}

inline int __ffs(int bits) {
  return __builtin_ffs(bits);
}

struct alignas(16) double2 {
  double x, y;
};

struct alignas(16) int4 {
  int x, y, z, w;
};

inline double __dadd_rn(double a, double b) {
  return a + b;
}

inline int __double2hiint(double value) {
  return static_cast<int>(support::to_word(value) >> 32);
}

inline int __double2loint(double value) {
  return static_cast<int>(support::to_word(value));
}

inline double __hiloint2double(int high, int low) {
  const std::uint64_t word =
      std::uint64_t{static_cast<unsigned>(high)} << 32 | std::uint64_t{static_cast<unsigned>(low)};
  double value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

template <class T>
T atomicAdd(T *place, T value) {
  const T before = *place;
  *place += value;
  return before;
}

using std::fma;
using std::fmax;
