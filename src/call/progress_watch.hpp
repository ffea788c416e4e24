// Calls the caller's progress function, from within the evaluations.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/failure.hpp"
#include "call/request.hpp"
#include "cuboid.h"
#include "engine/engine.hpp"

namespace cuboid::router {

class ProgressWatch : public engine::Watch {
 public:
  /// Both must outlive it.
  ProgressWatch(const ProgressListener &listener, const Options &options)
      : Watch(listener.seconds), listener_(listener), options_(options) {}

  void set_method(std::string method) { method_ = std::move(method); }
  /// The clock begins.
  void start(double now);

  /// It is to be called by whoever looks at the limits.
  bool watches() const { return listener_.function != nullptr; }
  /// What the caller's function has thrown.
  const std::optional<Failure> &thrown() const { return thrown_; }

 protected:
  /// Fills in all but size, method, maxeval and seconds, which are there; seconds_left: as if there
  /// were no time limit.
  virtual void fill(cuboid_progress &progress) = 0;

 private:
  bool tell(double now) override;

  const ProgressListener &listener_;
  const Options &options_;
  std::string method_;
  double started_ = 0;
  std::optional<Failure> thrown_;
};

}  // namespace cuboid::router
