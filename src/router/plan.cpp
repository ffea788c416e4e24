#include "router/plan.hpp"

#include <unistd.h>

namespace cuboid::router {

namespace {

// Above, the rules of Cuhre have hundreds of points in a region, and Monte Carlo needs no more for
// the accuracies that are usual there.
constexpr int most_dimensions_for_cuhre = 7;

Method choose_method(int ndim, const std::string &name) {
  if (name == "cuhre") return Method::cuhre;
  if (name == "pagani") return Method::pagani;
  if (name == "vegas") return Method::vegas;
  if (name == "suave") return Method::suave;
  if (name == "divonne") return Method::divonne;
  if (name == "vegas_plus") return Method::vegas_plus;
  if (name == "m_cubes") return Method::m_cubes;
  if (name == "m_cubes_1d") return Method::m_cubes_1d;
  return ndim <= most_dimensions_for_cuhre ? Method::cuhre : Method::vegas;
}

}  // namespace

const char *method_name(Method method) {
  switch (method) {
    case Method::vegas:
      return "vegas";
    case Method::suave:
      return "suave";
    case Method::divonne:
      return "divonne";
    case Method::vegas_plus:
      return "vegas_plus";
    case Method::m_cubes:
      return "m_cubes";
    case Method::m_cubes_1d:
      return "m_cubes_1d";
    case Method::pagani:
      return "pagani";
    case Method::cuhre:
      break;
  }
  return "cuhre";
}

bool draws_samples(Method method) {
  return method == Method::vegas_plus || method == Method::m_cubes || method == Method::m_cubes_1d;
}

Plan choose(int ndim, const Options &options, std::int64_t physical_memory) {
  Plan plan;
  plan.method = choose_method(ndim, options.method);
  plan.workers =
      engine::cpu::worker_mode_from(options.workers).value_or(engine::cpu::WorkerMode::automatic);
  plan.nonfinite = options.nonfinite == "zero" ? engine::Nonfinite::zero : engine::Nonfinite::stop;
  // The mean over the steps of Cuhre treats totals over the same regions as independent.  That over
  // the sets of Suave prefers sets with few and small values, and is too low by several errors.
  plan.last_only = options.last_only == -1
                       ? plan.method == Method::cuhre || plan.method == Method::suave
                       : options.last_only == 1;
  plan.memory_limit = options.memory_limit > 0 ? options.memory_limit : physical_memory / 4 * 3;
  return plan;
}

std::int64_t physical_memory() {
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

}  // namespace cuboid::router
