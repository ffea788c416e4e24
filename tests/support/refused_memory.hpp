// Memory that is not to be had.  For one file of a program: it replaces operator new.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace support {

/// The program's: whether a block of this size is refused.
bool is_refused(std::size_t size);

}  // namespace support

// Inlined one without the other, gcc takes them for a mismatch.
__attribute__((noinline)) void *operator new(std::size_t size) {
  if (!support::is_refused(size))
    if (void *block = std::malloc(size > 0 ? size : 1)) return block;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void *block) noexcept {
  std::free(block);
}
__attribute__((noinline)) void operator delete(void *block, std::size_t) noexcept {
  std::free(block);
}
