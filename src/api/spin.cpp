#include "api/spin.hpp"

#include <cstdint>
#include <cstring>

#include "api/log_sink.hpp"
#include "engine/cpu/make_engine.hpp"
#include "engine/cpu/settings.hpp"

namespace cuboid::api {

namespace {

using engine::cpu::WorkerGroup;

/// What a spin pointer points to.
struct Kept {
  std::shared_ptr<WorkerGroup> group;
};

Kept *kept_at(const void *spin) {
  Kept *kept;
  std::memcpy(&kept, spin, sizeof kept);
  return kept;
}

void set_kept(void *spin, Kept *kept) {
  std::memcpy(spin, &kept, sizeof kept);
}

// A Fortran program may pass the address of a default integer, which has four bytes.
bool is_minus_one(const void *spin) {
  std::int32_t word;
  std::memcpy(&word, spin, sizeof word);
  return word == -1;
}

engine::cpu::LineFunction starting_line() {
  if (engine::cpu::process_settings().current().verbosity == 0) return {};
  return [sink = stdout_sink()](const std::string &line) { sink(3, line); };
}

}  // namespace

std::shared_ptr<WorkerGroup> workers_of(void *spin) {
  if (spin == nullptr || is_minus_one(spin)) return nullptr;
  if (kept_at(spin) == nullptr) start_workers(spin);
  return kept_at(spin)->group;
}

void start_workers(void *pspin) {
  if (pspin == nullptr) return;
  set_kept(pspin, new Kept{engine::cpu::start_kept_group(-1, starting_line())});
}

void end_workers(void *pspin) {
  if (pspin == nullptr || is_minus_one(pspin)) return;
  delete kept_at(pspin);
  set_kept(pspin, nullptr);
}

}  // namespace cuboid::api
