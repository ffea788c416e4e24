#include "cuba/cuhre/totals.hpp"

#include <algorithm>
#include <cmath>

#include "run/accuracy.hpp"
#include "statistics/square_unit.hpp"
#include "statistics/tiny.hpp"

namespace cuboid::algorithm::cuba {

void Totals::note() {
  // Cuba's floor under squared errors stands for values of any smaller size.
  const double unit = std::max(statistics::unit_for(std::max(std::fabs(integral), error)), 1.);
  const double relative = error / unit;
  const double weight = 1 / std::max(relative * relative, statistics::tiny);
  mean.add(integral / unit, weight, unit);
}

void put_totals(const Task &task, const std::vector<Totals> &totals, std::int64_t nregions,
                Result &result) {
  for (std::size_t c = 0; c < totals.size(); ++c) {
    const Totals &total = totals[c];
    const double unit = total.mean.unit;
    result.integral[c] = task.last_only ? total.integral : unit * total.average();
    // What is left of errors that were added and taken away again may be below zero by rounding.
    result.error[c] =
        task.last_only ? std::max(total.error, 0.0) : unit * std::sqrt(1 / total.mean.weight);
  }
  result.nregions = nregions;
  result.niterations = nregions;
  result.dof = nregions - 1;
}

void require_finite(const Result &result) {
  for (std::size_t c = 0; c < result.integral.size(); ++c)
    require_in_range(std::isfinite(result.integral[c]) && std::isfinite(result.error[c]), c);
}

std::vector<Totals> restored_totals(const Task &task, StateReader &reader) {
  std::vector<Totals> totals;
  reader.get(totals);
  reader.require(std::ssize(totals) == task.ncomp);
  for (const Totals &total : totals)
    reader.require(std::isfinite(total.integral) && std::isfinite(total.error) &&
                   total.mean.sound() && (task.last_only || total.mean.weight > 0));
  return totals;
}

}  // namespace cuboid::algorithm::cuba
