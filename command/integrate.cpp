#include "integrate.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "about.hpp"
#include "bar.hpp"
#include "expression.hpp"
#include "files.hpp"
#include "guarded.hpp"
#include "limits.hpp"
#include "outcome.hpp"
#include "parameters_file.hpp"
#include "pictures.hpp"
#include "recorder.hpp"
#include "report.hpp"
#include "settings.hpp"
#include "split.hpp"
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

/// ncomp: 0 becomes 1.
Integrand integrand_of_file(const SourceRequest &request, int ndim, int &ncomp, bool on_gpu) {
  ncomp = std::max(ncomp, 1);
  const Source source = read_source(request);
  cuboid_integrand *integrand = nullptr;
  if (request.distances) {
    if (ndim != 1) throw Refused("--distances is for one variable, and there are several");
    check(cuboid_integrand_from_distances(
        &integrand, ncomp,
        reinterpret_cast<cuboid_distance_function>(compile_for_host(request, source)), nullptr));
  } else if (on_gpu) {
    check(cuboid_integrand_from_cuda_source(&integrand, ndim, ncomp, source.text.c_str(),
                                            source.function.c_str(), nullptr, 0));
  } else {
    check(cuboid_integrand_create(
        &integrand, ndim, ncomp,
        guarded(reinterpret_cast<cuboid_function>(compile_for_host(request, source)), ndim, ncomp),
        nullptr));
  }
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

/// So many that the page stays small: what a record takes, in bytes, is about what its numbers do.
std::int64_t max_records(std::int64_t bytes, int numbers) {
  constexpr std::int64_t bytes_of_names = 90, bytes_of_a_number = 9, most = 2000;
  return std::min(most, bytes / (bytes_of_names + bytes_of_a_number * numbers));
}

void limit_records(cuboid_options *options, const IntegrateRequest &request, int ndim, int ncomp) {
  constexpr std::int64_t bytes_for_regions = 120'000, bytes_for_samples = 90'000;
  if (!request.options.contains("trace_regions"))
    check(cuboid_options_set_integer(options, "trace_regions",
                                     max_records(bytes_for_regions, 2 * (ndim + ncomp))));
  if (!request.options.contains("trace_samples"))
    check(cuboid_options_set_integer(options, "trace_samples",
                                     max_records(bytes_for_samples, ndim + ncomp)));
}

std::string said(const cuboid_result *result, double seconds, Form form, const Manner &manner) {
  if (form == Form::json) return in_json(result, seconds, manner);
  return form == Form::csv ? in_csv(result) : in_words(result, seconds, manner);
}

/// What there is to integrate, and over what.
struct Subject {
  Settings settings;
  Parameters parameters;  ///< with the first value of each
  Region region;
  Integrand plain;   ///< of the coordinates
  Integrand mapped;  ///< on the unit cube, where the region has a domain
  int ncomp = 0;
  std::vector<std::string> names = {};    ///< of components, where they are derivatives
  std::vector<std::string> remarks = {};  ///< on these components
  std::vector<char> leaves_out = {};      ///< of a list: [integrals], whether one has a remark

  const cuboid_integrand *integrand() const { return mapped ? mapped.get() : plain.get(); }
  /// NULL: the unit cube.
  Limits limits() const { return mapped ? Limits() : region.box; }
};

void check_text(const std::vector<std::string> &expressions, Parameters parameters) {
  int ncomp = 0;
  integrand_of(expressions, 1, ncomp, parameters);
}

/// The numbers of the parameters that --gradient names.
std::vector<int> wrt_of(const IntegrateRequest &request, const Settings &settings) {
  if (request.gradient.empty()) return {};
  if (request.expressions.empty())
    throw Refused("--gradient: a file has no derivatives here; write an expression, -e");
  if (!request.report.empty() || !request.trace.empty())
    throw Refused("--gradient does not go with --report and --trace");
  const RegionRequest &region = request.region;
  std::vector<int> wrt;
  for (const std::string &part : split(request.gradient, ',')) {
    const std::size_t begin = std::min(part.find_first_not_of(' '), part.size());
    const std::string name = part.substr(begin, part.find_last_not_of(' ') + 1 - begin);
    if (name.empty()) throw Refused("--gradient: there is no name before or behind a comma");
    const auto found = std::find(settings.names.begin(), settings.names.end(), name);
    if (found == settings.names.end())
      throw Refused("--gradient: '" + name + "' is no parameter of --set");
    for (const std::string &text : {region.simplex, region.ball, region.points, region.where})
      if (has_name(text, name))
        throw Refused("--gradient: '" + name +
                      "' moves the region, which is differentiated in "
                      "--box, --limits and --breaks alone");
    wrt.push_back(static_cast<int>(found - settings.names.begin()));
  }
  return wrt;
}

/// "1 by a" of several, and "by a" of one.
std::vector<std::string> names_of(int ncomp, const std::vector<int> &wrt,
                                  const Parameters &parameters) {
  const int of_value = ncomp / (1 + static_cast<int>(wrt.size()));
  std::vector<std::string> names;
  for (int c = 0; c < ncomp; ++c) {
    std::string name = of_value > 1 ? std::to_string(c % of_value + 1) : "";
    if (c >= of_value) {
      const auto number = static_cast<std::size_t>(wrt[static_cast<std::size_t>(c / of_value - 1)]);
      name += (name.empty() ? "by " : " by ") + parameters.names[number];
    } else if (name.empty()) {
      name = "value";
    }
    names.push_back(name);
  }
  return names;
}

/// Whether breaks are those of the jumps depends on the numbers of each integral of a list.
std::vector<char> jumps_left_out(const IntegrateRequest &request, const Subject &subject,
                                 const std::vector<int> &wrt, const Names &names) {
  const auto is_left = [](const cuboid_integrand *integrand, int ncomp) {
    for (int c = 0; c < ncomp; ++c)
      if (*cuboid_integrand_remark(integrand, c) != 0) return true;
    return false;
  };
  const auto count = static_cast<std::size_t>(subject.settings.count());
  const bool has_jumps = is_left(subject.integrand(), subject.ncomp);
  std::vector<char> left(count, has_jumps ? 1 : 0);
  if (!has_jumps || request.region.breaks.empty()) return left;
  const std::vector<double> rows = subject.settings.rows();
  const auto width = static_cast<std::ptrdiff_t>(names.all.names.size());
  for (std::size_t i = 0; i < count; ++i) {
    Names own = names;
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i) * width;
    own.all.values.assign(row, row + width);
    const Region region = parse_region(request.region, subject.region.ndim, 0, own);
    int ncomp = 0;
    const Integrand alone = gradient_of(request.expressions, region.ndim, ncomp, own.all, wrt,
                                        region.domain.get(), false);
    left[i] = is_left(alone.get(), ncomp) ? 1 : 0;
  }
  return left;
}

