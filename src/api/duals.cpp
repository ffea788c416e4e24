#include "api/duals.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "base/failure.hpp"
#include "domain/even_points.hpp"
#include "domain/maps.hpp"
#include "elementary/functions.hpp"
#include "engine/common/call_user.hpp"

namespace cuboid::api {

Duals::Duals(cuboid_dual_function function, int ndim, int ncomp, std::vector<int> wrt,
             std::size_t nparameters, std::shared_ptr<const domain::ExpressionMap> map, int order)
    : function_(function),
      ndim_(ndim),
      ncomp_(ncomp),
      wrt_(std::move(wrt)),
      bytes_(static_cast<std::int64_t>(nparameters * sizeof(double))),
      numbers_(1 + static_cast<int>(wrt_.size())),
      map_(std::move(map)) {
  const int base = numbers_;
  for (int place = 0; place < base; ++place) places_.push_back(place);
  if (order == 2) {
    for (int first = 1; first < base; ++first)
      for (int second = first; second < base; ++second) places_.push_back(first * base + second);
    numbers_ *= base;
  }
  if (!map_) return;
  std::vector<std::vector<int>> all;
  for (int place = 0; place < numbers_; ++place) all.push_back(row_of(place));
  derivatives_ = domain::with_derivatives(map_->expression, all);
  program_.emplace(derivatives_);
}

Duals::Duals(const Duals &other, domain::Integrated what)
    : Duals(other.function_, other.ndim_, other.ncomp_, other.wrt_,
            static_cast<std::size_t>(other.bytes_) / sizeof(double), other.map_) {
  what_ = what;
}

std::vector<int> Duals::row_of(int place) const {
  const int base = 1 + static_cast<int>(wrt_.size());
  std::vector<int> row;
  for (const int digit : {place / base, place % base})
    if (digit > 0) row.push_back(wrt_[static_cast<std::size_t>(digit) - 1]);
  std::sort(row.begin(), row.end());
  return row;
}

std::vector<std::vector<int>> Duals::rows() const {
  std::vector<std::vector<int>> all;
  for (const int place : places_) all.push_back(row_of(place));
  return all;
}

void Duals::call(std::int64_t count, const double *x, const double *parameters, double *f,
                 std::int64_t *jumps) const {
  const int nwrt = static_cast<int>(wrt_.size());
  const int ended =
      function_(ndim_, x, ncomp_, f, count, program_ ? 1 : 0, nwrt, wrt_.data(), parameters, jumps);
  if (ended == -999) throw Failure(CUBOID_ABORTED, "the integrand returned -999");
}

double Duals::over_map(const double *found, const double *jacobian, int place) const {
  const int each = ndim_ + 1;
  if (what_ == domain::Integrated::exponentials)
    return found[place] +
           (place > 0 ? jacobian[place * each] / jacobian[0] : elementary::log(jacobian[0]));
  // Leibniz' rule for f by the first and the second parameter, of which there may be none.
  const int second = place % (1 + static_cast<int>(wrt_.size())), first = place - second;
  double sum = found[place] * jacobian[0];
  if (second > 0) sum += found[first] * jacobian[second * each];
  if (first > 0) sum += found[second] * jacobian[first * each];
  if (first > 0 && second > 0) sum += found[0] * jacobian[place * each];
  return sum;
}

void Duals::evaluate_with_jumps(std::int64_t count, const double *t, const double *parameters,
                                double *f, std::int64_t *jumps) const {
  const std::size_t step = static_cast<std::size_t>(numbers_), nwrt = wrt_.size(),
                    points = static_cast<std::size_t>(count);
  const auto ndim = static_cast<std::size_t>(ndim_), ncomp = static_cast<std::size_t>(ncomp_);
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (jumps != nullptr) std::fill_n(jumps, points * nwrt, 0);
  if (!program_ && ncomp == 1 && places_.size() == step) {  // In the same order.
    std::fill_n(f, points * step, unknown);
    return call(count, t, parameters, f, jumps);
  }
  std::vector<double> x, found(points * ncomp * step, unknown), mapped;
  if (program_) {
    mapped.resize(points * (ndim + 1) * step);
    program_->evaluate(points, ndim_, t, parameters, mapped.data());
    x.resize(points * ndim * step);
    for (std::size_t i = 0; i < points; ++i)
      for (std::size_t axis = 0; axis < ndim; ++axis)
        for (std::size_t j = 0; j < step; ++j)
          x[(i * ndim + axis) * step + j] = mapped[(i * step + j) * (ndim + 1) + axis];
  }
  call(count, program_ ? x.data() : t, parameters, found.data(), jumps);
  for (std::size_t i = 0; i < points; ++i) {
    const double *const jacobian = program_ ? &mapped[i * step * (ndim + 1) + ndim] : nullptr;
    for (const int place : places_)
      for (std::size_t c = 0; c < ncomp; ++c) {
        const double *const from = &found[(i * ncomp + c) * step];
        *f++ = program_ ? over_map(from, jacobian, place) : from[place];
      }
  }
}

void Duals::evaluate(std::int64_t count, const double *t, const void *userdata, double *f) const {
  evaluate_with_jumps(count, t, static_cast<const double *>(userdata), f, nullptr);
}

std::vector<bool> Duals::left_out_jumps(const domain::Domain *fixed, const void *userdata) const {
  constexpr std::size_t points = 4096, at_once = 128;
  const auto *parameters = static_cast<const double *>(userdata);
  const double *const own = parameters + (fixed != nullptr ? fixed->numbers_of_each() : 0);
  const std::size_t nwrt = wrt_.size();
  const auto cube = static_cast<std::size_t>(fixed != nullptr ? fixed->cube_ndim() : ndim_);
  const auto ndim = static_cast<std::size_t>(ndim_);
  const bool is_cut = map_ && map_->is_cut();
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
    if (nwrt == 0 || jumps[0] == -1) return found;
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
