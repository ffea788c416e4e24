// The command: reads its arguments and hands them on.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "arguments.hpp"
#include "compare.hpp"
#include "files.hpp"
#include "lists.hpp"
#include "report.hpp"

namespace {

using namespace command;

/// A file that stands behind --set, which takes all words up to the next option.
void find_file(IntegrateRequest &request) {
  std::vector<std::string> &settings = request.source.settings;
  if (!request.source.file.empty() || !request.expressions.empty() || settings.empty()) return;
  if (settings.back().find('=') != std::string::npos) return;
  request.source.file = settings.back();
  settings.pop_back();
}

/// What stands where a file should, and has no ending of one, is an expression.
std::string instead_of_file(const std::string &name) {
  if (name == "help") return "; cuboid integrate --help shows the options";
  const std::string ending = std::filesystem::path(name).extension().string();
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  if (ending.size() > 1 && std::all_of(ending.begin() + 1, ending.end(), is_letter)) return "";
  return "; an expression is given by -e '" + name + "'";
}

void check_source(const IntegrateRequest &request) {
  if (request.source.file.empty() == request.expressions.empty())
    throw Refused("one file or one --expression is needed, and not both");
  const std::string &file = request.source.file;
  std::error_code unknown;
  if (file.empty() || file == "-" || std::filesystem::exists(file, unknown) || unknown) return;
  throw Refused("there is no file '" + file + "'" + instead_of_file(file));
}

/// Lines of an expression that comes from the standard input are one.
void read_expressions(IntegrateRequest &request) {
  for (std::string &expression : request.expressions) {
    if (expression != "-") continue;
    expression = read_input("-");
    while (!expression.empty() && (expression.back() == '\n' || expression.back() == '\r'))
      expression.pop_back();
  }
}

int refuse(const std::string &sentence) {
  std::fprintf(stderr, "cuboid: %s\n", sentence.c_str());
  return failed;
}

}  // namespace

int main(int argc, char **argv) {
  CLI::App app("Integration of functions in 1 to about 30 dimensions");
  app.set_version_flag("--version", std::string("cuboid ") + cuboid_version());
  app.require_subcommand(1);
  IntegrateRequest request;
  request.command.assign(argv, argv + argc);
  request.command[0] = "cuboid";
  try {
    add_integrate(app, request);
    app.add_subcommand("methods", "List the methods, and what each can integrate");
    app.add_subcommand("options", "List the options of an integration");
    app.add_subcommand("devices", "Say which GPU is used");
    std::string trace, first, second;
    std::string page = "report.html";
    CLI::App *const view_command = app.add_subcommand("view", "Make a report of a trace");
    view_command
        ->add_option("trace", trace, "File of a trace, as --trace writes it; -: the standard input")
        ->required();
    view_command->add_option("--report", page, "File of the report")->capture_default_str();
    CLI::App *const compare_command = app.add_subcommand(
        "compare", "Say whether the results in two files, of --json or --trace, agree");
    compare_command->add_option("first", first, "File; -: the standard input")->required();
    compare_command->add_option("second", second, "File")->required();
    app.parse(argc, argv);
    const std::string chosen = app.get_subcommands().front()->get_name();
    if (chosen == "methods") return list_methods();
    if (chosen == "options") return list_options();
    if (chosen == "devices") return list_devices();
    if (chosen == "view") return view(trace, page);
    if (chosen == "compare") return compare(first, second);
    find_file(request);
    check_source(request);
    read_expressions(request);
    return integrate(request);
  } catch (const CLI::ParseError &error) {
    const bool is_wish = error.get_exit_code() == 0;  // --help and --version
    const std::string sentence =
        is_wish ? "" : unknown_word(app, std::vector<std::string>(argv + 1, argv + argc));
    if (!sentence.empty()) return refuse(sentence);
    const std::string said = error.what();
    if (const std::size_t at = said.find(": At Most 1 required"); at != std::string::npos)
      return refuse(said.substr(0, at) + " is there more than once");
    return app.exit(error) == 0 ? converged : failed;
  } catch (const std::exception &error) {
    return refuse(error.what());
  }
}
