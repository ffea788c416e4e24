#include "arguments.hpp"

#include <limits>
#include <map>
#include <tuple>

#include "nearest.hpp"
#include "number.hpp"

namespace command {
namespace {

constexpr int max_dimensions = 1024;  // of cuboid_integrand_create

/// Under which heading --help shows an option.
std::string group_of(const std::string &level) {
  if (level == "basic") return "Options of the integration";
  return level == "method" ? "Further options" : "Options for experts";
}

void add_integrand(CLI::App &integrate, IntegrateRequest &request) {
  integrate.add_option(
      "file", request.source.file,
      "File of C, C++ or CUDA text that holds the function; -: the standard input");
  integrate
      .add_option("-e,--expression", request.expressions,
                  "Instead of a file: an expression of x, y, z, w or x[0], x[1], ..., as "
                  "\"exp(-k*(x^2 + y^2))\"; each further one is a component; -: the standard input")
      ->allow_extra_args(false);
  integrate.add_option("--function", request.source.function, "Name of the function in the file")
      ->capture_default_str();
  integrate.add_flag(
      "--distances", request.source.distances,
      "The function in the file is one of cuboid_integrand_from_distances: double x, "
      "double from_lower, double to_upper, int ncomp, double f[], void *user");
  integrate.add_option("--set", request.source.settings,
                       "NAME=VALUE...: parameters of the expression, where lists, as k=1,2,5 or "
                       "k=0:1:0.1, are one integral for each value, or macros for the file");
  integrate.add_option("--csv", request.csv,
                       "File with a column for each parameter, whose name is on top, and a row for "
                       "each integral; -: the standard input");
  integrate.add_option("--gradient", request.gradient,
                       "\"a,b\": names of --set, by which the integral is differentiated; those in "
                       "--box, --limits and --breaks move them");
  integrate
      .add_option("--ndim", request.ndim,
                  "Number of variables; by default that of the region or of the expression")
      ->check(CLI::Range(1, max_dimensions));
  integrate
      .add_option("--ncomp", request.ncomp,
                  "Number of components; by default that of the expression, and of a file 1")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()));
}

void add_region(CLI::App &integrate, RegionRequest &region) {
  for (const auto &[name, place, help] :
       std::vector<std::tuple<const char *, std::string *, const char *>>{
           {"--box", &region.box,
            "\"0,2*pi;-inf,inf\": limits of each variable; one pair for all; by default 0,1"},
           {"--limits", &region.limits,
            "\"0,1; x^3,x\": limits that depend on the variables before them"},
           {"--simplex", &region.simplex,
            "\"0,0;1,0;0,1\": the vertices of a triangle or its like"},
           {"--ball", &region.ball, "\"0,0,0;1\": centre; radius, or inner and outer radius"},
           {"--points", &region.points,
            "\"0.3,0.6;1,1\": points of the box where the integrand is singular or has a peak"},
           {"--breaks", &region.breaks,
            "\"0.3,0.5;0.7\": where the integrand has kinks or jumps, for each variable"},
           {"--ends", &region.ends,
            "\"lower;both\": limits at which the integrand is singular, for each variable: lower, "
            "upper, both or breaks"},
           {"--where", &region.where,
            "\"x^2 + y^2 < 1\": which points of the region count; the others are left out"}})
    integrate.add_option(name, *place, help)->group("Region");
}

void add_output(CLI::App &integrate, IntegrateRequest &request) {
  integrate
      .add_option_function<std::string>(
          "--output",
          [&request](const std::string &name) {
            const std::map<std::string, Form> forms{
                {"table", Form::words}, {"csv", Form::csv}, {"json", Form::json}};
            if (!forms.contains(name))
              throw Refused("--output: '" + name + "' is none of table, csv and json");
            request.form = forms.at(name);
          },
          "How results are printed: table; csv; or json, a line of JSON for each")
      ->default_str("table");
  integrate.add_flag_callback(
      "--json", [&request] { request.form = Form::json; }, "The same as --output json");
  integrate.add_option("--report", request.report, "Write a page of HTML that shows what happened");
  integrate.add_option("--trace", request.trace,
                       "Write what the method does to a file, in lines of JSON");
  integrate.add_flag("--quiet", request.quiet, "Draw no progress bar");
  integrate.add_flag("--verbose", request.verbose,
                     "Say why a method was taken, and all that was seen");
  integrate
      .add_option("--device", request.device,
                  "auto: a GPU if there is one; off: the host; else the number of the GPU")
      ->capture_default_str();
}

std::string default_of(const cuboid_options *options, const char *name, const std::string &kind) {
  if (kind == "integer") {
    int64_t value = 0;
    check(cuboid_options_get_integer(options, name, &value));
    return std::to_string(value);
  }
  if (kind == "real") {
    double value = 0;
    check(cuboid_options_get_real(options, name, &value));
    return shortest(value);
  }
  const char *value = "";
  check(cuboid_options_get_text(options, name, &value));
  return value;
}

bool is_known(const CLI::App &app, const std::string &name) {
  return app.get_option_no_throw(name) != nullptr;
}

std::vector<std::string> names_of(const CLI::App &app) {
  std::vector<std::string> names;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// The library knows what its options are called elsewhere.
std::string hint_of_library(const std::string &name) {
  const Options options = make_options();
  const std::string plain = name.substr(2);
  if (cuboid_options_set_text(options.get(), plain.c_str(), "") == 0) return "";
  const std::string said = cuboid_last_error();
  const std::string before = "did you mean \"";
  const std::size_t at = said.rfind(before);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + before.size();
  return "; did you mean '--" + said.substr(begin, said.find('"', begin) - begin) + "'?";
}

}  // namespace

void add_integrate(CLI::App &app, IntegrateRequest &request) {
  CLI::App &integrate = *app.add_subcommand(
      "integrate", "Integrate an expression, or a function in C, over a box or another region");
  add_integrand(integrate, request);
  add_region(integrate, request.region);
  add_output(integrate, request);
  const Options options = make_options();
  for (int i = 0; i < cuboid_options_count(); ++i) {
    const std::string name = cuboid_options_name(i);
    const std::string kind = cuboid_options_kind(i);
    CLI::Option *const option = integrate.add_option_function<std::string>(
        "--" + name, [&request, name](const std::string &value) { request.options[name] = value; },
        cuboid_options_help(i));
    option->group(group_of(cuboid_options_level(i)))
        ->type_name(kind)
        ->default_str(default_of(options.get(), name.c_str(), kind));
  }
}

std::string unknown_word(const CLI::App &app, const std::vector<std::string> &words) {
  if (words.empty()) return "";
  std::vector<std::string> subcommands;
  const CLI::App *chosen = nullptr;
  for (const CLI::App *one : app.get_subcommands([](const CLI::App *) { return true; })) {
    subcommands.push_back(one->get_name());
    if (one->get_name() == words[0]) chosen = one;
  }
  if (chosen == nullptr) {
    if (words[0].starts_with("-")) return "";
    return "there is no command '" + words[0] + "'" + did_you_mean(words[0], subcommands);
  }
  for (const std::string &word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || name == "--" || is_known(*chosen, name)) continue;
    std::string hint = did_you_mean(name, names_of(*chosen));
    if (hint.empty() && words[0] == "integrate") hint = hint_of_library(name);
    return "there is no option '" + name + "' of cuboid " + words[0] + hint;
  }
  return "";
}

}  // namespace command
