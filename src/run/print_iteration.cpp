#include "run/print_iteration.hpp"

namespace cuboid::algorithm {

std::string component_lines(const Result &result) {
  std::string text;
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    text += formatted("\n[%zu] %g +- %g  \tchisq %g (%lld df)", c + 1, result.integral[c],
                      result.error[c], result.chi2[c], static_cast<long long>(result.dof));
  return text;
}

namespace {

void print_now(const Log &log, std::int64_t iteration, const Result &result) {
  log.print(1, "\nIteration %lld:  %lld integrand evaluations so far%s",
            static_cast<long long>(iteration), static_cast<long long>(result.neval),
            component_lines(result).c_str());
}

}  // namespace

void print_iteration(const Log &log, std::int64_t iteration, const Result &result,
                     const MapEdges &map) {
  if (log.trace()) log.trace()->iteration(iteration, result, map);
  if (log.due(iteration)) print_now(log, iteration, result);
}

void print_last_iteration(const Log &log, const Result &result) {
  if (log.passed_over() > 0) print_now(log, log.passed_over(), result);
}

}  // namespace cuboid::algorithm
