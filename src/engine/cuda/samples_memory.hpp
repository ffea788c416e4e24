// What the samples engine keeps on a device: a stream, reports to the host, and arrays.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "engine/cuda/device.hpp"
#include "engine/cuda/error.hpp"
#include "engine/cuda/samples_steps.hpp"

namespace cuboid::engine::cuda {

/// A stream of its own.
class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream"); }
  Stream(const Stream &) = delete;
  Stream &operator=(const Stream &) = delete;
  ~Stream() {
    cudaStreamSynchronize(stream_);
    cudaStreamDestroy(stream_);
  }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

/// Reports that the device writes and the host reads, and events that say when.
class Reports {
 public:
  static constexpr std::size_t count = 32;

  Reports() {
    void *memory = nullptr;
    check(cudaHostAlloc(&memory, count * sizeof(SamplesReport), cudaHostAllocMapped),
          "taking memory that host and device share");
    reports_ = static_cast<SamplesReport *>(memory);
    for (cudaEvent_t &event : events_)
      check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
  }
  Reports(const Reports &) = delete;
  Reports &operator=(const Reports &) = delete;
  ~Reports() {
    for (const cudaEvent_t event : events_)
      if (event != nullptr) cudaEventDestroy(event);
    cudaFreeHost(reports_);
  }
  SamplesReport *report(std::size_t number) const { return reports_ + number % count; }
  cudaEvent_t event(std::size_t number) const { return events_[number % count]; }

 private:
  SamplesReport *reports_ = nullptr;
  cudaEvent_t events_[count] = {};
};

/// What is slow to make: kept from one integration to the next.
struct StreamWithReports {
  Stream stream;
  Reports reports;
};

/// Those that no engine has.  They are never destroyed, since the driver may go before they do.
class IdleStreams {
 public:
  static IdleStreams &of_process() {
    static auto *const idle = new IdleStreams;
    return *idle;
  }

  std::unique_ptr<StreamWithReports> take(int device) {
    {
      const std::lock_guard lock(mutex_);
      auto &idle = idle_[device];
      if (!idle.empty()) {
        auto taken = std::move(idle.back());
        idle.pop_back();
        return taken;
      }
    }
    return std::make_unique<StreamWithReports>();
  }

  void give_back(int device, std::unique_ptr<StreamWithReports> stream) {
    const std::lock_guard lock(mutex_);
    idle_[device].push_back(std::move(stream));
  }

 private:
  std::mutex mutex_;  ///< guards what follows
  std::map<int, std::vector<std::unique_ptr<StreamWithReports>>> idle_;
};

/// A stream with reports for the life of an engine, on the current device.
class BorrowedStream {
 public:
  BorrowedStream()
      : device_(Device::chosen()), taken_(IdleStreams::of_process().take(device_.ordinal())) {}
  BorrowedStream(const BorrowedStream &) = delete;
  BorrowedStream &operator=(const BorrowedStream &) = delete;
  ~BorrowedStream() {
    const bool sound = cudaStreamSynchronize(taken_->stream) == cudaSuccess;
    if (sound) IdleStreams::of_process().give_back(device_.ordinal(), std::move(taken_));
  }
  operator cudaStream_t() const { return taken_->stream; }
  cudaMemPool_t pool() const { return device_.pool(); }
  const Reports &reports() const { return taken_->reports; }

 private:
  Device &device_;
  std::unique_ptr<StreamWithReports> taken_;
};

/// An array in device memory that only grows.
template <class Element>
class Array {
 public:
  explicit Array(const BorrowedStream &stream) : stream_(stream), pool_(stream.pool()) {}
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  ~Array() {
    if (data_ != nullptr) cudaFreeAsync(data_, stream_);
  }

  /// Room for at least so many elements; what was there is lost if it has to grow.
  void reserve(uint64 size) {
    if (size <= size_) return;
    if (data_ != nullptr) check(cudaFreeAsync(data_, stream_), "giving back memory");
    data_ = nullptr;
    size_ = 0;
    void *data = nullptr;
    check(cudaMallocFromPoolAsync(&data, size * sizeof(Element), pool_, stream_),
          ("taking " + std::to_string(size * sizeof(Element)) + " bytes of memory").c_str());
    data_ = static_cast<Element *>(data);
    size_ = size;
  }
  void set(const Element *from, uint64 count) {
    reserve(count);
    check(cudaMemcpyAsync(data_, from, count * sizeof(Element), cudaMemcpyHostToDevice, stream_),
          "copying to the device");
  }
  void clear(uint64 count) {
    reserve(count);
    check(cudaMemsetAsync(data_, 0, count * sizeof(Element), stream_), "clearing memory");
  }
  Element *data() const { return data_; }

 private:
  cudaStream_t stream_;
  cudaMemPool_t pool_;
  Element *data_ = nullptr;
  uint64 size_ = 0;
};

}  // namespace cuboid::engine::cuda
