// Runs of many integrals side by side: all that need something get it in one call of an engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "engine/many_samples.hpp"
#include "run/task.hpp"

namespace cuboid::algorithm {

/// For whom the integrals of a list are carried out.
struct ManyHost {
  /// Is handed each integral that ends.  failure: what ended it, or nullptr.
  std::function<void(std::size_t integral, const SampledResult &result, const Failure *failure)>
      put;
  /// After each round: false if the others are to be left as they are.
  std::function<bool(std::int64_t evaluated)> goes_on;
};

/// What comes of an integral after a step.  left_out: it is to follow alone.
enum class Next { goes_on, ended, left_out };

/// Throws Failure where values have ended the integration of one.  found: of one integral.
template <class Found>
void require_sound(const Found &found) {
  if constexpr (requires { found.failure; })
    if (found.failure) throw Failure(*found.failure);
  if (found.aborted) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
}

/// The runs that have not ended.  Run: has the result, a SampledResult.
template <class Run>
class ManyRuns {
 public:
  /// make(): a run, as a pointer.
  template <class Make>
  ManyRuns(const ManyHost &host, std::int64_t count, Make make) : host_(host) {
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
      numbers_.push_back(i);
      runs_.push_back(make());
    }
  }

  bool empty() const { return runs_.empty(); }
  /// Of the integrals, as engines want them.
  const std::vector<std::uint32_t> &numbers() const { return numbers_; }
  Run &at(std::size_t place) { return *runs_[place]; }

  /// Takes each a step further: step(run, place) says what comes of it, and Failure ends it.
  template <class Step>
  void take(Step step) {
    std::size_t kept = 0;
    for (std::size_t place = 0; place < runs_.size(); ++place) {
      const Next next = take_one(place, step);
      if (next == Next::left_out) left_out_.push_back(numbers_[place]);
      if (next != Next::goes_on) continue;
      numbers_[kept] = numbers_[place];
      if (kept != place) runs_[kept] = std::move(runs_[place]);
      ++kept;
    }
    numbers_.resize(kept);
    runs_.resize(kept);
  }

  /// The same after an iteration of all: step(run, place, found).  Returns how many evaluations
  /// there were.
  template <class Step>
  std::int64_t take(const engine::ManySamplesEngine &engine, Step step) {
    std::int64_t evaluated = 0;
    take([&](Run &run, std::size_t place) {
      engine::ManySamplesResult found = engine.result(place);
      evaluated += found.samples;
      return step(run, place, std::move(found));
    });
    return evaluated;
  }

  /// The integrals that were left out, and those that go on still.
  std::vector<std::size_t> others() && {
    left_out_.insert(left_out_.end(), numbers_.begin(), numbers_.end());
    return std::move(left_out_);
  }

 private:
  template <class Step>
  Next take_one(std::size_t place, Step &step) {
    std::optional<Failure> failure;
    Next next = Next::ended;
    try {
      next = step(*runs_[place], place);
    } catch (const Failure &thrown) {
      failure = thrown;
    }
    if (next == Next::ended)
      host_.put(numbers_[place], runs_[place]->result, failure ? &*failure : nullptr);
    return next;
  }

  const ManyHost &host_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::unique_ptr<Run>> runs_;
  std::vector<std::size_t> left_out_;
};

}  // namespace cuboid::algorithm
