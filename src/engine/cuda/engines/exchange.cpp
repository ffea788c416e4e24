#include "engine/cuda/engines/exchange.hpp"

#include <cuda_runtime.h>

#include "engine/cuda/runtime/error.hpp"

namespace cuboid::engine::cuda {

void DeviceExchange::clear() {
  Exchange::clear();
  heard_.clear();
}

void DeviceExchange::contribute() {
  if (by_hosts()) return Exchange::contribute();
  record(filled_);
  // Where only this process can wait for the event, it does.
  if (read_by_ == ReadBy::processes) wait_beside_others(filled_->get(), action_);
}

void DeviceExchange::hear() {
  if (by_hosts()) return Exchange::hear();
  if (!heard_.empty()) return;
  const auto of = [](const std::optional<Event> &event) { return event ? event->get() : nullptr; };
  heard_ = shown_by_all(call_, ranks_, {arrays_, of(filled_), of(first_filled_)}, read_by_);
}

void DeviceExchange::take() {
  if (by_hosts()) {
    Exchange::take();
    return contribute_first();
  }
  for (int rank = 0; rank < ranks_.size(); ++rank)
    if (rank != ranks_.rank())
      wait_for(heard_[static_cast<std::size_t>(rank)].when, call_.stream());
}

void DeviceExchange::finish_reading() {
  if (by_hosts()) return;
  record(first_filled_);
  wait_beside_others(first_filled_->get(), action_);
}

void DeviceExchange::prepare() {
  for (std::optional<Event> *const event : {&filled_, &first_filled_})
    if (!*event) event->emplace();
}

void DeviceExchange::contribute_first() {
  record(first_filled_);
}

void DeviceExchange::take_first(cudaStream_t stream) const {
  wait_for(first_filled_->get(), stream);
  for (const Shown &rank : heard_) wait_for(rank.before, stream);
}

void DeviceExchange::record(std::optional<Event> &event) {
  prepare();
  check(cudaEventRecord(event->get(), call_.stream()), action_);
}

void DeviceExchange::read(void *to, const void *array, std::size_t bytes) {
  call_.to_host(to, array, bytes, action_);
}

void DeviceExchange::write(void *array, const void *from, std::size_t bytes) {
  call_.to_device(array, from, bytes, action_);
}

void DeviceExchange::wait_for(cudaEvent_t event, cudaStream_t stream) const {
  if (event != nullptr) check(cudaStreamWaitEvent(stream, event, 0), action_);
}

}  // namespace cuboid::engine::cuda
