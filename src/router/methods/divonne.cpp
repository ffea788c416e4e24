// Divonne: what it has, and how it is called.
#include "algorithm/divonne/divonne.hpp"

#include "router/points_method.hpp"
#include "rule/symmetric_rule.hpp"

namespace cuboid::router {

namespace {

void run_divonne(const Run &run, Outcome &outcome) {
  run_on_points(run, outcome, [&](const algorithm::Task &task) {
    const auto divonne = run.request.cuba.called ? algorithm::cuba::divonne : algorithm::divonne;
    divonne(task, {run.request.options, run.request.cuba.peaks}, outcome.result);
  });
}

DimensionLimit divonne_limit(const Options &options) {
  bool rule = false, random = false;
  for (const std::int64_t key : {options.key1, options.key2, options.key3}) {
    rule = rule || key == 7 || key == 9;
    random = random || key < 0;
  }
  if (rule) return {rule::cuhre_max_dimensions, "with cubature rules"};
  return limit_with_sobol(Method::divonne, random && options.seed == 0);
}

}  // namespace

const MethodTraits divonne_traits{
    .interface = Interface::points,
    .run = run_divonne,
    .has_phases = true,
    .cost = {38, 2.2},
    .limit = divonne_limit,
};

}  // namespace cuboid::router
