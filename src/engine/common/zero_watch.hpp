// Whether an integrand has been anything but zero.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/engine.hpp"

namespace cuboid::engine {

/// Hands all on to another engine, and looks at the values as long as they are all zero.
class ZeroWatch final : public PointsEngine {
 public:
  /// only_zeros: is kept up to date.
  ZeroWatch(PointsEngine &inner, int ncomp, bool &only_zeros)
      : inner_(inner), ncomp_(ncomp), only_zeros_(only_zeros) {
    only_zeros_ = true;
  }

  void evaluate(const PointSet &points, double *f) override {
    inner_.evaluate(points, f);
    if (only_zeros_)
      only_zeros_ = std::all_of(f, f + points.count * ncomp_, [](double v) { return v == 0; });
  }
  const NonfiniteReport &nonfinite() const override { return inner_.nonfinite(); }
  std::int64_t worthwhile_batch() const override { return inner_.worthwhile_batch(); }
  bool prefers_few_batches() const override { return inner_.prefers_few_batches(); }

 private:
  PointsEngine &inner_;
  std::int64_t ncomp_;
  bool &only_zeros_;
};

}  // namespace cuboid::engine
