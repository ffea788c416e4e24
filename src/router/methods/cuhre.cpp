// Cuhre: what it has, and how it is called.
#include "router/methods/cuhre.hpp"

#include <atomic>

#include "router/points_method.hpp"

namespace cuboid::router {

namespace {

void run_cuhre(const Run &run, Outcome &outcome) {
  std::atomic<std::int64_t> beside = 0;
  run_on_points(
      run, outcome,
      [&](const algorithm::Task &task) {
        algorithm::cuhre(task, cuhre_options(run.request), outcome.result);
      },
      run.request.judged ? make_stepping_engine(run, beside) : nullptr);
  outcome.result.neval += beside;
}

}  // namespace

const MethodTraits cuhre_traits{
    .interface = Interface::points,
    .run = run_cuhre,
    .on_device = Method::pagani,
    // The mean over the steps treats totals over the same regions as independent.
    .last_only = true,
};

}  // namespace cuboid::router
