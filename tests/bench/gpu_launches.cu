// What the driver lets several threads do at once, with streams of their own and nothing of cuboid.
//   gpu_launches
// A round is some launches of a kernel that does nothing and one that writes to page-locked memory
// of the host, which the thread waits for: the least that an integral on a device consists of.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(1);
}

__global__ void nothing() {}

__global__ void tell(volatile unsigned *word, unsigned number) {
  *word = number;
}

class Caller {
 public:
  Caller() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    void *page = nullptr;
    check(cudaHostAlloc(&page, sizeof(unsigned), cudaHostAllocMapped));
    word_ = static_cast<volatile unsigned *>(page);
    *word_ = 0;
  }
  Caller(const Caller &) = delete;
  Caller &operator=(const Caller &) = delete;
  ~Caller() {
    cudaStreamDestroy(stream_);
    cudaFreeHost(const_cast<unsigned *>(word_));
  }

  void rounds(int count, int launches) {
    for (int round = 0; round < count; ++round) {
      for (int i = 1; i < launches; ++i) nothing<<<1, 32, 0, stream_>>>();
      tell<<<1, 1, 0, stream_>>>(word_, ++number_);
      check(cudaGetLastError());
      while (*word_ != number_) {
      }
    }
  }

 private:
  cudaStream_t stream_ = nullptr;
  volatile unsigned *word_ = nullptr;
  unsigned number_ = 0;
};

double rate(int threads, int launches) {
  constexpr int count = 3000;
  std::vector<std::unique_ptr<Caller>> callers;
  for (int t = 0; t < threads; ++t) {
    callers.push_back(std::make_unique<Caller>());
    callers.back()->rounds(10, launches);
  }
  std::vector<std::thread> team;
  const auto begin = std::chrono::steady_clock::now();
  for (auto &caller : callers)
    team.emplace_back([&caller = *caller, launches] { caller.rounds(count, launches); });
  for (std::thread &thread : team) thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return threads * count / took.count();
}

}  // namespace

int main() {
  for (const int launches : {1, 4, 8, 16}) {
    const double one = rate(1, launches);
    for (const int threads : {1, 2, 4, 8, 16}) {
      const double all = threads == 1 ? one : rate(threads, launches);
      std::printf(
          "%d launches a round, %d threads: %.3g rounds and %.3g launches a second (%.2f)\n",
          launches, threads, all, all * launches, all / one);
    }
  }
  return 0;
}
