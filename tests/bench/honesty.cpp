// Whether what is called converged is right: every method on the reference integrals, with several
// tolerances and numbers of evaluations.  See usage().
#include <time.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "cuboid.h"
#include "device_texts.hpp"
#include "families.hpp"
#include "fresh.hpp"
#include "fresh3.hpp"
#include "heldout.hpp"
#include "reference/integrals.hpp"
#include "tuning.hpp"

namespace {

using cuboid_test::ReferenceIntegral;

const char *const usage =
    "usage: honesty [--gpu] [--many] [--methods LIST] [--families LIST] [--tolerances LIST]\n"
    "               [--maxeval LIST] [--seeds N] [--jobs N] [--worst N] [--rows] [--pulls]\n"
    "               [--set NAME=VALUE] ... [--runs N] [--part K/N] [--texts]\n"
    "\n"
    "LIST: words with commas between them.  A word of --families is the beginning of names; those\n"
    "that begin with heldout are not among the reference integrals (tests/bench/heldout.hpp), and\n"
    "neither are those that begin with fresh_, fresh2_ or fresh3_, on which no constant was "
    "chosen\n"
    "when they were first counted (fresh.hpp, fresh3.hpp),\n"
    "and with tuning, with which constants are chosen, which have no kernels (tuning.hpp).\n"
    "--gpu: the integrands run on the GPU, with all methods that have kernels there.\n"
    "--many: each integral as a list of one (cuboid_integrate_many).\n"
    "--seeds: runs of each method that draws random numbers.  --jobs: integrations at once.\n"
    "--worst: lines on the worst results at the end.  --rows: a line on every call, in the\n"
    "order in which they end, and no more.  --pulls: a line on every integral, instead of those "
    "on\n"
    "groups, and which of them are outside of mean 0.1 and widths 0.9 to 1.05 by more than "
    "chance.\n"
    "--set: an option of the library.  --runs: of each call at most, of which the fastest is "
    "timed:\n"
    "the first one on a GPU loads kernels.  A call of a tenth of a second is not run again.\n"
    "--part: every Nth integral, from the Kth (0, 1, ...) on.\n"
    "--texts: compile the integrands for a GPU, which needs none, and no more.\n";

struct Settings {
  bool gpu = false;
  bool many = false;
  bool rows = false;
  bool pulls = false;
  bool texts = false;
  std::vector<std::string> methods;
  std::vector<std::string> families{""};
  std::vector<std::string> tolerances{"1e-3", "1e-5", "1e-7"};
  std::vector<std::string> maxeval{"20000", "200000", "2000000"};
  std::vector<std::string> set;
  int seeds = 3;
  int jobs = 1;
  int runs = 1;
  std::size_t part = 0, parts = 1;
  std::size_t worst = 30;
};

/// One call of the library.
struct Call {
  const ReferenceIntegral *integral;
  const cuboid_integrand *integrand;
  double support;  ///< part of the box that carries the integral, if it is known
  char set;        ///< of integrals, see Handle
  std::string method, tolerance, maxeval;
  int seed;
};

/// What came of it, component by component.
struct Answer {
  int status = 0;
  double neval = 0;
  double milliseconds = 0;   ///< of the whole call
  std::vector<double> pull;  ///< (value - truth) / error, without the rounding of the sums
  std::vector<double> value, error;
  bool right = false;  ///< all true errors are within the request, but for the rounding of the sums
  std::string message;
};

/// Whether no method can be expected to find the integrand: what carries it is less than a
/// thousandth of what one point stands for.
bool is_needle(const Call &call) {
  return call.integral->has("needle") || call.support * 1000 * std::atof(call.maxeval.c_str()) < 1;
}

/// The same of what one point stands for of those that were taken, where maxeval allowed for more.
bool is_needle_of_taken(const Call &call, const Answer &answer) {
  return call.support * 1000 * answer.neval < 1;
}

[[noreturn]] void give_up(const std::string &why) {
  std::fprintf(stderr, "honesty: %s\n", why.c_str());
  std::exit(1);
}

void require(int status) {
  if (status < 0) give_up(cuboid_last_error());
}

bool draws(const std::string &method) {
  return method != "cuhre" && method != "pagani";
}

std::vector<std::string> words(const std::string &list) {
  std::vector<std::string> found;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) found.push_back(word);
  return found;
}