void make_gradient(Subject &subject, const IntegrateRequest &request, const std::vector<int> &wrt,
                   const Names &names) {
  const cuboid_domain *const region = subject.region.domain.get();
  const bool is_list = subject.settings.is_sweep();
  Integrand made = gradient_of(request.expressions, subject.region.ndim, subject.ncomp,
                               subject.parameters, wrt, region, is_list);
  (region != nullptr ? subject.mapped : subject.plain) = std::move(made);
  subject.names = names_of(subject.ncomp, wrt, subject.parameters);
  if (is_list) {
    subject.leaves_out = jumps_left_out(request, subject, wrt, names);
    return;
  }
  for (int c = 0; c < subject.ncomp; ++c)
    subject.remarks.emplace_back(cuboid_integrand_remark(subject.integrand(), c));
}

/// The parameters stay where they are.
void make_subject(Subject &subject, const IntegrateRequest &request, bool on_gpu) {
  const bool is_file = request.expressions.empty();
  if (is_file && !request.csv.empty())
    throw Refused("--csv has parameters of an expression, and a file has none");
  if (!is_file && request.source.distances)
    throw Refused("--distances is for a function in a file, and an expression has x alone");
  if (request.source.distances && !request.report.empty())
    throw Refused("--distances does not go with --report");
  // Of a file they are macros.
  if (!is_file)
    subject.settings = parse_settings(
        request.source.settings, request.csv.empty() ? Settings() : read_parameters(request.csv));
  subject.parameters = subject.settings.first();
  std::vector<std::string> texts = request.expressions;
  if (!request.region.where.empty()) texts.push_back(request.region.where);
  const int seen = variables_in(texts, subject.parameters);
  // What is wrong with the text comes before a number of variables that could not be read from it.
  if (!is_file && seen == 0) check_text(request.expressions, subject.parameters);
  const std::vector<int> wrt = wrt_of(request, subject.settings);
  Names names{subject.settings.single(), subject.parameters, {}};
  for (const int number : wrt)
    names.moving.push_back(subject.parameters.names[static_cast<std::size_t>(number)]);
  subject.region = parse_region(request.region, request.ndim, seen, names);
  const int ndim = subject.region.ndim;
  subject.ncomp = request.ncomp;
  if (!wrt.empty()) {
    make_gradient(subject, request, wrt, names);
    return;
  }
  subject.plain = is_file
                      ? integrand_of_file(request.source, ndim, subject.ncomp, on_gpu)
                      : integrand_of(request.expressions, ndim, subject.ncomp, subject.parameters);
  if (!subject.region.domain) return;
  cuboid_integrand *mapped = nullptr;
  check(cuboid_integrand_on_domain(&mapped, subject.plain.get(), subject.region.domain.get()));
  subject.mapped.reset(mapped);
}

