#include "choice/reason.hpp"

#include <cmath>
#include <optional>

namespace cuboid::router {

namespace {

/// Below, an error does not fall: what it changes by says nothing.
constexpr double min_seen_power = 0.05;

}  // namespace

std::string seen_by_cubature(const Candidate &cubature) {
  if (cubature.outcome().result.only_zeros) return "only zeros were seen";
  if (cubature.share() >= 1) return "cubature is accurate enough already, but for a check";
  const std::optional<double> power = cubature.seen_power();
  if (!power) return "cubature is far from the accuracy";
  if (*power < min_seen_power) return "the error of cubature does not fall";
  return formatted("the error of cubature falls like the power %.1f of the evaluations", -*power);
}

std::string what_is_needed(const Candidates &candidates) {
  std::string text = "evaluations needed, about: ";
  const char *comma = "";
  for (const Candidate &candidate : candidates.all()) {
    text += comma + std::string(candidate.name()) +
            (std::isfinite(candidate.needed()) ? formatted(" %.1g", candidate.needed())
                                               : std::string(" no end in sight")) +
            (candidate.has_ended() ? " (done)"
             : candidate.tried()   ? ""
                                   : " (as a rule)");
    comma = ", ";
  }
  return text;
}

std::string what_was_taken(const Candidates &candidates, const Candidate &taken) {
  if (candidates.will_do(taken)) return std::string("; ") + taken.name() + " was taken";
  return std::string("; none gets there with maxeval: ") + taken.name() +
         " was taken, which comes nearest";
}

}  // namespace cuboid::router
