#include "api/grid_slots.hpp"

#include <array>
#include <mutex>

namespace cuboid::api {

namespace {

constexpr int slots_per_kind = 10;

struct Slot {
  int ndim = 0;
  std::vector<double> grid;
};

std::mutex slots_mutex;
std::array<std::array<Slot, slots_per_kind>, 4> slots;

/// nullptr if the number names no slot.
Slot *slot(EntryKind kind, int gridno) {
  // Not by the absolute value, which the least int does not have.
  const bool positive = gridno >= 1 && gridno <= slots_per_kind;
  const bool negative = gridno <= -1 && gridno >= -slots_per_kind;
  if (!positive && !negative) return nullptr;
  const int number = positive ? gridno : -gridno;
  return &slots[static_cast<std::size_t>(kind)][static_cast<std::size_t>(number - 1)];
}

}  // namespace

std::vector<double> take_grid(EntryKind kind, int gridno, int ndim) {
  const std::lock_guard lock(slots_mutex);
  Slot *const found = slot(kind, gridno);
  if (found == nullptr) return {};
  if (gridno < 0 || found->ndim != ndim) *found = Slot{};
  return found->grid;
}

void keep_grid(EntryKind kind, int gridno, int ndim, std::vector<double> grid) {
  const std::lock_guard lock(slots_mutex);
  if (Slot *const found = slot(kind, gridno)) *found = Slot{ndim, std::move(grid)};
}

}  // namespace cuboid::api
