// The command: reads its arguments and hands them on.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <limits>

#include "integrate.hpp"
#include "lists.hpp"
#include "outcome.hpp"
#include "report.hpp"

namespace {

using namespace command;

constexpr int most_dimensions = 1024;  // of cuboid_integrand_create

/// Under which heading --help shows an option.
std::string group_of(const std::string &level) {
  if (level == "basic") return "Options of the integration";
  return level == "method" ? "Further options" : "Options for experts";
}

void add_integrate(CLI::App &app, IntegrateRequest &request) {
  CLI::App *const integrate =
      app.add_subcommand("integrate", "Integrate an expression, or a function in C, over a box");
  integrate->add_option("file", request.source.file,
                        "File of C, C++ or CUDA text that holds the function");
  integrate
      ->add_option("-e,--expression", request.expressions,
                   "Instead of a file: an expression of x, y, z, w or x[0], x[1], ..., as "
                   "\"exp(-k*(x^2 + y^2))\"; each further one is a component")
      ->allow_extra_args(false);
  integrate->add_option("--function", request.source.function, "Name of the function in the file")
      ->capture_default_str();
  integrate->add_option("--set", request.source.settings,
                        "NAME=VALUE...: parameters of the expression, where lists, as k=1,2,5 or "
                        "k=0:1:0.1, are one integral for each value, or macros for the file");
  integrate
      ->add_option("--ndim", request.ndim,
                   "Number of variables; by default that of --box or of the expression")
      ->check(CLI::Range(1, most_dimensions));
  integrate
      ->add_option("--ncomp", request.ncomp,
                   "Number of components; by default that of the expression, and of a file 1")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()));
  integrate->add_option(
      "--box", request.box,
      "\"0,2*pi;-inf,inf\": limits of each variable; one pair for all; by default 0,1");
  integrate
      ->add_option("--device", request.device,
                   "auto: a GPU if there is one; off: the host; else the number of the GPU")
      ->capture_default_str();
  integrate->add_option("--report", request.report,
                        "Write a page of HTML that shows what happened");
  integrate->add_flag("--json", request.json, "Print the result as one line of JSON");
  integrate->add_flag("--quiet", request.quiet, "Draw no progress bar");
  for (int i = 0; i < cuboid_options_count(); ++i) {
    const std::string name = cuboid_options_name(i);
    integrate
        ->add_option_function<std::string>(
            "--" + name,
            [&request, name](const std::string &value) { request.options[name] = value; },
            cuboid_options_help(i))
        ->group(group_of(cuboid_options_level(i)));
  }
}

/// A file that stands behind --set, which takes all words up to the next option.
void find_file(IntegrateRequest &request) {
  std::vector<std::string> &settings = request.source.settings;
  if (!request.source.file.empty() || !request.expressions.empty() || settings.empty()) return;
  if (settings.back().find('=') != std::string::npos) return;
  request.source.file = settings.back();
  settings.pop_back();
}

void check_source(const IntegrateRequest &request) {
  if (request.source.file.empty() == request.expressions.empty())
    throw Refused("one file or one --expression is needed, and not both");
}

int refuse(const char *sentence) {
  std::fprintf(stderr, "cuboid: %s\n", sentence);
  return failed;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Integration of functions over boxes in 1 to about 30 dimensions");
  app.set_version_flag("--version", std::string("cuboid ") + cuboid_version());
  app.require_subcommand(1);
  IntegrateRequest request;
  add_integrate(app, request);
  app.add_subcommand("methods", "List the methods, and what each can integrate");
  app.add_subcommand("options", "List the options of an integration");
  app.add_subcommand("devices", "Say which GPU is used");
  std::string trace;
  std::string page = "report.html";
  CLI::App *const view_command = app.add_subcommand("view", "Make a report of a trace");
  view_command->add_option("trace", trace, "File that cuboid_options_set_trace has written")
      ->required();
  view_command->add_option("--report", page, "File of the report")->capture_default_str();
  try {
    app.parse(argc, argv);
    const std::string chosen = app.get_subcommands().front()->get_name();
    if (chosen == "methods") return list_methods();
    if (chosen == "options") return list_options();
    if (chosen == "devices") return list_devices();
    if (chosen == "view") return view(trace, page);
    find_file(request);
    check_source(request);
    return integrate(request);
  } catch (const CLI::ParseError &error) {
    // --help and --version are such errors, with status 0.
    return app.exit(error) == 0 ? converged : failed;
  } catch (const std::exception &error) {
    return refuse(error.what());
  }
}