void set_part(const std::string &text, Settings &settings) {
  if (std::sscanf(text.c_str(), "%zu/%zu", &settings.part, &settings.parts) != 2 ||
      settings.part >= settings.parts)
    give_up("--part: " + text + " is not K/N with K < N\n" + usage);
}

Settings settings_from(int count, char **arguments) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "--many" || name == "--pulls") {
      (name == "--many" ? settings.many : settings.pulls) = true;
      continue;
    }
    if (name == "--gpu" || name == "--rows" || name == "--texts") {
      settings.gpu = settings.gpu || name != "--rows";
      settings.rows = settings.rows || name == "--rows";
      settings.texts = settings.texts || name == "--texts";
      continue;
    }
    if (i + 1 == count) give_up(name + " is unknown, or lacks its value\n" + usage);
    const std::string value = arguments[++i];
    if (name == "--methods")
      settings.methods = words(value);
    else if (name == "--families")
      settings.families = words(value);
    else if (name == "--tolerances")
      settings.tolerances = words(value);
    else if (name == "--maxeval")
      settings.maxeval = words(value);
    else if (name == "--set")
      settings.set.push_back(value);
    else if (name == "--seeds")
      settings.seeds = std::atoi(value.c_str());
    else if (name == "--runs")
      settings.runs = std::atoi(value.c_str());
    else if (name == "--part")
      set_part(value, settings);
    else if (name == "--jobs")
      settings.jobs = std::atoi(value.c_str());
    else if (name == "--worst")
      settings.worst = static_cast<std::size_t>(std::atoi(value.c_str()));
    else
      give_up(name + " is unknown\n" + usage);
  }
  if (settings.texts) settings.families = {"", "heldout", "fresh", "fresh3"};
  if (settings.methods.empty())
    settings.methods =
        words(settings.gpu ? "pagani,vegas,vegas_plus,m_cubes,m_cubes_1d,lattice"
                           : "cuhre,pagani,vegas,suave,divonne,vegas_plus,m_cubes,lattice");
  return settings;
}

struct Handle {
  cuboid_integrand *integrand;
  double support;     ///< 1: not known
  char set;           ///< r: among the reference integrals, h: held out, t: for tuning
  double number = 0;  ///< what a GPU gets as userdata of the former: it stays where it is
};
using Integrands = std::map<const ReferenceIntegral *, Handle>;

bool chosen(const Settings &settings, const std::string &id, const std::string &all) {
  return std::any_of(settings.families.begin(), settings.families.end(),
                     [&](const std::string &family) {
                       return id.starts_with(family) && (all.empty() || family.starts_with(all));
                     });
}

/// From a text, of which `function` is a part, or for the host if that is empty.
cuboid_integrand *integrand_for(const ReferenceIntegral &integral, const std::string &text,
                                const char *function, const double *userdata, std::size_t count) {
  cuboid_integrand *integrand = nullptr;
  void *given = const_cast<double *>(userdata);
  require(text.empty() ? cuboid_integrand_create(&integrand, integral.ndim, integral.ncomp,
                                                 integral.function, given)
                       : cuboid_integrand_from_cuda_source(
                             &integrand, integral.ndim, integral.ncomp, text.c_str(), function,
                             given, static_cast<std::int64_t>(count * sizeof(double))));
  return integrand;
}

void add_reference(const Settings &settings, Integrands &integrands) {
  const auto &all = cuboid_test::reference_integrals();
  const std::string functions =
      settings.gpu ? cuboid_test::functions_in(CUBOID_REFERENCE_TEXT) : "";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!chosen(settings, all[i].id, "")) continue;
    Handle &handle = integrands[&all[i]];
    handle.support = 1;
    handle.set = 'r';
    handle.number = static_cast<double>(i);
    const std::string text = settings.gpu ? cuboid_test::text_of_shape(functions, all[i], all) : "";
    handle.integrand = integrand_for(all[i], text, cuboid_test::shape_name, &handle.number, 1);
  }
}

