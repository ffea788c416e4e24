// Which calls of the CUDA runtime and of the driver a program makes, and how long they take: a
// library that the driver loads into any program.
//   CUDA_INJECTION64_PATH=libdriver_calls.so growth threads
// At the end, for each function: microseconds in all; calls and microseconds a call where no other
// thread, 1 to 3, 4 to 7, and more were in such calls when it began.  To look at a call takes a
// part of a microsecond itself.
#include <cupti.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int functions = 2048;
constexpr int crowds = 4;

struct Count {
  std::atomic<const char *> name{nullptr};
  std::atomic<long long> calls[crowds];
  std::atomic<long long> nanoseconds[crowds];

  static long long sum(const std::atomic<long long> (&numbers)[crowds]) {
    long long all = 0;
    for (const auto &number : numbers) all += number;
    return all;
  }
};

Count counts[2][functions];
std::atomic<int> inside[2];
thread_local int crowd[2];

int crowd_of(int others) {
  return others < 1 ? 0 : others < 4 ? 1 : others < 8 ? 2 : 3;
}

long long now() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}

void on_call(void *, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data) {
  const auto *const call = static_cast<const CUpti_CallbackData *>(data);
  if (id >= functions) return;
  const int which = domain == CUPTI_CB_DOMAIN_DRIVER_API;
  if (call->callbackSite == CUPTI_API_ENTER) {
    crowd[which] = crowd_of(inside[which]++);
    *call->correlationData = static_cast<std::uint64_t>(now());
    return;
  }
  --inside[which];
  Count &count = counts[which][id];
  count.name = call->functionName;
  ++count.calls[crowd[which]];
  count.nanoseconds[crowd[which]] += now() - static_cast<long long>(*call->correlationData);
}

void print() {
  std::vector<const Count *> called;
  for (const auto &domain : counts)
    for (const Count &count : domain)
      if (count.name != nullptr) called.push_back(&count);
  std::sort(called.begin(), called.end(), [](const Count *a, const Count *b) {
    return Count::sum(a->nanoseconds) > Count::sum(b->nanoseconds);
  });
  for (const Count *count : called) {
    std::fprintf(stderr, "%9lld us %-44s", Count::sum(count->nanoseconds) / 1000,
                 count->name.load());
    for (int i = 0; i < crowds; ++i)
      std::fprintf(stderr, " %7lld: %6.2f", count->calls[i].load(),
                   1e-3 * static_cast<double>(count->nanoseconds[i]) /
                       static_cast<double>(std::max(count->calls[i].load(), 1LL)));
    std::fprintf(stderr, "\n");
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  CUpti_SubscriberHandle subscriber = nullptr;
  if (cuptiSubscribe(&subscriber, on_call, nullptr) != CUPTI_SUCCESS) return 1;
  cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API);
  cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
  std::atexit(print);
  return 1;
}
