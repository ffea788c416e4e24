#include "run/task.hpp"

#include <limits>

#include "statistics/chi_square.hpp"

namespace cuboid::algorithm {

Result::Result(int ncomp) {
  const auto size = static_cast<std::size_t>(ncomp);
  for (std::vector<double> *values : {&integral, &error, &chi2})
    values->assign(size, std::numeric_limits<double>::quiet_NaN());
}

std::vector<double> Result::prob() const {
  std::vector<double> prob;
  prob.reserve(chi2.size());
  for (const double value : chi2)
    prob.push_back(statistics::chi_square_probability(value, static_cast<double>(dof)));
  return prob;
}

}  // namespace cuboid::algorithm
