#include "engine/cpu/lattice/lattice_batch.hpp"

#include <algorithm>
#include <cmath>

#include "engine/common/tree_sum.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

namespace {

/// Of points that transforms bring so close to a face of a region's cube that they are rounded onto
/// it: their weights are next to nothing.  The step is the way to the middle of the cube.
constexpr Stencil towards_middle = {2, 2, {0x1p-40, 0x1p-20}, {}};

}  // namespace

LatticeBatch::LatticeBatch(const LatticeProblem &problem, const LatticeRequest &request,
                           uint64 points)
    : problem_(problem),
      request_(request),
      chunks_(statistics::lattice_chunks(static_cast<uint64>(request.points))),
      ndim_(static_cast<std::size_t>(problem.ndim)),
      ncomp_(static_cast<std::size_t>(problem.ncomp)),
      capacity_(points),
      places_(problem, request),
      wanted_(request.receiver != nullptr),
      x_(points * ndim_),
      weight_(points),
      f_(points * ncomp_),
      sum_(ncomp_),
      column_(ncomp_ * statistics::lattice_chunks_per_group) {}

bool LatticeBatch::work_off(uint64 first, uint64 end, double *group_sums, LatticeTotals &nonfinite,
                            const EvaluateBatch &evaluate) {
  const uint64 end_point = chunks_.first_of_group(end);
  for (uint64 point = chunks_.first_of_group(first); point < end_point;) {
    const uint64 count = std::min(capacity_, end_point - point);
    places_.place(static_cast<std::int64_t>(point), static_cast<std::int64_t>(count), x_.data(),
                  weight_.data());
    const PointSet points{static_cast<std::int64_t>(count), x_.data(), weight_.data(),
                          request_.number};
    if (!evaluate(points, f_.data())) return false;
    const auto values = static_cast<std::int64_t>(count * ncomp_);
    if (problem_.domain != nullptr && !simd::kernels().all_finite(values, f_.data())) {
      const auto stencil_at = [&](std::int64_t i, double *step) {
        const double *const x = x_.data() + i * problem_.ndim;
        std::transform(x, x + ndim_, step, [](double from) { return 0.5 - from; });
        return &towards_middle;
      };
      if (!step_off(points, problem_.ndim, problem_.ncomp, stencil_at, evaluate, f_.data()))
        return false;
    }
    if (wanted_) hand_out(point, count);
    add(point, count, group_sums, nonfinite);
    point += count;
  }
  return true;
}

void LatticeBatch::hand_out(uint64 first, uint64 count) {
  std::vector<double> share(weight_.begin(), weight_.begin() + static_cast<std::ptrdiff_t>(count));
  for (double &one : share) one /= static_cast<double>(request_.shifts());
  wanted_ =
      (*request_.receiver)({request_.number, static_cast<std::int64_t>(first),
                            static_cast<std::int64_t>(count), x_.data(), share.data(), f_.data()});
}

void LatticeBatch::add(uint64 first, uint64 count, double *group_sums, LatticeTotals &nonfinite) {
  for (uint64 row = 0; row < count;) {
    const uint64 shift = (first + row) / chunks_.points;
    const uint64 i = (first + row) % chunks_.points;
    const uint64 chunk = i >> chunks_.length_bits;
    const uint64 chunk_end = std::min((chunk + 1) << chunks_.length_bits, chunks_.points);
    const uint64 step = std::min(count - row, chunk_end - i);
    if (i == chunk << chunks_.length_bits) std::fill(sum_.begin(), sum_.end(), 0.0);
    add_rows(first, row, step, nonfinite);
    if (i + step == chunk_end) close_chunk(shift, chunk, group_sums);
    row += step;
  }
}

void LatticeBatch::add_rows(uint64 first, uint64 row, uint64 count, LatticeTotals &nonfinite) {
  const std::vector<double> before = sum_;
  const auto sum_up = [&] {
    simd::kernels().lattice_add({static_cast<std::int64_t>(count), problem_.ncomp,
                                 f_.data() + row * ncomp_, weight_.data() + row, sum_.data()});
  };
  sum_up();
  if (simd::kernels().all_finite(problem_.ncomp, sum_.data())) return;
  for (uint64 i = row; i < row + count; ++i) drop_nonfinite(i, first + i, nonfinite);
  sum_ = before;
  sum_up();
}

/// Makes the values of a point zero, and counts it, if one of them is not finite.
void LatticeBatch::drop_nonfinite(uint64 row, uint64 number, LatticeTotals &nonfinite) {
  double *const f = f_.data() + row * ncomp_;
  for (std::size_t c = 0; c < ncomp_; ++c) {
    if (std::isfinite(f[c] * weight_[row])) continue;
    nonfinite.note(number, static_cast<int>(c), f[c],
                   {x_.data() + row * ndim_, x_.data() + (row + 1) * ndim_});
    std::fill(f, f + ncomp_, 0.0);
    return;
  }
}

void LatticeBatch::close_chunk(uint64 shift, uint64 chunk, double *group_sums) {
  constexpr uint64 columns = statistics::lattice_chunks_per_group;
  const uint64 column = chunk % columns;
  for (std::size_t c = 0; c < ncomp_; ++c) column_[c * columns + column] = sum_[c];
  if (column + 1 < columns && chunk + 1 < chunks_.chunks()) return;
  for (std::size_t c = 0; c < ncomp_; ++c)
    group_sums[(shift * ncomp_ + c) * chunks_.groups() + chunk / columns] =
        tree_sum({column_.data() + c * columns, column + 1});
}

}  // namespace cuboid::engine::cpu
