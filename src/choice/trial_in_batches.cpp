#include "choice/trial_in_batches.hpp"

#include <algorithm>
#include <string>

namespace cuboid::router {

namespace {

/// Where many regions are split together, cubature has the first part up to so many dimensions.
/// With 7 instead of 5, 4 of 86 integrals in 6 and 7 dimensions fewer are right at 1e-4
/// (tests/bench/results/choosing_batches.txt).
constexpr int max_dimensions_for_batches = 5;
/// Up to so many, what Cuhre does not resolve are ridges, jumps and narrow peaks, for which PAGANI
/// is the best.  In more there are others that get there: with PAGANI after Cuhre 117 of 215
/// integrals in 3 to 5 dimensions are right at 1e-4, instead of 172 (same place).
constexpr int max_dimensions_for_pagani = 2;
/// Evaluations of Cuhre after which others are tried.  Of 20 known integrals in 2 to 5
/// dimensions (tests/bench/results/python.txt), 13 need fewer for 1e-6; there, PAGANI takes up to 7
/// times as many, and elsewhere as many more cost 4 to 7 ms for a formula in NumPy.
constexpr std::int64_t cuhre_in_batches = 500'000;
/// It goes on where it is expected to need no more than so many times as many.
constexpr double near_in_batches = 2;
/// What PAGANI takes then, about: 6e5 to 3e6 for those of the 20 where cuhre is not there.
constexpr double pagani_in_batches = 1e6;
/// Evaluations that leave room for both: the first grid of PAGANI and its confirmation have 200000.
constexpr std::int64_t min_for_batches = 400'000;
/// The share of what PAGANI takes then that a step of VEGAS+ may have, where it is ahead.
constexpr double worth_of_a_step = 0.5;

class TrialInBatches {
 public:
  TrialInBatches(const Request &request, Candidates &candidates)
      : request_(request), candidates_(candidates) {}

  bool settled();

 private:
  bool settled_by_samples(const Candidate &cuhre, bool cuhre_goes_on);
  std::int64_t next_stop(const Candidate &cuhre, std::int64_t stop, std::int64_t first) const;

  const Request &request_;
  Candidates &candidates_;
};

/// Cuhre needs the fewest points where the integrand is smooth, and PAGANI the fewest calls where
/// it needs many all the same.  false: neither got there, nor did samples.
bool TrialInBatches::settled() {
  const std::int64_t first = std::min(cuhre_in_batches, candidates_.goal().maxeval / 4);
  candidates_.enter(cuhre_prior(request_.host.ndim, 0, first / 16));
  Candidate &cuhre = candidates_.all().back();
  for (std::int64_t stop = cuhre.opening(); stop > 0;) {
    candidates_.step(cuhre, stop, false);
    if (cuhre.has_ended()) {
      if (!cuhre.was_stopped())
        candidates_.explain(std::string("cuhre ") + cuhre.deed() +
                            " it, which splits many regions together");
      return true;
    }
    const std::int64_t next = next_stop(cuhre, stop, first);
    if (4 * stop >= first && settled_by_samples(cuhre, next > 0)) {
      candidates_.explain(std::string("cuhre did not get there, and vegas_plus ") +
                          (candidates_.last()->was_stopped()
                               ? "took its place"
                               : std::string(candidates_.last()->deed()) + " it"));
      return true;
    }
    stop = next;
  }
  if (request_.host.ndim > max_dimensions_for_pagani) return false;
  candidates_.explain(
      "cuhre did not get there, so pagani took its place, whose calls have more points");
  candidates_.step(candidates_.all().emplace_back(pagani_prior(), request_, false),
                   candidates_.left(), true);
  return true;
}

/// Where little accuracy is asked for and many regions were no help, samples may do sooner: VEGAS+
/// is looked at as it is elsewhere, and goes on as long as it is expected to be there before
/// cubature.
bool TrialInBatches::settled_by_samples(const Candidate &cuhre, bool cuhre_goes_on) {
  if (candidates_.all().size() == 1) {
    const Prior prior = vegas_plus_prior(candidates_.relative_tolerance(&cuhre), request_.options);
    if (prior.needed > pagani_in_batches) return false;
    candidates_.enter(prior);
  }
  Candidate &samples = candidates_.all().back();
  if (&samples == &cuhre) return false;
  const double of_pagani = cuhre.cost_up_to(pagani_in_batches);
  const double others = cuhre_goes_on ? std::min(cuhre.cost_of_rest(), of_pagani) : of_pagani;
  const auto is_worth = [&](std::int64_t stop) {
    const auto evaluations = static_cast<double>(stop);
    const bool looks = samples.cost_up_to(evaluations) <= other_look * others &&
                       samples.min_cost_of_rest() <= others;
    const bool is_ahead = samples.tried() && samples.cost_of_rest() < others;
    // The next step may be long, of which it takes no more than it needs.
    const double expected =
        samples.little_is_known() ? evaluations : std::min(evaluations, samples.needed());
    return looks || (is_ahead && expected <= worth_of_a_step * pagani_in_batches);
  };
  for (;;) {
    const std::int64_t stop = samples.next_stop();
    if (!is_worth(stop) || stop >= candidates_.max_for(samples)) return false;
    candidates_.step(samples, stop, false);
    if (samples.has_ended()) return true;
    if (samples.has_given_up()) return false;
  }
}

/// Evaluations up to which cubature goes on before others take its place; 0: no further.
std::int64_t TrialInBatches::next_stop(const Candidate &cuhre, std::int64_t stop,
                                       std::int64_t first) const {
  // Where the error does not fall, as where a ridge is split again and again, it will not soon.
  const bool stands = 4 * stop >= first && cuhre.seen_power().value_or(1) <= 0;
  if (cuhre.has_given_up() || stands) return 0;
  if (stop < first) return std::min(4 * stop, first);
  const double needed = cuhre.needed();
  const bool is_near = needed <= near_in_batches * static_cast<double>(cuhre.used()) &&
                       needed <= static_cast<double>(candidates_.goal().maxeval) / 2;
  const auto next = static_cast<std::int64_t>(is_near ? 1.2 * needed : 0);
  return next > stop ? next : 0;
}

}  // namespace

bool is_for_batches(const Request &request, const Candidates &candidates) {
  return request.options.splits > 1 && request.host.ndim <= max_dimensions_for_batches &&
         candidates.can(Method::pagani) && request.options.maxeval >= min_for_batches;
}

bool settled_in_batches(const Request &request, Candidates &candidates) {
  return TrialInBatches(request, candidates).settled();
}

}  // namespace cuboid::router