/// path: of the text of its function, which has the name of the set.
void add_set(const Settings &settings, const char *set, const char *path,
             const std::vector<cuboid_test::HeldoutIntegral> &all, Integrands &integrands) {
  const std::string text =
      settings.gpu ? "#include <math.h>\n" + cuboid_test::functions_in(path) : "";
  for (const cuboid_test::HeldoutIntegral &one : all)
    if (chosen(settings, one.id, set))
      integrands[&one.integral] = {
          integrand_for(one.integral, text, set, one.userdata.data(), one.userdata.size()),
          one.support, set[0]};
}

/// On the host alone.
void add_without_text(const Settings &settings, const char *set,
                      const std::vector<cuboid_test::HeldoutIntegral> &all,
                      Integrands &integrands) {
  if (settings.gpu) return;
  for (const cuboid_test::HeldoutIntegral &one : all)
    if (chosen(settings, one.id, set))
      integrands[&one.integral] = {integrand_for(one.integral, "", "", one.userdata.data(), 0),
                                   one.support, set[0]};
}

/// A word that no name begins with is a mistake, beside others too.
void require_all_families(const Settings &settings, const Integrands &integrands) {
  for (const std::string &family : settings.families)
    if (std::none_of(integrands.begin(), integrands.end(), [&](const auto &one) {
          return std::string(one.first->id).starts_with(family);
        }))
      give_up("--families: no integral has a name that begins with " + family);
}

/// By name, so that each run of the program counts them alike.
void keep_part(const Settings &settings, Integrands &integrands) {
  std::set<std::string> names;
  for (const auto &[integral, handle] : integrands) names.insert(integral->id);
  std::erase_if(integrands, [&](const auto &one) {
    const auto place = std::distance(names.begin(), names.find(one.first->id));
    if (static_cast<std::size_t>(place) % settings.parts == settings.part) return false;
    cuboid_integrand_free(one.second.integrand);
    return true;
  });
}

/// Handles of the integrals whose names begin like one of the families.
Integrands integrands_for(const Settings &settings) {
  Integrands integrands;
  add_reference(settings, integrands);
  add_set(settings, "heldout", CUBOID_HELDOUT_TEXT, cuboid_test::heldout_integrals(), integrands);
  add_set(settings, "fresh", CUBOID_FRESH_TEXT, cuboid_test::fresh_integrals(), integrands);
  add_set(settings, "fresh3", CUBOID_FRESH3_TEXT, cuboid_test::fresh3_integrals(), integrands);
  add_without_text(settings, "tuning", cuboid_test::tuning_integrals(), integrands);
  require_all_families(settings, integrands);
  keep_part(settings, integrands);
  return integrands;
}

std::vector<Call> calls_for(const Settings &settings, const Integrands &integrands) {
  std::vector<Call> calls;
  for (const auto &[integral, handle] : integrands)
    for (const std::string &method : settings.methods)
      for (const std::string &tolerance : settings.tolerances)
        for (const std::string &maxeval : settings.maxeval)
          for (int seed = 0; seed < (draws(method) ? settings.seeds : 1); ++seed)
            calls.push_back({integral, handle.integrand, handle.support, handle.set, method,
                             tolerance, maxeval, seed});
  return calls;
}

/// Sets an option of any kind by its text.
void set_option(cuboid_options *options, const std::string &name, const std::string &value) {
  for (int i = 0; i < cuboid_options_count(); ++i) {
    if (name != cuboid_options_name(i)) continue;
    const std::string kind = cuboid_options_kind(i);
    if (kind == "text")
      require(cuboid_options_set_text(options, name.c_str(), value.c_str()));
    else if (kind == "real")
      require(cuboid_options_set_real(options, name.c_str(), std::atof(value.c_str())));
    else
      require(cuboid_options_set_integer(options, name.c_str(), std::atoll(value.c_str())));
    return;
  }
  give_up("there is no option " + name);
}

