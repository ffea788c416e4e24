// Procedures that need values of the integrand, point by point, run side by side.
#pragma once

#include <algorithm>
#include <vector>

#include "cuba/divonne/evaluations.hpp"

namespace cuboid::algorithm::divonne_detail {

/// A procedure that stops whenever it needs values.
class Inquiry {
 public:
  virtual ~Inquiry() = default;

  /// Appends the coordinates of the points whose values it needs next.  None: it has ended.
  virtual void ask(std::vector<double> &x) = 0;

  /// How many points are told at a time, of the `asked` ones that it asks for: appended to groups.
  virtual void group(std::size_t asked, std::vector<std::size_t> &groups) const {
    groups.push_back(asked);
  }

  /// The answer, group by group: f, [count][ncomp], at the points x, [count][ndim].
  virtual void tell(std::size_t count, const double *x, const double *f) = 0;
};

/// Values that are held at a time: 256 KiB, which stay in the second-level cache, or as many as
/// make a batch worthwhile, up to 16 MiB.  With thousands of components, each of which asks for
/// points of its own, those of a whole batch would take all of the memory.
inline constexpr std::size_t usual_values_held = std::size_t{1} << 15;
inline constexpr std::size_t max_values_held = std::size_t{1} << 21;

/// Evaluates points x that stand in groups, as many groups at a time as are held together, and
/// hands each to tell, with its number.  f: room.
template <class Tell>
void evaluate_groups(const std::vector<std::size_t> &groups, Phase phase,
                     const std::vector<double> &x, std::vector<double> &f, Evaluations &evaluations,
                     Tell tell) {
  const auto ndim = static_cast<std::size_t>(evaluations.ndim());
  const auto ncomp = static_cast<std::size_t>(evaluations.ncomp());
  const std::size_t most =
      std::clamp(static_cast<std::size_t>(evaluations.worthwhile_batch()) * ncomp,
                 usual_values_held, max_values_held);
  const double *points = x.data();
  for (std::size_t begin = 0, end = 0; begin < groups.size(); begin = end) {
    std::size_t count = 0;
    do {
      count += groups[end++];
    } while (end < groups.size() && (count + groups[end]) * ncomp <= most);
    if (f.size() < count * ncomp) f.resize(count * ncomp);
    evaluations.evaluate_extrapolated(phase, static_cast<std::int64_t>(count), points, f.data());
    const double *values = f.data();
    for (std::size_t i = begin; i < end; ++i) {
      tell(i, points, values);
      points += groups[i] * ndim;
      values += groups[i] * ncomp;
    }
  }
}

/// Answers all of them, what they ask at the same time in one batch, until they have ended or the
/// evaluations allowed are spent.
inline void answer_all(const std::vector<Inquiry *> &inquiries, Phase phase,
                       Evaluations &evaluations) {
  const auto ndim = static_cast<std::size_t>(evaluations.ndim());
  std::vector<Inquiry *> open = inquiries;
  std::vector<double> x, f;
  std::vector<std::size_t> groups;
  std::vector<Inquiry *> asked;  // by group
  x.reserve(open.size() * ndim * ndim);
  while (!open.empty() && evaluations.within_budget()) {
    x.clear();
    groups.clear();
    asked.clear();
    std::size_t asking = 0;
    for (Inquiry *inquiry : open) {
      const std::size_t before = x.size();
      inquiry->ask(x);
      if (x.size() == before) continue;
      open[asking++] = inquiry;
      inquiry->group((x.size() - before) / ndim, groups);
      asked.resize(groups.size(), inquiry);
    }
    open.resize(asking);
    evaluate_groups(groups, phase, x, f, evaluations,
                    [&](std::size_t i, const double *points, const double *values) {
                      asked[i]->tell(groups[i], points, values);
                    });
  }
}

}  // namespace cuboid::algorithm::divonne_detail
