#include "batch/many_samples.hpp"

#include "algorithm/vegas_plus/many.hpp"
#include "algorithm/vegas_plus/vegas_plus.hpp"
#include "router/samples_method.hpp"

namespace cuboid::router {

void put_sampled(const ManyRun &many, std::int64_t integral, const algorithm::SampledResult &found,
                 const Failure *failure) {
  if (failure == nullptr && found.converged && found.nonfinite == 0 && !found.only_zeros) {
    // A sentence is only made where somebody reads it.
    many.results.put(integral, CUBOID_CONVERGED, found);
    return;
  }
  Outcome outcome(many.run.request.host.ncomp);
  outcome.result = found;
  outcome.nonfinite = found.nonfinite;
  if (failure != nullptr) {
    fail(outcome, *failure);
  } else {
    conclude_samples(goal_of(many.run.request.options), found, outcome);
    doubt_zeros(goal_of(many.run.request.options), outcome);
  }
  many.results.put(integral, outcome);
}

std::vector<std::int64_t> integrate_samples(const ManyRun &many,
                                            const algorithm::VegasPlusTask &task,
                                            engine::ManySamplesEngine &engine,
                                            std::int64_t max_samples, const NumberOf &number) {
  algorithm::ManyVegasPlus host;
  host.max_samples = max_samples;
  host.for_all = [](std::size_t count, const std::function<void(std::size_t)> &work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
  };
  host.put = [&](std::size_t i, const algorithm::VegasPlusResult &found, const Failure *failure) {
    put_sampled(many, number(i), found, failure);
  };
  host.goes_on = [&](std::int64_t evaluated) {
    if (many.limits.watch != nullptr) many.limits.watch->count(evaluated);
    return !many.queue.ends();
  };
  std::vector<std::int64_t> left_out;
  for (const std::size_t i : algorithm::vegas_plus_many(task, engine, host))
    left_out.push_back(number(i));
  return left_out;
}

}  // namespace cuboid::router
