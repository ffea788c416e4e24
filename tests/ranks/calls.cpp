#include "ranks/calls.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace ranks {

namespace {

void keep(Answer &answer, const char *message, const char *reasons = "") {
  strncpy(answer.message, message, sizeof answer.message - 1);
  strncpy(answer.reasons, reasons, sizeof answer.reasons - 1);
}

/// The same over the unit cube with a break on the first axis.
cuboid_integrand *with_a_break(cuboid_integrand *whole, int ndim) {
  const std::vector<double> lower(static_cast<std::size_t>(ndim), 0.0), upper(lower.size(), 1.0);
  std::vector<int> counts(lower.size(), 0);
  counts[0] = 1;
  const double at = 0.3;
  cuboid_domain *cut = nullptr;
  cuboid_integrand *over_parts = nullptr;
  cuboid_domain_box(&cut, ndim, lower.data(), upper.data(), nullptr, counts.data(), &at);
  cuboid_integrand_on_domain(&over_parts, whole, cut);
  cuboid_domain_free(cut);
  cuboid_integrand_free(whole);
  return over_parts;
}

}  // namespace

int make_trouble(Behaviour &behaviour, double f[]) {
  switch (behaviour.trouble) {
    case Behaviour::none:
      break;
    case Behaviour::nan:
      f[0] = NAN;
      break;
    case Behaviour::abort:
      return -999;
    case Behaviour::exception:
      throw std::runtime_error("the integrand's own");
    case Behaviour::cancel:
      behaviour.cancelled = 1;
      break;
    case Behaviour::sleep:
      sleep(30);
      break;
    case Behaviour::die:
      raise(SIGKILL);
  }
  return 0;
}

Answer call_cuba(const Call &call, Behaviour &behaviour) {
  constexpr double epsrel = 1e-6, epsabs = 1e-12;
  const std::string method = call.method;
  const auto maxeval = static_cast<int>(call.maxeval);
  const char *const statefile = *call.statefile ? call.statefile : nullptr;
  Answer answer;
  int neval = 0, nregions = 0;
  try {
    if (method == "Vegas")
      Vegas(call.ndim, ncomp, integrand, &behaviour, 1, epsrel, epsabs, call.verbosity, call.seed,
            0, maxeval, 500, 250, 400, 0, statefile, nullptr, &neval, &answer.status, answer.value,
            answer.error, answer.prob);
    else if (method == "Suave")
      Suave(call.ndim, ncomp, integrand, &behaviour, 1, epsrel, epsabs, call.verbosity, call.seed,
            0, maxeval, 1000, 2, 25, statefile, nullptr, &nregions, &neval, &answer.status,
            answer.value, answer.error, answer.prob);
    else if (method == "Divonne")
      Divonne(call.ndim, ncomp, integrand, &behaviour, 1, epsrel, epsabs, call.verbosity, call.seed,
              0, maxeval, 47, 1, 1, 5, 0, 10, 0.25, 0, call.ndim, nullptr, 0, nullptr, statefile,
              nullptr, &nregions, &neval, &answer.status, answer.value, answer.error, answer.prob);
    else
      Cuhre(call.ndim, ncomp, integrand, &behaviour, 1, epsrel, epsabs, call.verbosity, 0, maxeval,
            0, statefile, nullptr, &nregions, &neval, &answer.status, answer.value, answer.error,
            answer.prob);
  } catch (const std::runtime_error &) {
    answer.threw = true;
  }
  answer.neval = neval;
  answer.nregions = nregions;
  answer.calls = behaviour.calls;
  keep(answer, cuboid_last_error());
  return answer;
}

Answer call_native(const Call &call, Behaviour &behaviour) {
  cuboid_integrand *integrand_handle = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  Answer answer;
  behaviour.hole = call.hole;
  const auto function = call.log == 1 ? logarithms : integrand;
  double parameter = 2;
  if (call.gradient_of != nullptr)
    cuboid_integrand_gradient_from_expression(&integrand_handle, nullptr, call.ndim,
                                              call.gradient_of, nullptr, &parameter, 1, nullptr,
                                              nullptr);
  else
    cuboid_integrand_create(&integrand_handle, call.ndim, ncomp, function, &behaviour);
  if (call.broken) integrand_handle = with_a_break(integrand_handle, call.ndim);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", call.method);
  cuboid_options_set_text(options, "statefile", call.statefile);
  cuboid_options_set_text(options, "nonfinite", call.nonfinite);
  cuboid_options_set_text(options, "norm", call.norm);
  cuboid_options_set_real(options, "epsrel", 1e-7);
  cuboid_options_set_real(options, "time_limit", call.time_limit);
  cuboid_options_set_real(options, "rank_timeout", call.rank_timeout);
  cuboid_options_set_integer(options, "maxeval", call.maxeval);
  cuboid_options_set_integer(options, "log", call.log);
  cuboid_options_set_integer(options, "seed", call.seed);
  cuboid_options_set_integer(options, "nstart", call.nstart);
  cuboid_options_set_integer(options, "verbosity", call.verbosity);
  cuboid_options_set_integer(options, "memory_limit", 1 << 28);
  cuboid_options_set_cancel(options, const_cast<int *>(&behaviour.cancelled));
  answer.status = cuboid_integrate(integrand_handle, nullptr, nullptr, options, &result);
  keep(answer, cuboid_result_message(result), cuboid_result_reasons(result));
  answer.neval = cuboid_result_neval(result);
  answer.nregions = cuboid_result_nregions(result);
  answer.niterations = cuboid_result_niterations(result);
  std::copy_n(cuboid_result_value(result), ncomp, answer.value);
  std::copy_n(cuboid_result_error(result), ncomp, answer.error);
  std::copy_n(cuboid_result_prob(result), ncomp, answer.prob);
  answer.calls = behaviour.calls;
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand_handle);
  return answer;
}

}  // namespace ranks
