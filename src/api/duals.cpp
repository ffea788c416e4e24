#include "api/duals.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/failure.hpp"
#include "domain/even_points.hpp"
#include "domain/gradient.hpp"
#include "domain/maps.hpp"
#include "engine/common/call_user.hpp"

namespace cuboid::api {

namespace {

/// Coordinate t of an axis as a dual that depends on no parameter: behind it there are zeros.
void spread(int ndim, std::size_t step, const double *t, double *x) {
  for (int axis = 0; axis < ndim; ++axis) x[static_cast<std::size_t>(axis) * step] = t[axis];
}

}  // namespace

Duals::Duals(cuboid_dual_function function, int ndim, int ncomp, std::vector<int> wrt,
             std::size_t nparameters, std::shared_ptr<const domain::ExpressionMap> map)
    : function_(function),
      ndim_(ndim),
      ncomp_(ncomp),
      wrt_(std::move(wrt)),
      bytes_(static_cast<std::int64_t>(nparameters * sizeof(double))),
      map_(std::move(map)) {
  if (!map_) return;
  std::vector<std::vector<int>> rows{{}};
  for (const int number : wrt_) rows.push_back({number});
  program_.emplace(domain::with_derivatives(map_->expression, rows));
}

void Duals::call(const double *x, const double *parameters, double *f, std::int64_t *jumps) const {
  const int nwrt = static_cast<int>(wrt_.size());
  if (function_(ndim_, x, ncomp_, f, nwrt, wrt_.data(), parameters, jumps) == -999)
    throw Failure(CUBOID_ABORTED, "the integrand returned -999");
}

void Duals::evaluate_with_jumps(std::int64_t count, const double *t, const double *parameters,
                                double *f, std::int64_t *jumps) const {
  const std::size_t nwrt = wrt_.size(), step = 1 + nwrt;
  const auto ndim = static_cast<std::size_t>(ndim_), ncomp = static_cast<std::size_t>(ncomp_);
  std::vector<double> x(ndim * step), found(ncomp * step);
  // The coordinates and the Jacobian, then their derivatives by each parameter.
  std::vector<double> mapped(program_ ? static_cast<std::size_t>(count) * (ndim + 1) * step : 0);
  if (program_)
    program_->evaluate(static_cast<std::size_t>(count), ndim_, t, parameters, mapped.data());
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const double *const row = program_ ? mapped.data() + i * (ndim + 1) * step : nullptr;
    if (program_) {
      for (std::size_t axis = 0; axis < ndim; ++axis)
        for (std::size_t j = 0; j < step; ++j) x[axis * step + j] = row[j * (ndim + 1) + axis];
    } else {
      spread(ndim_, step, t + i * ndim, x.data());
    }
    std::fill(found.begin(), found.end(), std::numeric_limits<double>::quiet_NaN());
    std::fill_n(jumps + i * nwrt, nwrt, 0);
    call(x.data(), parameters, found.data(), jumps + i * nwrt);
    const double jacobian = program_ ? row[ndim] : 1;
    double *const to = f + i * ncomp * step;
    for (std::size_t c = 0; c < ncomp; ++c) {
      const double value = found[c * step];
      to[c] = value * jacobian;
      for (std::size_t j = 1; j < step; ++j) {
        const double of_map = program_ ? value * row[j * (ndim + 1) + ndim] : 0;
        to[j * ncomp + c] = found[c * step + j] * jacobian + of_map;
      }
    }
  }
}

void Duals::evaluate(std::int64_t count, const double *t, const void *userdata, double *f) const {
  std::vector<std::int64_t> jumps(static_cast<std::size_t>(count) * wrt_.size());
  evaluate_with_jumps(count, t, static_cast<const double *>(userdata), f, jumps.data());
}

std::vector<bool> Duals::left_out_jumps(const domain::Domain *fixed, const void *userdata) const {
  constexpr std::size_t points = 4096, at_once = 128;
  const auto *parameters = static_cast<const double *>(userdata);
  const double *const own = parameters + (fixed != nullptr ? fixed->numbers_of_each() : 0);
  const std::size_t nwrt = wrt_.size();
  const auto cube = static_cast<std::size_t>(fixed != nullptr ? fixed->cube_ndim() : ndim_);
  const auto ndim = static_cast<std::size_t>(ndim_);
  const bool is_cut = map_ && std::any_of(map_->parts.begin(), map_->parts.end(),
                                          [](int parts) { return parts > 1; });
  const std::vector<double> even = domain::even_steps(cube);
  std::vector<double> point(cube, 0.5), t(at_once * cube), x(at_once * ndim), jacobian(at_once, 1),
      f(at_once * static_cast<std::size_t>(ncomp()));
  std::vector<std::int64_t> jumps(at_once * nwrt);
  std::map<std::vector<int>, std::vector<std::int64_t>> seen;
  std::vector<std::int64_t> usual(nwrt);  // in this part of the region
  std::vector<bool> found(nwrt);
  for (std::size_t first = 0; first < points; first += at_once) {
    domain::fill_even(even, point, t);
    if (fixed != nullptr)
      fixed->map_with(parameters, at_once, t.data(), x.data(), jacobian.data());
    else
      x = t;
    std::size_t inside = 0;
    for (std::size_t i = 0; i < at_once; ++i) {
      if (jacobian[i] == 0) continue;
      if (inside < i) {
        std::copy_n(x.data() + i * ndim, ndim, x.data() + inside * ndim);
        std::copy_n(t.data() + i * cube, cube, t.data() + inside * cube);
      }
      ++inside;
    }
    engine::call_user([&] {
      evaluate_with_jumps(static_cast<std::int64_t>(inside), x.data(), own, f.data(), jumps.data());
    });
    for (std::size_t i = 0; i < inside; ++i) {
      const std::int64_t *const here = jumps.data() + i * nwrt;
      if (is_cut) {
        std::vector<int> part;
        for (std::size_t axis = 0; axis < cube; ++axis)
          part.push_back(domain::part_at(map_->parts[axis], t[i * cube + axis]).number);
        const std::vector<std::int64_t> own_jumps(here, here + nwrt);
        usual = seen.try_emplace(std::move(part), own_jumps).first->second;
      }
      for (std::size_t j = 0; j < nwrt; ++j) found[j] = found[j] || here[j] != usual[j];
    }
  }
  return found;
}

}  // namespace cuboid::api
