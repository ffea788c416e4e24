// What a run of lattices needs from outside, samples and sums, and what it counts of them.
#pragma once

#include <coroutine>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithm/lattice/asking.hpp"
#include "algorithm/lattice/choice.hpp"
#include "algorithm/lattice/estimate.hpp"
#include "algorithm/lattice/lattice.hpp"
#include "algorithm/lattice/run.hpp"
#include "algorithm/lattice/state.hpp"
#include "engine/lattice.hpp"
#include "map/smooth_map.hpp"

namespace cuboid::algorithm {

class LatticeNeeds {
 public:
  LatticeNeeds(const LatticeTask &task, const engine::LatticeProblem &problem, LatticeState &state,
               LatticeResult &result)
      : task_(task), problem_(problem), state_(state), result_(result) {}

  /// What goes on first.
  void begin_with(std::coroutine_handle<> first) { waiting_ = first; }
  /// Goes on to where something is needed.
  void go_on() { std::exchange(waiting_, nullptr).resume(); }

  // ---- as LatticeRun ----

  const MapRequest *samples() const { return map_request_ ? &*map_request_ : nullptr; }
  std::span<const engine::LatticeRequest> lattices() const { return requests_; }
  void answer(MapAnswer &&answer) { map_answer_ = std::move(answer); }
  void answer(const engine::LatticeSums &sums);

  // ---- for the steps of the run, which stop until there is an answer ----

  Asking<MapAnswer> draw(MapRequest request);
  /// The sums of each: [shifts][ncomp].
  Asking<std::vector<std::vector<double>>> evaluate(std::vector<engine::LatticeRequest> requests);
  Asking<std::vector<LatticeEstimate>> estimates_of(std::vector<engine::LatticeRequest> requests);

  /// For a lattice with shifts of its own.
  engine::LatticeRequest request(const LatticeForm &form, const LatticeVector &vector,
                                 std::int64_t points, std::int64_t shifts);

  /// [ndim] The map of forms that have one.
  void set_smooth_map(std::vector<map::SmoothAxis> smooth) { smooth_ = std::move(smooth); }

 private:
  struct Wait {
    LatticeNeeds &needs;

    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> waiting) const noexcept { needs.waiting_ = waiting; }
    void await_resume() const noexcept {}
  };

  void note(std::int64_t points, std::int64_t nonfinite,
            const std::optional<engine::SamplesNonfinite> &first);

  const LatticeTask &task_;
  const engine::LatticeProblem &problem_;
  LatticeState &state_;
  LatticeResult &result_;
  std::vector<map::SmoothAxis> smooth_;  ///< [ndim]; empty: none
  std::optional<MapRequest> map_request_;
  MapAnswer map_answer_;
  std::vector<engine::LatticeRequest> requests_;
  std::vector<std::vector<double>> answers_;  ///< to these, as far as they have come
  std::coroutine_handle<> waiting_;           ///< what goes on next
};

}  // namespace cuboid::algorithm