/// On the host that of this thread, which does all of the work: a loaded machine changes it little.
double milliseconds(bool gpu) {
  timespec now;
  clock_gettime(gpu ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// What the call has found, beside its time and its status.
void take(const ReferenceIntegral &integral, const std::string &tolerance, const double *value,
          const double *error, Answer &found) {
  found.right = true;
  for (std::size_t c = 0; c < integral.value.size(); ++c) {
    found.value.push_back(value[c]);
    found.error.push_back(error[c]);
    const double difference = found.value[c] - integral.value[c];
    // Sums of a million values are rounded by about so much.
    const double rounding = 1e-13 * integral.magnitude;
    const double beyond = std::max(std::fabs(difference) - rounding, 0.0);
    found.right =
        found.right && beyond <= std::atof(tolerance.c_str()) * std::fabs(integral.value[c]);
    found.pull.push_back(beyond == 0 ? 0 : std::copysign(beyond / found.error[c], difference));
  }
}

void integrate(const Call &call, const cuboid_options *options, bool gpu, Answer &found) {
  const ReferenceIntegral &integral = *call.integral;
  cuboid_result *result = nullptr;
  const double begin = milliseconds(gpu);
  found.status = cuboid_integrate(call.integrand, integral.lower.data(), integral.upper.data(),
                                  options, &result);
  found.milliseconds = milliseconds(gpu) - begin;
  if (result == nullptr) return;
  found.neval = static_cast<double>(cuboid_result_neval(result));
  found.message = cuboid_result_message(result);
  if (const std::string reasons = cuboid_result_reasons(result); !reasons.empty())
    found.message += "; " + reasons;
  take(integral, call.tolerance, cuboid_result_value(result), cuboid_result_error(result), found);
  cuboid_result_free(result);
}

void integrate_many(const Call &call, const cuboid_options *options, bool gpu, Answer &found) {
  const ReferenceIntegral &integral = *call.integral;
  cuboid_many *many = nullptr;
  const double begin = milliseconds(gpu);
  found.status = cuboid_integrate_many(call.integrand, 1, integral.lower.data(),
                                       integral.upper.data(), 0, nullptr, 0, options, &many);
  found.milliseconds = milliseconds(gpu) - begin;
  if (many == nullptr) return;
  found.status = cuboid_many_statuses(many)[0];
  found.neval = static_cast<double>(cuboid_many_neval(many)[0]);
  found.message = cuboid_many_reason_of(many, found.status);
  take(integral, call.tolerance, cuboid_many_value(many), cuboid_many_error(many), found);
  cuboid_many_free(many);
}

Answer answer(const Call &call, const Settings &settings) {
  cuboid_options *options = nullptr;
  require(cuboid_options_create(&options));
  set_option(options, "method", call.method);
  set_option(options, "workers", "serial");
  set_option(options, "nonfinite", "zero");
  set_option(options, "epsrel", call.tolerance);
  set_option(options, "epsabs", "0");
  set_option(options, "maxeval", call.maxeval);
  set_option(options, "seed", std::to_string(call.seed));
  for (const std::string &one : settings.set)
    set_option(options, one.substr(0, one.find('=')), one.substr(one.find('=') + 1));
  Answer found;
  (settings.many ? integrate_many : integrate)(call, options, settings.gpu, found);
  cuboid_options_free(options);
  return found;
}

/// The calls in such an order that those for which a GPU's compiler has different work come first:
/// jobs then compile at the same time, and later ones find the kernels.
std::vector<std::size_t> compiling_first(const std::vector<Call> &calls) {
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::set<std::tuple<char, int, int, std::string>> seen;
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
    const Call &call = calls[i];
    return seen.emplace(call.set, call.integral->ndim, call.integral->ncomp, call.method).second;
  });
  return order;
}

/// With its sign: infinite where it is not a number.
double worst_pull(const Answer &answer) {
  double worst = 0;
  for (const double pull : answer.pull) {
    const double one = std::isnan(pull) ? INFINITY : pull;
    if (std::fabs(one) > std::fabs(worst)) worst = one;
  }
  return worst;
}

