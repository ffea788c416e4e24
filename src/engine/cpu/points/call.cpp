#include "engine/cpu/points/call.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "domain/domain.hpp"
#include "engine/common/call_user.hpp"
#include "engine/cpu/points/tails.hpp"
#include "simd/kernels.hpp"

namespace cuboid::engine::cpu {

// The integrand may read the 64-bit number of points through a pointer to int.
static_assert(std::endian::native == std::endian::little);

namespace {

constexpr int abort_value = -999;

/// How calls ended.
enum class Ended { finished, aborted, interrupted };

/// What a call passes on, in one place, for the loop to need a single register for all of it.
struct Call {
  int ndim;
  int ncomp;
  int core;
  int iteration;
  int phase;
  std::int64_t points;  ///< of each call
  void *userdata;
  const double *x;
  const double *weight;  ///< nullptr: none
  double *f;
  std::int64_t x_step = 0;
  std::int64_t f_step = 0;
};

/// A number of calls.  Kept small and apart: for cheap integrands and one point per call, its few
/// instructions are what an evaluation costs.  plain: there are neither weights nor a phase, and
/// nobody has a flag to look at.
template <bool plain>
__attribute__((noinline, aligned(64))) Ended call_repeatedly(const FullFunction function,
                                                             Call &given, std::int64_t calls,
                                                             Interrupts &interrupts) {
  given.x_step = given.points * given.ndim;
  given.f_step = given.points * given.ncomp;
  const std::int64_t weight_step = given.weight ? given.points : 0;
  const double *x = given.x;
  double *f = given.f;
  // Cuba's Divonne has the phase where the other routines have the weights.
  const bool phased = given.phase != PointSet::no_phase;
  const double *weight = plain    ? nullptr
                         : phased ? reinterpret_cast<const double *>(&given.phase)
                                  : given.weight;
  while (calls > 0) {
    if (interrupts.calls_until_look() <= 0 && !interrupts.look()) {
      given.x = x;
      return Ended::interrupted;
    }
    const std::int64_t run = std::min(calls, interrupts.calls_until_look());
    for (const double *const end = x + run * given.x_step; x != end;) {
      if (!plain && interrupts.flagged() && !interrupts.look()) {
        given.x = x;
        return Ended::interrupted;
      }
      Call *call = &given;
      // The members are then read and their addresses put together where they are needed: kept from
      // one call to the next, they would be more than there are registers.
      __asm__("" : "+r"(call));
      if (function(&call->ndim, x, &call->ncomp, f, call->userdata, &call->points, &call->core,
                   weight, &call->iteration) == abort_value)
        return Ended::aborted;
      x += call->x_step;
      f += call->f_step;
      if (!plain) weight += weight_step;
    }
    interrupts.count_calls(run, run * given.points);
    calls -= run;
  }
  given.x = x;
  if (given.weight) given.weight = weight;
  given.f = f;
  return Ended::finished;
}

/// How the calls for a batch ended, and the points for which they returned.
struct Progress {
  Ended ended = Ended::finished;
  std::int64_t evaluated = 0;
};

/// All calls.  f is prefilled with NaN for a block of calls at once, a block being small enough to
/// stay in the first-level cache.
Progress call_all(const HostFunction &host, const PointSet &points, double *f, int core,
                  Interrupts &interrupts) {
  constexpr std::int64_t block_values = 1024;
  const std::int64_t nvec =
      std::clamp<std::int64_t>(host.nvec, 1, std::numeric_limits<std::int32_t>::max());
  const std::int64_t block = std::max<std::int64_t>(block_values / host.ncomp / nvec, 1) * nvec;
  const bool plain =
      !points.weight && points.phase == PointSet::no_phase && !interrupts.watches_flags();
  const auto call_all_of = plain ? call_repeatedly<true> : call_repeatedly<false>;
  // By way of void (*)(), which compilers take as a sign that the types differ on purpose.
  const auto function = reinterpret_cast<FullFunction>(reinterpret_cast<void (*)()>(host.function));
  Call call{host.ndim, host.ncomp,    core,     points.iteration, points.phase,
            nvec,      host.userdata, points.x, points.weight,    f};
  for (std::int64_t left = points.count; left > 0; left -= block) {
    const std::int64_t count = std::min(left, block);
    simd::kernels().fill(count * host.ncomp, std::numeric_limits<double>::quiet_NaN(), call.f);
    call.points = nvec;
    auto ended = call_all_of(function, call, count / nvec, interrupts);
    if (ended == Ended::finished && count % nvec > 0) {
      call.points = count % nvec;
      ended = call_all_of(function, call, 1, interrupts);
    }
    if (ended != Ended::finished) return {ended, (call.x - points.x) / host.ndim};
  }
  return {Ended::finished, points.count};
}

/// Of a batch function, between whose pieces flags and clock are looked at.
Progress evaluate_all(const HostFunction &host, const PointSet &points, double *f,
                      Interrupts &interrupts) {
  constexpr std::int64_t piece = 1024;
  for (std::int64_t first = 0; first < points.count; first += piece) {
    const bool looks = interrupts.calls_until_look() <= 0 || interrupts.flagged();
    if (looks && !interrupts.look()) return {Ended::interrupted, first};
    const std::int64_t count = std::min(points.count - first, piece);
    host.batch->evaluate(count, points.x + first * host.ndim, host.userdata,
                         f + first * host.ncomp);
    interrupts.count_calls(1, count);
  }
  return {Ended::finished, points.count};
}

Progress call_user_function(const HostFunction &host, const PointSet &points, double *f, int core,
                            Interrupts &interrupts, const char *subject) {
  return call_user(
      [&] {
        return host.batch != nullptr ? evaluate_all(host, points, f, interrupts)
                                     : call_all(host, points, f, core, interrupts);
      },
      subject);
}

void multiply(std::int64_t count, int ncomp, const double *jacobian, double *f) {
  for (std::int64_t i = 0; i < count; ++i)
    for (int c = 0; c < ncomp; ++c) f[i * ncomp + c] *= jacobian[i];
}

/// Points of a piece that are in the region, moved to its front: for the others, whose Jacobian is
/// 0, the integrand is not called.  Where the map shrinks a face to a point, it may be infinite.
class Inside {
 public:
  Inside(std::int64_t count, int ndim, const double *jacobian, double *x, double *weight)
      : count_(count) {
    if (std::find(jacobian, jacobian + count, 0.0) == jacobian + count) return;
    for (std::int64_t i = 0; i < count; ++i) {
      if (jacobian[i] == 0) continue;
      const auto to = static_cast<std::int64_t>(places_.size());
      std::copy_n(x + i * ndim, ndim, x + to * ndim);
      if (weight != nullptr) weight[to] = weight[i];
      places_.push_back(i);
    }
    is_all_ = false;
  }

