// A point of an integrand over a region in words, for messages.
#pragma once

#include <string>
#include <vector>

#include "base/point_text.hpp"
#include "domain/domain.hpp"

namespace cuboid::domain {

/// point: [ndim], of the unit cube where there is a domain, whose coordinates the sentence has, if
/// they are not those of each integral.
inline std::string text_at(const Domain *domain, const double *point, int ndim, int component,
                           double value) {
  if (domain == nullptr || domain->numbers_of_each() > 0)
    return point_text(point, ndim, component, value);
  std::vector<double> x(static_cast<std::size_t>(domain->ndim()));
  double jacobian = 0;
  domain->map(1, point, x.data(), &jacobian);
  return point_text(x.data(), domain->ndim(), component, value);
}

}  // namespace cuboid::domain
