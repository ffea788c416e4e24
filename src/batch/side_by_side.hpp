// Integrals that are calls of their own, several at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cuboid::router {

/// How the calls are made.
struct Calls {
  /// Carries out an integral with so much memory; 0: it stands alone, and has what there is.
  /// False: that was not enough.  Throws nothing but the unwinding of a cancelled thread.
  using Worker = std::function<bool(std::int64_t integral, std::int64_t memory_share)>;

  /// Makes what a thread works with, on that thread.
  std::function<Worker()> make_worker;
  /// Whether nothing more is to be begun.  Any thread may ask.
  std::function<bool()> ends;
  /// For the calling thread, after an integral and while it waits for the others.
  std::function<void()> look;
};

/// Carries out the integrals on so many threads, of which the calling one is the first, and which
/// have equal shares of the memory.  Those whose share was too small are carried out again with
/// fewer at a time, in the end alone, so that none lacks what it would have had by itself.
void carry_out_side_by_side(std::vector<std::int64_t> integrals, int threads, std::int64_t memory,
                            const Calls &calls);

}  // namespace cuboid::router