  std::int64_t count() const {
    return is_all_ ? count_ : static_cast<std::int64_t>(places_.size());
  }

  /// Moves the first values to where their points were.  Returns the points before the next one.
  std::int64_t spread(std::int64_t evaluated, int ncomp, double *f) const {
    if (is_all_) return evaluated;
    const std::int64_t end =
        evaluated == count() ? count_ : places_[static_cast<std::size_t>(evaluated)];
    std::int64_t from = evaluated;
    for (std::int64_t i = end; i-- > 0;) {
      const bool is_inside = from > 0 && places_[static_cast<std::size_t>(from - 1)] == i;
      if (is_inside) --from;
      for (int c = 0; c < ncomp; ++c) f[i * ncomp + c] = is_inside ? f[from * ncomp + c] : 0;
    }
    return end;
  }

 private:
  std::int64_t count_;
  std::vector<std::int64_t> places_;
  bool is_all_ = true;
};

/// At the images of points of the unit cube.  Weights are multiplied by the Jacobian as well: the
/// sum of weight times integrand stays an estimate of the integral.
Progress call_on_domain(const HostFunction &host, const PointSet &points, double *f, int core,
                        Interrupts &interrupts, const char *subject) {
  const domain::Domain &domain = *host.domain;
  const auto *const parameters = static_cast<const double *>(host.userdata);
  HostFunction function = host;
  function.ndim = domain.ndim();
  if (domain.numbers_of_each() > 0)
    function.userdata = static_cast<double *>(host.userdata) + domain.numbers_of_each();
  constexpr std::int64_t about = 1024;
  const std::int64_t nvec = std::max<std::int64_t>(host.nvec, 1);
  const std::int64_t piece = std::min(std::max(about / nvec, std::int64_t{1}) * nvec, points.count);
  std::vector<double> x(static_cast<std::size_t>(piece * domain.ndim()));
  std::vector<double> jacobian(static_cast<std::size_t>(piece));
  std::vector<double> weight(points.weight != nullptr ? jacobian.size() : 0);
  for (std::int64_t first = 0; first < points.count; first += piece) {
    PointSet part = points;
    const std::int64_t count = std::min(points.count - first, piece);
    part.x = x.data();
    domain.map_with(parameters, count, points.x + first * host.ndim, x.data(), jacobian.data());
    if (points.weight != nullptr) {
      for (std::int64_t i = 0; i < count; ++i)
        weight[static_cast<std::size_t>(i)] =
            points.weight[first + i] * jacobian[static_cast<std::size_t>(i)];
      part.weight = weight.data();
    }
    const Inside inside(count, domain.ndim(), jacobian.data(), x.data(),
                        points.weight != nullptr ? weight.data() : nullptr);
    part.count = inside.count();
    double *const values = f + first * host.ncomp;
    const Progress progress = call_user_function(function, part, values, core, interrupts, subject);
    const std::int64_t evaluated = inside.spread(progress.evaluated, host.ncomp, values);
    multiply(evaluated, host.ncomp, jacobian.data(), values);
    if (progress.ended != Ended::finished) return {progress.ended, first + evaluated};
  }
  return {Ended::finished, points.count};
}

}  // namespace

std::int64_t call_integrand(const HostFunction &host, const PointSet &points, double *f, int core,
                            Interrupts &interrupts, const char *subject) {
  const auto call = [&](const PointSet &part, double *values) {
    return host.domain != nullptr
               ? call_on_domain(host, part, values, core, interrupts, subject)
               : call_user_function(host, part, values, core, interrupts, subject);
  };
  Progress progress = call(points, f);
  const auto finishes = [&](const PointSet &part, double *values) {
    progress.ended = call(part, values).ended;
    return progress.ended == Ended::finished;
  };
  if (progress.ended == Ended::finished && !fill_tails(host, points, f, finishes))
    progress.evaluated = 0;
  if (progress.ended == Ended::aborted)
    throw Failure(CUBOID_ABORTED, std::string(subject) + " returned -999");
  if (progress.ended == Ended::interrupted && interrupts.ending() != Ending::none)
    throw interrupts.failure(progress.evaluated, progress.evaluated);
  return progress.evaluated;
}

void evaluate_at(const HostFunction &host, std::int64_t count, const double *x, double *f,
                 const char *subject) {
  // They are no part of a sum, and an integrand may look at what Vegas and Suave tell it.
  const std::vector<double> weights(static_cast<std::size_t>(count), 0.0);
  PointSet points;
  points.count = count;
  points.x = x;
  points.weight = weights.data();
  points.iteration = 1;
  Interrupts interrupts{Limits{}};
  call_integrand(host, points, f, master_core, interrupts, subject);
}

}  // namespace cuboid::engine::cpu
