#include "router/pilot_reason.hpp"

#include <cmath>
#include <optional>

namespace cuboid::router {

namespace {

using algorithm::formatted;

/// What cubature tells of the integrand.
std::string seen_by_cubature(const Contender *cubature) {
  if (cubature == nullptr) return "too many dimensions for cubature";
  if (cubature->outcome().result.only_zeros) return "only zeros were seen";
  if (cubature->share() >= 1) return "cubature is accurate enough already, but for a check";
  const std::optional<double> power = cubature->seen_power();
  if (!power) return "cubature is far from the accuracy";
  if (*power <= 0) return "the error of cubature does not fall";
  return formatted("the error of cubature falls like the power %.1f of the evaluations", -*power);
}

}  // namespace

std::string what_was_seen(const Contenders &contenders, const Contender *cubature) {
  std::string text = seen_by_cubature(cubature);
  text += "; evaluations needed, about: ";
  const char *comma = "";
  for (const Contender &contender : contenders.all()) {
    text += comma + std::string(contender.name()) +
            (std::isfinite(contender.needed()) ? formatted(" %.1g", contender.needed())
                                               : std::string(" no end in sight")) +
            (contender.has_ended() ? " (done)"
             : contender.tried()   ? ""
                                   : " (as a rule)");
    comma = ", ";
  }
  return text;
}

}  // namespace cuboid::router
