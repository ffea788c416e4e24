// cuboid_combine.
#include "batch/combine.hpp"

#include <memory>
#include <string>
#include <vector>

#include "api/arguments.hpp"
#include "api/guard.hpp"
#include "api/handles.hpp"
#include "api/option_range.hpp"

extern "C" int cuboid_combine(int64_t count, const cuboid_result *const results[],
                              cuboid_result **combined) {
  return cuboid::api::guarded([&] {
    cuboid::api::require_pointer(combined, "combined");
    *combined = nullptr;
    cuboid::api::option_range::at_least(1).check(count, "count");
    cuboid::api::require_pointer(results, "results");
    std::vector<const cuboid::router::Outcome *> outcomes;
    for (std::int64_t i = 0; i < count; ++i) {
      cuboid::api::require_pointer(results[i], ("results[" + std::to_string(i) + "]").c_str());
      outcomes.push_back(&results[i]->outcome);
    }
    auto made = std::make_unique<cuboid_result>(
        cuboid_result{cuboid::router::combine(outcomes), results[0]->ndim, {}});
    made->prob = made->outcome.result.prob();
    const int status = made->outcome.status;
    *combined = made.release();
    return status;
  });
}
