// What libFuzzer calls in each target.
#include "calls.hpp"

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  fuzz::prepare();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
  FuzzedDataProvider data(bytes, size);
  fuzz::run(data);
  return 0;
}
