// Integrands of one variable that have its distances from the limits.
#include <algorithm>
#include <limits>
#include <memory>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "base/failure.hpp"

namespace cuboid::api {

namespace {

class OfDistances final : public engine::BatchFunction {
 public:
  OfDistances(cuboid_distance_function function, int ncomp) : function_(function), ncomp_(ncomp) {}

  /// x: [count][3], as line has it.
  void evaluate(std::int64_t count, const double *x, const void *userdata,
                double *f) const override {
    std::fill_n(f, count * ncomp_, std::numeric_limits<double>::quiet_NaN());
    for (const double *const end = x + 3 * count; x != end; x += 3, f += ncomp_)
      if (function_(x[0], x[1], x[2], ncomp_, f, const_cast<void *>(userdata)) == -999)
        throw Failure(CUBOID_ABORTED, "the integrand returned -999");
  }
  std::int64_t userdata_bytes() const override { return 0; }

 private:
  cuboid_distance_function function_;
  int ncomp_;
};

}  // namespace

}  // namespace cuboid::api

extern "C" int cuboid_integrand_from_distances(cuboid_integrand **integrand, int ncomp,
                                               cuboid_distance_function function, void *userdata) {
  return cuboid::api::make_handle(integrand, "integrand", [&] {
    cuboid::api::check_integrand_shape(1, ncomp);
    cuboid::api::require_pointer(function, "function");
    auto batch = std::make_shared<cuboid::api::OfDistances>(function, ncomp);
    cuboid::engine::HostFunction host{1, ncomp, nullptr, userdata, 1};
    host.batch = batch.get();
    host.takes_distances = true;
    return std::make_unique<cuboid_integrand>(
        cuboid_integrand{host, nullptr, false, std::move(batch)});
  });
}
