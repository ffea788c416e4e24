#include "integrate.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "bar.hpp"
#include "expression.hpp"
#include "files.hpp"
#include "guarded.hpp"
#include "limits.hpp"
#include "outcome.hpp"
#include "report.hpp"
#include "settings.hpp"
#include "sweep.hpp"

namespace command {
namespace {

volatile int cancel = 0;

void note_interrupt(int) {
  cancel = 1;
}

/// The first Ctrl-C ends the integration, a second one the program.
void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
}

/// Before the library looks for a device.
bool use_gpu(const std::string &device) {
  if (device != "auto") setenv("CUBOID_DEVICE", device.c_str(), 1);
  if (device == "off") return false;
  const bool usable = cuboid_device(nullptr) == 0;
  if (!usable && device != "auto") throw Refused("--device " + device + ": " + cuboid_last_error());
  return usable;
}

Integrand integrand_of_file(const IntegrateRequest &request, int ndim, bool on_gpu) {
  const int ncomp = request.ncomp == 0 ? 1 : request.ncomp;
  const std::string text = source_text(request.source);
  cuboid_integrand *integrand = nullptr;
  if (on_gpu)
    check(cuboid_integrand_from_cuda_source(&integrand, ndim, ncomp, text.c_str(),
                                            request.source.function.c_str(), nullptr, 0));
  else
    check(cuboid_integrand_create(&integrand, ndim, ncomp,
                                  guarded(compile_for_host(request.source, text), ncomp), nullptr));
  return Integrand(integrand);
}

int variables_in(const std::vector<std::string> &expressions, const Parameters &parameters) {
  int count = 0;
  for (const std::string &expression : expressions)
    count = std::max(count, variables_in(expression, parameters));
  return count;
}

void set_options(cuboid_options *options, const std::map<std::string, std::string> &given) {
  for (const auto &[name, value] : given) set_option(options, name, value);
  // The larger of both counts: beside a relative accuracy that nobody asked for, the absolute one
  // would do nothing.
  if (given.contains("epsrel") || !given.contains("epsabs")) return;
  double epsabs = 0;
  check(cuboid_options_get_real(options, "epsabs", &epsabs));
  if (epsabs > 0) set_option(options, "epsrel", "0");
}

/// Keeps the records of the trace for the report.
void keep_record(const char *line, void *user) {
  *static_cast<std::string *>(user) += std::string(line) + "\n";
}

/// How many samples the report shows, where the method has them and the caller names no number.
constexpr const char *samples_shown = "2000";

}  // namespace

int integrate(const IntegrateRequest &request) {
  const bool on_gpu = use_gpu(request.device);
  const bool is_file = request.expressions.empty();
  // Of a file they are macros.
  const Settings settings = is_file ? Settings{} : parse_settings(request.source.settings);
  const bool is_sweep = settings.count() > 1;
  if (is_sweep && !request.report.empty())
    throw Refused("--report is of one integral, and --set has lists of values");
  Parameters parameters = settings.first();
  const Limits limits = parse_limits(
      request.box, request.ndim, variables_in(request.expressions, parameters), settings.single());
  const int ndim = static_cast<int>(limits.lower.size());
  const Options options = make_options();
  set_options(options.get(), request.options);
  const Integrand integrand =
      is_file ? integrand_of_file(request, ndim, on_gpu)
              : integrand_of(request.expressions, ndim, request.ncomp, parameters);
  check(cuboid_options_set_cancel(options.get(), &cancel));
  std::string records;
  if (!request.report.empty()) {
    check_writable(request.report);  // what cannot be written is known before the work
    if (!request.options.contains("trace_samples"))
      set_option(options.get(), "trace_samples", samples_shown);
    check(cuboid_options_set_trace(options.get(), nullptr, keep_record, &records));
  }
  watch_for_interrupts();
  if (is_sweep) {
    Bar bar(!request.json && !request.quiet);
    bar.watch(options.get());
    return sweep(integrand.get(), limits, settings, options.get(), request.json);
  }

  const auto began = std::chrono::steady_clock::now();
  cuboid_result *raw = nullptr;
  int status = 0;
  {
    Bar bar(!request.json && !request.quiet);
    bar.watch(options.get());
    status = cuboid_integrate(integrand.get(), limits.lower.data(), limits.upper.data(),
                              options.get(), &raw);
  }
  const Result result(raw);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (!records.empty()) write_report(request.report, records, "the trace of this run");
  if (status < 0 && !request.json) throw Refused(cuboid_result_message(result.get()));
  const std::string said =
      request.json ? in_json(result.get(), seconds) : in_words(result.get(), seconds);
  if (std::fputs(said.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    throw Refused("the result cannot be written to the standard output");
  return exit_status(result.get());
}

}  // namespace command
