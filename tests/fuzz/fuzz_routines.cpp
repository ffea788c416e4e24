// All arguments of the routines and methods, all that an integrand may do, and the bytes of state
// files.
#include "calls.hpp"

#include <fstream>

namespace {

using namespace fuzz;

/// Writes bytes of the input, or changes a byte or the length of the file that the last call left.
void prepare_state(FuzzedDataProvider &data) {
  if (data.ConsumeBool()) {
    const std::string bytes = data.ConsumeRandomLengthString(200);
    std::ofstream(state_name(), std::ios::binary) << bytes;
  } else if (data.ConsumeBool()) {
    std::fstream file(state_name(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(data.ConsumeIntegralInRange(0, 3000));
    file.put(data.ConsumeIntegral<char>());
  } else if (data.ConsumeBool()) {
    if (truncate(state_name().c_str(), data.ConsumeIntegralInRange(0, 3000)) != 0) return;
  }
}

}  // namespace

void fuzz::run(FuzzedDataProvider &data) {
  const int calls = data.ConsumeIntegralInRange(1, 3);
  for (int i = 0; i < calls; ++i) {
    const Arguments a = arguments_from(data);
    Integrand f = integrand_from(data, a);
    const char *statefile = nullptr;
    if (data.ConsumeIntegralInRange(0, 3) == 0) {
      prepare_state(data);
      statefile = state_name().c_str();
    }
    void *kept = nullptr;
    int minus_one = -1;
    void *const spins[] = {nullptr, &minus_one, &kept};
    void *const spin = data.PickValueInArray(spins);
    check(a, call(a, f, statefile, spin), false);
    if (spin == &kept) cubawait(&kept);
  }
}