void print_row(const Call &call, const Answer &answer) {
  std::printf("%-28s %-11s %s %8s seed %d: %s", call.integral->id, call.method.c_str(),
              call.tolerance.c_str(), call.maxeval.c_str(), call.seed,
              cuboid_status_name(answer.status));
  if (answer.value.empty())
    std::printf("\n");
  else
    std::printf(", %.0f evaluations, %.3g ms, %s%s, %.3g errors: %.6g +- %.2g for %.6g: %s\n",
                answer.neval, answer.milliseconds, is_needle(call) ? "needle, " : "",
                answer.right ? "right" : "wrong", worst_pull(answer), answer.value[0],
                answer.error[0], call.integral->value[0], answer.message.c_str());
}

/// A row is printed as soon as it is there, so that a run that is ended has not been for nothing.
void answer_one(const Call &call, const Settings &settings, Answer &found) {
  static std::mutex printing;
  found = answer(call, settings);
  for (int run = 1; run < settings.runs && found.milliseconds < 100; ++run) {
    const double earlier = found.milliseconds;
    found = answer(call, settings);
    found.milliseconds = std::min(found.milliseconds, earlier);
  }
  if (!settings.rows) return;
  const std::lock_guard lock(printing);
  print_row(call, found);
  std::fflush(stdout);
}

std::vector<Answer> answers_to(const std::vector<Call> &calls, const Settings &settings) {
  std::vector<Answer> answers(calls.size());
  const std::vector<std::size_t> order = compiling_first(calls);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < std::max(settings.jobs, 1); ++i)
    threads.emplace_back([&] {
      for (std::size_t k = next++; k < calls.size(); k = next++)
        answer_one(calls[order[k]], settings, answers[order[k]]);
    });
  for (std::thread &thread : threads) thread.join();
  return answers;
}

/// Counts over some of the calls.
struct Counts {
  int calls = 0, converged = 0, failed = 0;
  double evaluations = 0;
  int values = 0;  ///< components of the calls that converged
  int above[3] = {0, 0, 0};
  /// Of pulls that are no larger than 10: those beyond would hide all others.
  double sum = 0, square = 0;
  int counted = 0;

  static constexpr double limits[3] = {1, 3, 5};

  double mean() const { return sum / counted; }
  /// Root of the mean square.
  double width() const { return std::sqrt(square / counted); }

  /// Mean and width are what is wanted, as far as three standard deviations of them tell: those of
  /// n pulls are uncertain by 1 / sqrt(n) and 1 / sqrt(2 n).
  bool as_wanted() const {
    const double chance = 3 / std::sqrt(counted);
    return std::fabs(mean()) <= 0.1 + chance && width() <= 1.05 + chance / std::sqrt(2.0) &&
           width() >= 0.9 - chance / std::sqrt(2.0);
  }

  void add(const Answer &answer) {
    ++calls;
    evaluations += answer.neval;
    failed += answer.status < 0;
    if (answer.status != CUBOID_CONVERGED) return;
    ++converged;
    for (const double pull : answer.pull) {
      ++values;
      for (int i = 0; i < 3; ++i) above[i] += !(std::fabs(pull) <= limits[i]);
      if (!(std::fabs(pull) <= 10)) continue;
      ++counted;
      sum += pull;
      square += pull * pull;
    }
  }
};

void print_head(const char *what) {
  std::printf("\n%-28s %-11s %6s %6s %9s %7s %6s %6s %6s  %6s %6s  %s\n", what, "method", "calls",
              "failed", "converged", "values", "> 1", "> 3", "> 5", "mean", "width", "evaluations");
}

void print(const std::string &name, const std::string &method, const Counts &counts) {
  std::printf("%-28s %-11s %6d %6d %9d %7d %6d %6d %6d", name.c_str(), method.c_str(), counts.calls,
              counts.failed, counts.converged, counts.values, counts.above[0], counts.above[1],
              counts.above[2]);
  if (counts.counted > 0)
    std::printf("  %6.2f %6.2f", counts.mean(), counts.width());
  else
    std::printf("  %6s %6s", "-", "-");
  std::printf("  %.3e\n", counts.evaluations);
}

