#include "cuba/cuhre/known_rule.hpp"

#include <atomic>
#include <memory>

namespace cuboid::algorithm {

const rule::CuhreRule &known_rule(int ndim, int key, bool faces) {
  // All but these keys stand for the default.
  constexpr int nkeys = 3;
  const int number = key == 7 ? 1 : key == 9 ? 2 : 0;
  // Without a lock, which a forked process could find taken.
  static std::atomic<const rule::CuhreRule *> known[rule::cuhre_max_dimensions + 1][nkeys][2];
  // Outside of this there is no rule, and making one throws.
  const bool exists = ndim >= 1 && ndim <= rule::cuhre_max_dimensions;
  std::atomic<const rule::CuhreRule *> &place = known[exists ? ndim : 0][number][faces ? 1 : 0];
  const rule::CuhreRule *found = place.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  auto made = std::make_unique<const rule::CuhreRule>(rule::make_cuhre_rule(ndim, key, faces));
  if (place.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel))
    return *made.release();
  return *found;
}

}  // namespace cuboid::algorithm
