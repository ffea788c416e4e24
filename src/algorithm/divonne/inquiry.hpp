// Procedures that need values of the integrand, point by point, run side by side.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "algorithm/divonne/evaluations.hpp"

namespace cuboid::algorithm::divonne_detail {

/// A procedure that stops whenever it needs values.
class Inquiry {
 public:
  virtual ~Inquiry() = default;

  /// Appends the coordinates of the points whose values it needs next.  None: it has ended.
  virtual void ask(std::vector<double> &x) = 0;

  /// The answer: f, [count][ncomp], at the points x, [count][ndim].
  virtual void tell(std::size_t count, const double *x, const double *f) = 0;
};

/// Answers all of them, what they ask at the same time in one batch, until they have ended or the
/// evaluations allowed are spent.
inline void answer_all(const std::vector<Inquiry *> &inquiries, Phase phase,
                       Evaluations &evaluations) {
  const auto ndim = static_cast<std::size_t>(evaluations.ndim());
  const auto ncomp = static_cast<std::size_t>(evaluations.ncomp());
  std::vector<Inquiry *> open = inquiries;
  std::vector<double> x, f;
  std::vector<std::size_t> ends;
  x.reserve(open.size() * ndim * ndim);
  while (!open.empty() && evaluations.within_budget()) {
    x.clear();
    ends.clear();
    std::size_t asking = 0;
    for (Inquiry *inquiry : open) {
      const std::size_t before = x.size();
      inquiry->ask(x);
      if (x.size() == before) continue;
      open[asking++] = inquiry;
      ends.push_back(x.size() / ndim);
    }
    open.resize(asking);
    const std::size_t count = x.size() / ndim;
    f.resize(count * ncomp);
    evaluations.evaluate_extrapolated(phase, static_cast<std::int64_t>(count), x.data(), f.data());
    for (std::size_t i = 0, start = 0; i < open.size(); start = ends[i++])
      open[i]->tell(ends[i] - start, x.data() + start * ndim, f.data() + start * ncomp);
  }
}

}  // namespace cuboid::algorithm::divonne_detail