/// Of each integral by itself, all components of all successes together.
void print_pulls(const std::vector<Call> &calls, const std::vector<Answer> &answers) {
  std::map<std::pair<std::string, std::string>, Counts> all;
  for (std::size_t i = 0; i < calls.size(); ++i)
    all[{calls[i].integral->id, calls[i].method}].add(answers[i]);
  print_head("integrals");
  int told = 0, wanted = 0;
  for (const auto &[name, counts] : all) {
    print(name.first, name.second, counts);
    if (counts.counted == 0) continue;
    ++told;
    if (counts.as_wanted())
      ++wanted;
    else
      std::printf("%-28s %-11s is outside\n", name.first.c_str(), name.second.c_str());
  }
  std::printf("\nmeans and widths as wanted, but for chance: %d of %d\n", wanted, told);
}

/// One line for each method and whatever part() tells apart.
template <class Part>
void print_by(const char *what, const std::vector<Call> &calls, const std::vector<Answer> &answers,
              const Settings &settings, bool only_bad, Part part) {
  std::map<std::string, std::map<std::string, Counts>> all;
  for (std::size_t i = 0; i < calls.size(); ++i)
    all[part(calls[i], answers[i])][calls[i].method].add(answers[i]);
  print_head(what);
  for (const auto &[name, methods] : all)
    for (const std::string &method : settings.methods) {
      if (!methods.contains(method)) continue;
      const Counts &counts = methods.at(method);
      if (!only_bad || counts.above[draws(method) ? 1 : 0] > 0) print(name, method, counts);
    }
}

void print_worst(const std::vector<Call> &calls, const std::vector<Answer> &answers,
                 const Settings &settings) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (answers[i].status == CUBOID_CONVERGED &&
        std::fabs(worst_pull(answers[i])) > (draws(calls[i].method) ? 3 : 1))
      order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::fabs(worst_pull(answers[a])) > std::fabs(worst_pull(answers[b]));
  });
  std::printf("\nworst of %zu beyond three errors (cuhre, pagani: one)\n", order.size());
  order.resize(std::min(order.size(), settings.worst));
  for (const std::size_t i : order) print_row(calls[i], answers[i]);
}

}  // namespace

int main(int count, char **arguments) {
  const Settings settings = settings_from(count, arguments);
  const auto integrands = integrands_for(settings);
  if (settings.texts) {
    std::printf("%zu integrands have compiled\n", integrands.size());
    return 0;
  }
  const std::vector<Call> calls = calls_for(settings, integrands);
  const std::vector<Answer> answers = answers_to(calls, settings);
  for (const auto &[integral, handle] : integrands) cuboid_integrand_free(handle.integrand);

  if (settings.rows) return 0;
  std::printf("cuboid %s on %s; %zu integrals, %d seeds, epsabs 0.\n", cuboid_version(),
              settings.gpu ? "a GPU" : "the host", integrands.size(), settings.seeds);
  std::printf(
      "values: components of the calls that converged; > k: those whose true error is more than k\n"
      "reported ones; mean and width of (value - truth) / error where it is at most 10.\n");
  print_by("all", calls, answers, settings, false, [](const Call &call, const Answer &answer) {
    return std::string(is_needle(call)                    ? "needles"
                       : is_needle_of_taken(call, answer) ? "needles of the points taken"
                                                          : "all but needles");
  });
  print_by("tolerance", calls, answers, settings, false,
           [](const Call &call, const Answer &) { return call.tolerance; });
  print_by("maxeval", calls, answers, settings, false,
           [](const Call &call, const Answer &) { return call.maxeval; });
  if (settings.pulls) {
    print_pulls(calls, answers);
    return 0;
  }
  print_by(
      "groups with misses", calls, answers, settings, true,
      [](const Call &call, const Answer &) { return cuboid_test::group_of(call.integral->id); });
  print_worst(calls, answers, settings);
  return 0;
}
