// Arrays whose numbers are not set to zero first: memory that nobody has written to yet costs
// nothing, and is brought in by the thread that writes to it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace cuboid {

template <class T>
struct UnfilledAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UnfilledAllocator<U>;
  };

  template <class U>
  void construct(U *place) {
    ::new (static_cast<void *>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U *place, Arguments &&...arguments) {
    std::construct_at(place, std::forward<Arguments>(arguments)...);
  }
};

/// A vector whose resize() leaves new numbers as they are.
template <class T>
using Unfilled = std::vector<T, UnfilledAllocator<T>>;

}  // namespace cuboid
