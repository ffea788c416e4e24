#include "api/cuba_call.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <utility>

#include "api/arguments.hpp"
#include "api/communicator.hpp"
#include "api/guard.hpp"
#include "api/log_sink.hpp"
#include "api/spin.hpp"
#include "batch/one.hpp"
#include "engine/common/call_user.hpp"
#include "engine/cpu/settings.hpp"
#include "run/log.hpp"

namespace cuboid::api {

namespace {

constexpr int max_components = 1024;

// Bits of the flags argument.
constexpr int verbosity_bits = 3;
constexpr int last_only_bit = 4;
constexpr int sharp_edges_bit = 8;
constexpr int keep_state_bit = 16;
constexpr int reset_state_bit = 32;
constexpr int level_shift = 8;

/// flags with the verbosity that the environment or cuboid_verbose asks for at least.
int raised_flags(int flags) {
  const int least = std::clamp(engine::cpu::process_settings().current().verbosity, 0, 3);
  return (flags & ~verbosity_bits) | std::max(flags & verbosity_bits, least);
}

Options options_from(const CubaArguments &arguments, const Options &own, const char *method) {
  const int flags = raised_flags(arguments.flags);
  Options options = own;
  options.method = method;
  options.epsrel = arguments.epsrel;
  options.epsabs = arguments.epsabs;
  options.mineval = arguments.mineval;
  options.maxeval = arguments.maxeval;
  options.nvec = arguments.nvec;
  options.verbosity = flags & verbosity_bits;
  options.last_only = (flags & last_only_bit) != 0;
  options.smooth = (flags & sharp_edges_bit) == 0;
  options.keep_state = (flags & keep_state_bit) != 0;
  options.reset_state = (flags & reset_state_bit) != 0;
  options.rng_level = flags >> level_shift;
  options.statefile = arguments.statefile != nullptr ? arguments.statefile : "";
  options.worker_timeout = -1;  // that of the environment, or the default
  return options;
}

std::string line(const char *name, std::int64_t value) {
  return formatted("\n  %s %lld", name, static_cast<long long>(value));
}

std::string line(const char *name, double value) {
  return formatted("\n  %s %g", name, value);
}

/// The arguments that all routines have, as they are printed; seed: between flags and mineval.
std::string common_lines(const CubaArguments &arguments, const std::string &seed) {
  return line("ndim", std::int64_t{arguments.ndim}) + line("ncomp", std::int64_t{arguments.ncomp}) +
         line("nvec", arguments.nvec) + line("epsrel", arguments.epsrel) +
         line("epsabs", arguments.epsabs) +
         line("flags", std::int64_t{raised_flags(arguments.flags)}) + seed +
         line("mineval", arguments.mineval) + line("maxeval", arguments.maxeval);
}

/// Where this rank prints: nowhere, if it is not the first.
algorithm::Log::Sink sink_of_rank() {
  if (prints(communicator_of_process())) return stdout_sink();
  return [](int, const std::string &) {};
}

/// text: makes the lines, which few calls print.
template <class Text>
void print_arguments(const CubaArguments &arguments, Text text) {
  if ((raised_flags(arguments.flags) & verbosity_bits) < 2) return;
  const char *const name = arguments.statefile;
  sink_of_rank()(2, text() + "\n  statefile \"" + (name != nullptr ? name : "(null)") + "\"");
}

void check_ncomp(int ncomp) {
  if (ncomp < 1 || ncomp > max_components)
    throw Failure(CUBOID_BAD_NCOMP,
                  formatted("ncomp = %d must be between 1 and %d", ncomp, max_components));
}

/// The checks in Cuba's order, then those that Cuba does not make.
router::Request checked_request(const CubaArguments &arguments, const Options &options) {
  check_ncomp(arguments.ncomp);
  check_dimension(arguments.ndim, options, true);
  require_pointer(arguments.integrand, "integrand");
  check_options(options);
  check_together(options);
  router::Request request;
  request.host = {arguments.ndim, arguments.ncomp, arguments.integrand, arguments.userdata,
                  arguments.nvec};
  request.options = options;
  request.ranks = communicator_of_process();
  request.listeners.log = sink_of_rank();
  request.cuba.called = true;
  request.passes_exceptions = true;
  request.forks_unasked = true;
  request.cuba.announce_workers = engine::cpu::process_settings().current().verbosity != 0;
  for (const std::string &found : engine::cpu::process_settings().take_environment_lines())
    request.listeners.log(3, found);
  request.kept_workers = workers_of(arguments.spin);
  return request;
}

/// Returns the number of points that the peak finder says it has written.
std::int64_t find_peaks(const CubaArguments &arguments, cuboid_peakfinder finder,
                        const double *bounds, std::int64_t most, double *x) {
  if (arguments.kind == EntryKind::c_long || arguments.kind == EntryKind::fortran_long) {
    auto n = static_cast<long long int>(most);
    // There is one type for both kinds of peak finders.
    finder(&arguments.ndim, bounds, reinterpret_cast<int *>(&n), x, arguments.userdata);
    return n;
  }
  auto n = static_cast<int>(most);
  finder(&arguments.ndim, bounds, &n, x, arguments.userdata);
  return n;
}

/// What Divonne is told about peaks.  Cuba's argument lists have the points where the integrand is.
algorithm::DivonnePeaks checked_peaks(const CubaArguments &arguments, const PeakArguments &given) {
  check_peaks(arguments.ndim, given.ngiven, given.ldxgiven, given.xgiven, given.nextra,
              reinterpret_cast<const void *>(given.peakfinder));
  algorithm::DivonnePeaks peaks;
  peaks.given = given.xgiven;
  peaks.ngiven = given.ngiven;
  peaks.ldxgiven = given.ldxgiven;
  peaks.nextra = given.nextra;
  if (given.nextra == 0) return peaks;
  peaks.peakfinder = [&arguments, &given](const double *bounds, std::int64_t &count, double *x) {
    count =
        engine::call_user([&] { return find_peaks(arguments, given.peakfinder, bounds, count, x); },
                          "the peak finder");
  };
  return peaks;
}

algorithm::SuaveVariant suave_variant() {
  const bool old = engine::cpu::process_settings().current().suave == "4.1";
  return old ? algorithm::SuaveVariant::cuba_4_1 : algorithm::SuaveVariant::cuba_4_2;
}

void write_nothing_known(int ncomp, const CubaOutput &output) {
  if (output.nregions != nullptr) *output.nregions = 0;
  if (ncomp < 1 || ncomp > max_components) return;
  for (double *values : {output.integral, output.error, output.prob})
    if (values != nullptr) std::fill_n(values, ncomp, std::numeric_limits<double>::quiet_NaN());
}

void write(const router::Outcome &outcome, const CubaOutput &output) {
  const algorithm::Result &result = outcome.result;
  if (output.nregions != nullptr)
    *output.nregions =
        static_cast<int>(std::min<std::int64_t>(result.nregions, std::numeric_limits<int>::max()));
  if (output.integral != nullptr)
    std::copy(result.integral.begin(), result.integral.end(), output.integral);
  if (output.error != nullptr) std::copy(result.error.begin(), result.error.end(), output.error);
  const std::vector<double> prob = result.prob();
  if (output.prob != nullptr) std::copy(prob.begin(), prob.end(), output.prob);
}

/// What Divonne's *fail says of a result that is not as accurate as asked for: how many more
/// evaluations might do.
int fail_of(const router::Outcome &outcome) {
  if (outcome.status != CUBOID_NOT_CONVERGED) return outcome.status;
  return static_cast<int>(std::clamp<std::int64_t>(outcome.result.missing, CUBOID_NOT_CONVERGED,
                                                   std::numeric_limits<std::int32_t>::max()));
}

/// Prints the reason of a failure, but for those of which Cuba prints nothing.
void tell_reason(const CubaArguments &arguments, int status) {
  const bool silent =
      status == CUBOID_BAD_NDIM || status == CUBOID_BAD_NCOMP || status == CUBOID_ABORTED;
  if (status >= 0 || silent || (raised_flags(arguments.flags) & verbosity_bits) < 1) return;
  try {
    sink_of_rank()(1, last_error());
  } catch (const std::exception &) {
    // cuboid_last_error has it.
  }
}

/// Runs integrate; what it throws goes to the other ranks as well, which wait for this one.
router::Outcome integrated(int ncomp, const std::function<router::Outcome()> &integrate) {
  try {
    return integrate();
  } catch (const std::exception &) {
    throw refused_by_ranks({}, router::caught(ncomp));
  }
}

/// Runs integrate, which may throw Failure, and writes what came of it.  What a function of the
/// caller's threw is thrown again at the end.
std::int64_t call(const CubaArguments &arguments, const CubaOutput &output,
                  const std::function<router::Outcome()> &integrate) {
  std::int64_t neval = 0;
  bool written = false;
  std::exception_ptr thrown;
  const int status = guarded([&] {
    const router::Outcome outcome = integrated(arguments.ncomp, integrate);
    if (outcome.status < 0) set_last_error(outcome.message.c_str());
    thrown = outcome.thrown;
    neval = outcome.result.neval;
    write(outcome, output);
    written = true;
    return fail_of(outcome);
  });
  if (!written) write_nothing_known(arguments.ncomp, output);
  if (output.fail != nullptr) *output.fail = status;
  if (thrown) std::rethrow_exception(std::move(thrown));
  tell_reason(arguments, status);
  return neval;
}

}  // namespace

std::int64_t call_vegas(const CubaArguments &arguments, const Options &own, int gridno,
                        const CubaOutput &output) {
  return call(arguments, output, [&] {
    print_arguments(arguments, [&] {
      return "Vegas input parameters:" + common_lines(arguments, line("seed", own.seed)) +
             line("nstart", own.nstart) + line("nincrease", own.nincrease) +
             line("nbatch", own.nbatch) + line("gridno", std::int64_t{gridno});
    });
    Options options = options_from(arguments, own, "vegas");
    options.names_samples = true;
    router::Request request = checked_request(arguments, options);
    request.resume.grid = take_grid(arguments.kind, gridno, arguments.ndim);
    router::Outcome outcome = router::run(request);
    keep_grid(arguments.kind, gridno, arguments.ndim, outcome.grid);
    return outcome;
  });
}

std::int64_t call_suave(const CubaArguments &arguments, const Options &own,
                        const CubaOutput &output) {
  return call(arguments, output, [&] {
    print_arguments(arguments, [&] {
      return "Suave input parameters:" + common_lines(arguments, line("seed", own.seed)) +
             line("nnew", own.nnew) + line("nmin", own.nmin) + line("flatness", own.flatness);
    });
    router::Request request = checked_request(arguments, options_from(arguments, own, "suave"));
    request.cuba.suave = suave_variant();
    return router::run(request);
  });
}

std::int64_t call_divonne(const CubaArguments &arguments, const Options &own,
                          const PeakArguments &peaks, const CubaOutput &output) {
  return call(arguments, output, [&] {
    print_arguments(arguments, [&] {
      return "Divonne input parameters:" + common_lines(arguments, line("seed", own.seed)) +
             line("key1", own.key1) + line("key2", own.key2) + line("key3", own.key3) +
             line("maxpass", own.maxpass) + line("border", own.border) +
             line("maxchisq", own.maxchisq) + line("mindeviation", own.mindeviation) +
             line("ngiven", peaks.ngiven) + line("nextra", peaks.nextra);
    });
    router::Request request = checked_request(arguments, options_from(arguments, own, "divonne"));
    request.cuba.peaks = checked_peaks(arguments, peaks);
    return router::run(request);
  });
}

std::int64_t call_cuhre(const CubaArguments &arguments, const Options &own,
                        const CubaOutput &output) {
  return call(arguments, output, [&] {
    print_arguments(arguments, [&] {
      return "Cuhre input parameters:" + common_lines(arguments, "") + line("key", own.key);
    });
    return router::run(checked_request(arguments, options_from(arguments, own, "cuhre")));
  });
}

std::string fortran_text(const char *text, int length) {
  if (text == nullptr || length <= 0) return {};
  std::string result(text, static_cast<std::size_t>(length));
  result.erase(std::find(result.begin(), result.end(), '\0'), result.end());
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

}  // namespace cuboid::api
