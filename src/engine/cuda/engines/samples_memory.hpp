// What the samples engine keeps beside the stream and the arrays of its call: reports to the host,
// and a stream for what can be done beside the next iteration's beginning.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/words.hpp"
#include "engine/cuda/engines/samples_steps.hpp"
#include "engine/cuda/runtime/device.hpp"
#include "engine/cuda/runtime/error.hpp"
#include "engine/cuda/runtime/memory.hpp"

namespace cuboid::engine::cuda {

/// Reports that the device writes and the host reads, and events that say when; and room for what
/// is copied from and to the device: page-locked, where a copy takes a fifth of the time.
class Reports {
 public:
  static constexpr std::size_t count = 32;
  /// For a map: those of an H100 have 76 KiB at most.
  static constexpr std::size_t room_bytes = std::size_t{1} << 17;
  /// For what else the host asks for.
  static constexpr std::size_t answer_bytes = std::size_t{1} << 12;

  Reports() {
    try {
      void *memory = nullptr;
      check(cudaHostAlloc(&memory, all_bytes, cudaHostAllocMapped),
            "taking memory that host and device share");
      reports_ = static_cast<SamplesReport *>(memory);
      for (cudaEvent_t &event : events_)
        check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "making an event");
      check(cudaEventCreateWithFlags(&filled_, cudaEventDisableTiming), "making an event");
      check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
    } catch (...) {
      free();
      throw;
    }
  }
  Reports(const Reports &) = delete;
  Reports &operator=(const Reports &) = delete;
  ~Reports() { free(); }

  SamplesReport *report(std::size_t number) const { return reports_ + number % count; }
  void *room() const { return reports_ + count; }
  SamplesState *state() const {
    return reinterpret_cast<SamplesState *>(static_cast<std::byte *>(room()) + room_bytes);
  }
  void *answer() const { return state() + 1; }
  /// What HostRequest::number becomes once an answer is there.
  uint64 *answered() const {
    return reinterpret_cast<uint64 *>(static_cast<std::byte *>(answer()) + answer_bytes);
  }
  cudaEvent_t event(std::size_t number) const { return events_[number % count]; }

  cudaEvent_t filled() const { return filled_; }
  cudaStream_t stream() {
    stream_is_used_ = true;
    return stream_;
  }
  /// For what was launched there, if anything was since the last time.
  cudaError_t wait_for_stream() {
    return std::exchange(stream_is_used_, false) ? cudaStreamSynchronize(stream_) : cudaSuccess;
  }

 private:
  static constexpr std::size_t all_bytes = count * sizeof(SamplesReport) + room_bytes +
                                           sizeof(SamplesState) + answer_bytes + sizeof(uint64);

  void free() {
    for (const cudaEvent_t event : events_)
      if (event != nullptr) cudaEventDestroy(event);
    if (filled_ != nullptr) cudaEventDestroy(filled_);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
    cudaFreeHost(reports_);
  }

  SamplesReport *reports_ = nullptr;
  cudaEvent_t events_[count] = {};
  cudaEvent_t filled_ = nullptr;
  cudaStream_t stream_ = nullptr;
  bool stream_is_used_ = false;
};

/// Those that no engine has: they are slow to make.  They are never destroyed, since the driver may
/// go before they do.
class IdleReports {
 public:
  static IdleReports &of_process() {
    static auto *const idle = new IdleReports;
    return *idle;
  }

  std::unique_ptr<Reports> take(int device) {
    {
      const std::lock_guard lock(mutex_);
      auto &idle = idle_[device];
      if (!idle.empty()) {
        auto taken = std::move(idle.back());
        idle.pop_back();
        return taken;
      }
    }
    return std::make_unique<Reports>();
  }

  void give_back(int device, std::unique_ptr<Reports> reports) noexcept {
    const std::lock_guard lock(mutex_);
    try {
      idle_[device].push_back(std::move(reports));
    } catch (const std::bad_alloc &) {
      // They go, and others are made.
    }
  }

 private:
  std::mutex mutex_;  ///< guards what follows
  std::map<int, std::vector<std::unique_ptr<Reports>>> idle_;
};

/// Reports for the life of an engine, whose device is current.
class BorrowedReports {
 public:
  /// Whether nothing is under way: to ask the driver takes as long as to draw some 1e5 samples.
  void set_quiet(bool quiet) { quiet_ = quiet; }

  explicit BorrowedReports(const DeviceCall &call)
      : call_(call), taken_(IdleReports::of_process().take(call.device().ordinal())) {}
  /// Waits for what is under way, which may still write to them.
  ~BorrowedReports() {
    if (!device_is_lost() && (quiet_ || (cudaStreamSynchronize(call_.stream()) == cudaSuccess &&
                                         taken_->wait_for_stream() == cudaSuccess)))
      IdleReports::of_process().give_back(call_.device().ordinal(), std::move(taken_));
    else
      static_cast<void>(taken_.release());
  }
  Reports *operator->() const { return taken_.get(); }

 private:
  const DeviceCall &call_;
  std::unique_ptr<Reports> taken_;
  bool quiet_ = false;
};

/// An array in device memory that only grows.
template <class Element>
class GrowingArray {
 public:
  explicit GrowingArray(const DeviceCall &call, ReadBy read_by = ReadBy::nobody)
      : call_(call), read_by_(read_by) {}

  /// What is there is lost.
  void set_read_by(ReadBy read_by) {
    if (read_by == read_by_) return;
    array_ = {};
    read_by_ = read_by;
  }

  /// Room for at least so many elements; what was there is lost if it has to grow.
  /// Throws Failure(CUBOID_OUT_OF_MEMORY), and then there is none.
  Element *reserve(uint64 count) {
    const auto wanted = static_cast<std::int64_t>(count);
    if (wanted > array_.count()) {
      array_ = {};
      array_ = {call_, wanted, read_by_};
    }
    return data();
  }
  Element *set(const Element *from, uint64 count) {
    reserve(count);
    call_.to_device(data(), from, count * sizeof(Element), "copying to the device");
    return data();
  }
  /// Starts copying the first elements to the host; action: as of check.
  void fetch(std::vector<Element> &to, uint64 count, const char *action) const {
    to.resize(count);
    call_.to_host(to.data(), data(), count * sizeof(Element), action);
  }
  /// Sets all bytes.
  void fill(int byte, uint64 count) {
    reserve(count);
    call_.set_bytes(data(), byte, count * sizeof(Element), "setting memory");
  }
  Element *data() const { return array_.get(); }
  std::int64_t count() const { return array_.count(); }

 private:
  const DeviceCall &call_;
  ReadBy read_by_;
  DeviceArray<Element> array_;
};

}  // namespace cuboid::engine::cuda
