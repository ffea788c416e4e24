#include "integrate.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "bar.hpp"
#include "files.hpp"
#include "guarded.hpp"
#include "limits.hpp"
#include "outcome.hpp"
#include "report.hpp"

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

bool use_gpu(const std::string &device) {
  if (device == "off") return false;
  if (device != "auto") setenv("CUBOID_DEVICE", device.c_str(), 1);
  const bool usable = cuboid_device(nullptr) == 0;
  if (!usable && device != "auto") throw Refused("--device " + device + ": " + cuboid_last_error());
  return usable;
}

Integrand make_integrand(const IntegrateRequest &request, int ndim) {
  check_expression(request.source.expression, ndim, request.ncomp);
  const std::string text = source_text(request.source);
  cuboid_integrand *integrand = nullptr;
  if (use_gpu(request.device)) {
    check(cuboid_integrand_from_cuda_source(&integrand, ndim, request.ncomp, text.c_str(),
                                            request.source.function.c_str(), nullptr, 0));
    return Integrand(integrand);
  }
  check(cuboid_integrand_create(&integrand, ndim, request.ncomp,
                                guarded(compile_for_host(request.source, text), request.ncomp),
                                nullptr));
  return Integrand(integrand);
}

/// Keeps the records of the trace for the report.
void keep_record(const char *line, void *user) {
  *static_cast<std::string *>(user) += std::string(line) + "\n";
}

/// How many samples the report shows, where the method has them and the caller names no number.
constexpr const char *samples_shown = "2000";

}  // namespace

int integrate(const IntegrateRequest &request) {
  const Limits limits = parse_limits(request.box, request.ndim);
  const Options options = make_options();
  for (const auto &[name, value] : request.options) set_option(options.get(), name, value);
  const Integrand integrand = make_integrand(request, static_cast<int>(limits.lower.size()));
  check(cuboid_options_set_cancel(options.get(), &cancel));
  std::string records;
  if (!request.report.empty()) {
    check_writable(request.report);  // what cannot be written is known before the work
    if (!request.options.contains("trace_samples"))
      set_option(options.get(), "trace_samples", samples_shown);
    check(cuboid_options_set_trace(options.get(), nullptr, keep_record, &records));
  }
  watch_for_interrupts();

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