int integrate_one(const IntegrateRequest &request, const Subject &subject,
                  const cuboid_options *options, const Manner &manner, Recorder &recorder,
                  Bar &bar) {
  const Limits limits = subject.limits();
  const bool has_box = !limits.lower.empty();
  const auto began = std::chrono::steady_clock::now();
  cuboid_result *raw = nullptr;
  const int status = cuboid_integrate(subject.integrand(), has_box ? limits.lower.data() : nullptr,
                                      has_box ? limits.upper.data() : nullptr, options, &raw);
  const Result result(raw);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  bar.clear();
  recorder.finish();
  if (!request.report.empty() && !recorder.records().empty())
    write_report(request.report, recorder.records(), "the trace of this run");
  if (status < 0 && request.form == Form::words)
    throw Refused(told(cuboid_result_message(result.get()), manner));
  print(said(result.get(), seconds, request.form, manner));
  return exit_status(cuboid_result_status(result.get()));
}

void record(Recorder &recorder, const IntegrateRequest &request, const Subject &subject,
            cuboid_options *options) {
  limit_records(options, request, subject.region.ndim, subject.ncomp);
  recorder.say(about(request, subject.region, subject.parameters));
  if (!request.report.empty())
    recorder.say(pictures(subject.plain.get(), subject.integrand(), subject.ncomp, subject.region));
  recorder.listen(options);
}

}  // namespace

int integrate(const IntegrateRequest &request) {
  const bool on_gpu = use_gpu(request.device);
  Subject subject;
  make_subject(subject, request, on_gpu);
  const bool is_sweep = subject.settings.is_sweep();
  if (is_sweep && !request.report.empty())
    throw Refused("--report is of one integral, and there is a list of values");
  if (is_sweep && !request.trace.empty())
    throw Refused("--trace is of one integral, and there is a list of values");
  const Options options = make_options();
  set_options(options.get(), request.options);
  check(cuboid_options_set_cancel(options.get(), &cancel));
  const Manner manner{isatty(STDOUT_FILENO) != 0, request.verbose, subject.names, subject.remarks};
  Recorder recorder(request.trace);
  if (!request.report.empty()) check_writable(request.report);  // before the work
  if (!request.report.empty() || !request.trace.empty())
    record(recorder, request, subject, options.get());
  watch_for_interrupts();
  Bar bar(request.form == Form::words && !request.quiet);
  bar.watch(options.get());
  if (is_sweep)
    return sweep(
        {subject.integrand(), subject.limits(), subject.region.of_each, subject.leaves_out},
        subject.settings, options.get(), request.form, manner, bar);
  return integrate_one(request, subject, options.get(), manner, recorder, bar);
}

}  // namespace command
