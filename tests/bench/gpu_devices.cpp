// One integral on 1, 2, 4 ... devices of this machine, by the option devices.
//   gpu_devices [samples|alone|lattice|pagani|pairs|all] [counts of devices] [samples of an
//   iteration]
//     [digits] [integrands]
// such as `gpu_devices all 1,2,4,8 1e8,1e9,1e10 1 f4,f2`: digits are added to the tolerances of
// PAGANI (of f2 twice as many).
// Without arguments: all, the powers of 2 up to what the machine has, 1e6,1e8,1e9, 0 and all.
// pairs, which all does not include: PAGANI with every integrand and tolerance that was measured of
// its peers, and at the end how many are slower on several devices than on one.
// As the ranks of an MPI job, each with the device of its number:
//   CUBOID_MPI=world mpirun -n 2 gpu_devices all 2 1e8,1e9
// The same with processes instead of ranks, over the transport of the tests (tests/ranks):
//   CUBOID_MPI_LIBRARY=libranks_socket_transport.so gpu_devices all 2 1e8,1e9
// alone, which all does not include: the iterations of samples on each of the devices alone, by its
// number.
// Milliseconds, the median of some warm calls; of VEGAS+ and m-Cubes those of one iteration, from
// the difference of two calls.  The numbers of devices take turns.  excess: microseconds beyond the
// time on one over the number of devices; efficiency: of linear; bits: whether values, errors and
// evaluations are those of one device.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "cuboid.h"
#include "ranks/job.hpp"

namespace {

struct Integrand {
  const char *name;
  int ndim;
  const char *body;  ///< adds to s and sets f[0]; n is ndim
};

constexpr Integrand f1{"f1", 8, "for (int i = 0; i < n; ++i) s += (i + 1) * x[i]; f[0] = cos(s);"};
constexpr Integrand f2{"f2", 6,
                       "s = 1; for (int i = 0; i < n; ++i) s *= 4e-4 + (x[i] - .5) * (x[i] - .5);"
                       "f[0] = 1 / s;"};
constexpr Integrand f3{"f3", 8,
                       "s = 1; for (int i = 0; i < n; ++i) s += (i + 1) * x[i];"
                       "double r = 1; for (int i = 0; i <= n; ++i) r *= s; f[0] = 1 / r;"};
constexpr Integrand f4{"f4", 8,
                       "for (int i = 0; i < n; ++i) s += (x[i] - .5) * (x[i] - .5);"
                       "f[0] = exp(-625 * s);"};
constexpr Integrand f5{"f5", 8,
                       "for (int i = 0; i < n; ++i) s += fabs(x[i] - .5); f[0] = exp(-10 * s);"};
constexpr Integrand f6{"f6", 6,
                       "int in = 1; for (int i = 0; i < n; ++i) { in = in && x[i] < (4. + i) / 10;"
                       "s += (i + 5) * x[i]; } f[0] = in ? exp(s) : 0;"};
constexpr Integrand f7{"f7", 8, "for (int i = 0; i < n; ++i) s += x[i] * x[i]; f[0] = pow(s, 11);"};
constexpr Integrand f8{"f8", 8,
                       "for (int i = 0; i < n; ++i) s += x[i] * x[i]; f[0] = pow(s, 7.5);"};
constexpr Integrand sum{"sum", 10, "for (int i = 0; i < n; ++i) s += x[i]; f[0] = s;"};
/// 1000 peaks along the diagonal: G. P. Lepage, J. Comput. Phys. 439 (2021) 110386.
constexpr Integrand ridge{"ridge", 4,
                          "for (int k = 0; k < 1000; ++k) { double r = 0;"
                          "for (int i = 0; i < n; ++i) r += (x[i] - k / 999.) * (x[i] - k / 999.);"
                          "s += exp(-100 * r); } f[0] = s;"};

struct Found {
  int status = 0;
  double seconds = 0, value = 0, error = 0;
  std::int64_t neval = 0, niterations = 0;
  std::string message;
};

/// What is asked for, but for the devices.
struct Wanted {
  Integrand integrand;
  const char *method;
  double epsrel = 0;
  double maxeval = 1e15;
  double nstart = 1e6;
};

class Program {
 public:
  explicit Program(const Integrand &integrand) {
    const std::string source =
        "#include <math.h>\nint user(const int *ndim, const double x[], const int *ncomp, double "
        "f[], void *userdata) { const int n = *ndim; double s = 0; " +
        std::string(integrand.body) + " return 0; }\n";
    if (cuboid_integrand_from_cuda_source(&handle_, integrand.ndim, 1, source.c_str(), "user",
                                          nullptr, 0) != CUBOID_CONVERGED) {
      std::printf("%s\n", cuboid_last_error());
      std::exit(1);
    }
  }
  ~Program() { cuboid_integrand_free(handle_); }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  Found integrate(const Wanted &wanted, const std::string &devices) const {
    cuboid_options *options = nullptr;
    cuboid_options_create(&options);
    cuboid_options_set_text(options, "method", wanted.method);
    cuboid_options_set_text(options, "devices", devices.c_str());
    cuboid_options_set_real(options, "epsrel", wanted.epsrel);
    cuboid_options_set_integer(options, "maxeval", static_cast<std::int64_t>(wanted.maxeval));
    cuboid_options_set_integer(options, "nstart", static_cast<std::int64_t>(wanted.nstart));
    cuboid_options_set_integer(options, "nincrease", 0);
    cuboid_options_set_integer(options, "raise_samples", 0);
    cuboid_options_set_integer(options, "seed", 1);
    cuboid_result *result = nullptr;
    const auto begin = std::chrono::steady_clock::now();
    Found found;
    found.status = cuboid_integrate(handle_, nullptr, nullptr, options, &result);
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    found.value = cuboid_result_value(result)[0];
    found.error = cuboid_result_error(result)[0];
    found.neval = cuboid_result_neval(result);
    found.niterations = cuboid_result_niterations(result);
    found.message = cuboid_result_message(result);
    cuboid_result_free(result);
    cuboid_options_free(options);
    return found;
  }

 private:
  cuboid_integrand *handle_ = nullptr;
};

/// "0,1,2" for 3.
std::string first_devices(int count) {
  std::string list = "0";
  for (int i = 1; i < count; ++i) list.append(",").append(std::to_string(i));
  return list;
}

int devices_of_machine() {
  const Program program(sum);
  int count = 0;
  while (program.integrate({sum, "vegas_plus", 0, 1e4, 1e3}, first_devices(count + 1)).status >= 0)
    ++count;
  return count;
}

bool same_bits(const Found &a, const Found &b) {
  return a.status == b.status && std::memcmp(&a.value, &b.value, sizeof a.value) == 0 &&
         std::memcmp(&a.error, &b.error, sizeof a.error) == 0 && a.neval == b.neval;
}

/// The times on each number of devices, and what they come to beside the first.
class Row {
 public:
  explicit Row(const std::string &name) { std::printf("%-32s", name.c_str()); }
  ~Row() {
    std::printf("\n");
    std::fflush(stdout);
  }
  Row(const Row &) = delete;
  Row &operator=(const Row &) = delete;

  void add(int devices, const Found &found) {
    const double seconds = found.seconds;
    if (devices_ == 0) {
      devices_ = devices;
      seconds_ = seconds;
      first_ = found;
      std::printf(" %d: %10.3f ms", devices, 1e3 * seconds);
    } else {
      const double linear = seconds_ * devices_ / devices;
      std::printf(" | %d: %10.3f ms %5.3f %+8.0f us %s", devices, 1e3 * seconds, linear / seconds,
                  1e6 * (seconds - linear), same_bits(found, first_) ? "same" : "OTHER BITS");
    }
    if (found.status < 0) std::printf(" %s", found.message.c_str());
    slowest_ = std::max(slowest_, seconds);
  }

  /// Whether on another number of devices it takes longer than on the first, by more than times of
  /// short calls differ from one call to the next.
  bool slower() const { return slowest_ > 1.02 * seconds_ + 1e-5; }

 private:
  int devices_ = 0;
  double slowest_ = 0;
  double seconds_ = 0;
  Found first_;
};

std::string digits_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0e", number);
  return text;
}

/// What is printed in a row.
struct Case {
  Wanted wanted;
  std::string name;
};

std::string name_of(const Integrand &integrand) {
  return std::string(integrand.name) + " " + std::to_string(integrand.ndim) + "-D ";
}

/// Integrands of the paper on PAGANI, and the tolerances from 1e-3 on at which its code and ours
/// were timed.
std::vector<Case> pairs_cases() {
  struct Pairs {
    Integrand integrand;
    int ndim;
    int digits;  ///< of the smallest tolerance
  };
  constexpr Pairs all[] = {{f1, 5, 10}, {f1, 6, 10}, {f1, 8, 5},  {f2, 6, 7}, {f2, 8, 3},
                           {f3, 3, 10}, {f3, 8, 9},  {f4, 5, 10}, {f4, 8, 6}, {f5, 5, 10},
                           {f5, 8, 7},  {f6, 6, 10}, {f7, 8, 10}, {f8, 8, 10}};
  std::vector<Case> cases;
  for (const Pairs &one : all)
    for (int digits = 3; digits <= one.digits; ++digits) {
      Wanted wanted{one.integrand, "pagani", std::pow(10, -digits)};
      wanted.integrand.ndim = one.ndim;
      cases.push_back({wanted, name_of(wanted.integrand) + digits_of(wanted.epsrel)});
    }
  return cases;
}

std::vector<Case> samples_cases(const std::vector<double> &samples) {
  std::vector<Case> cases;
  for (const Integrand *integrand : {&f4, &f2, &sum, &ridge})
    for (const char *method : {"vegas_plus", "m_cubes"})
      for (const double n : samples)
        if (integrand != &ridge || n == 1e8)
          cases.push_back(
              {{*integrand, method, 0, 0, n}, name_of(*integrand) + method + " " + digits_of(n)});
  return cases;
}

std::vector<Case> calls_cases(const std::vector<Wanted> &wanted) {
  std::vector<Case> cases;
  for (const Wanted &one : wanted)
    cases.push_back({one, name_of(one.integrand) + one.method + " " +
                              digits_of(one.epsrel > 0 ? one.epsrel : one.maxeval)});
  return cases;
}

/// Seconds of a call; without maxeval those of one iteration, from two calls so long that the time
/// of a call matters little.
Found time_once(const Program &program, const Wanted &wanted, const std::string &devices) {
  if (wanted.maxeval > 0) return program.integrate(wanted, devices);
  const double n = wanted.nstart;
  const int few = 2, many = wanted.integrand.name == ridge.name || n >= 1e9 ? 6
                            : n >= 1e8                                      ? 22
                                                                            : 102;
  Wanted call = wanted;
  call.maxeval = few * n;
  const Found less = program.integrate(call, devices);
  call.maxeval = many * n;
  Found more = program.integrate(call, devices);
  more.seconds =
      (more.seconds - less.seconds) / static_cast<double>(more.niterations - less.niterations);
  return more;
}

/// How often calls are made, by what is the same on all ranks, which make as many.
struct Repeats {
  int turns;  ///< of the lists of devices
  /// Calls before the timed ones of a turn: a device that has waited is slower, and memory that was
  /// one device's is laid out anew for several.
  int warming;
  int timed;
};

Repeats repeats_for(const Wanted &wanted, double evaluations, std::size_t lists) {
  if (evaluations > 2e12) return {0, 0, 0};
  if (evaluations > 1e11) return {1, lists > 1 && wanted.maxeval > 0 ? 1 : 0, 1};
  if (evaluations > 1e10 || wanted.integrand.name == ridge.name)
    return {3, lists > 1 && wanted.maxeval > 0 ? 1 : 0, 1};
  const int warming = static_cast<int>(std::min(1e10 / evaluations, 50.0));
  return {5, lists > 1 ? warming : 0, 3};
}

/// The median on each of some lists of devices, which take turns, so that what changes in the
/// machine meets all of them; after a call that warms up, which is all where it takes minutes.
std::vector<Found> times_of(const Wanted &wanted, const std::vector<std::string> &lists) {
  const Program program(wanted.integrand);
  std::vector<Found> found;
  for (const std::string &list : lists) found.push_back(time_once(program, wanted, list));
  const Repeats repeats =
      repeats_for(wanted, static_cast<double>(found.front().neval), lists.size());
  if (repeats.turns == 0) return found;
  std::vector<std::vector<double>> seconds(lists.size());
  for (int turn = 0; turn < repeats.turns; ++turn)
    for (std::size_t i = 0; i < lists.size(); ++i) {
      for (int call = 0; call < repeats.warming; ++call) time_once(program, wanted, lists[i]);
      for (int call = 0; call < repeats.timed; ++call)
        seconds[i].push_back(time_once(program, wanted, lists[i]).seconds);
    }
  for (std::size_t i = 0; i < lists.size(); ++i) {
    std::sort(seconds[i].begin(), seconds[i].end());
    found[i].seconds = seconds[i][seconds[i].size() / 2];
  }
  return found;
}

void print_table(const std::vector<int> &counts, const std::vector<Case> &cases) {
  int slower = 0;
  std::vector<std::string> lists;
  for (const int count : counts) lists.push_back(first_devices(count));
  for (const Case &one : cases) {
    Row row(one.name);
    const std::vector<Found> found = times_of(one.wanted, lists);
    for (std::size_t i = 0; i < counts.size(); ++i) row.add(counts[i], found[i]);
    if (row.slower()) ++slower;
  }
  std::printf("%d of %d are slower than on the first number of devices, by a fiftieth and 10 us\n",
              slower, static_cast<int>(cases.size()));
}

void print_table_of_each(int devices, const std::vector<Case> &cases) {
  std::vector<std::string> lists;
  for (int i = 0; i < devices; ++i) lists.push_back(std::to_string(i));
  for (const Case &one : cases) {
    std::printf("%-32s", one.name.c_str());
    for (const Found &found : times_of(one.wanted, lists))
      std::printf(" %10.3f ms", 1e3 * found.seconds);
    std::printf("\n");
    std::fflush(stdout);
  }
}

/// Of the ranks of an MPI job, each with the device of its number: first all together, then each
/// alone at the same time.
void print_table_of_ranks(int rank, int size, const std::vector<Case> &cases) {
  const std::string own = std::to_string(rank);
  std::vector<Found> together;
  for (const Case &one : cases) together.push_back(times_of(one.wanted, {own})[0]);
  cuboid_use_communicator(nullptr, 0);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Found alone = times_of(cases[i].wanted, {own})[0];
    if (rank != 0) continue;
    Row row(cases[i].name);
    row.add(1, alone);
    row.add(size, together[i]);
  }
}

std::vector<double> numbers(const char *text) {
  std::vector<double> found;
  for (char *end = nullptr; *text != '\0'; text = *end == ',' ? end + 1 : end) {
    found.push_back(std::strtod(text, &end));
    if (end == text) break;
  }
  return found;
}

/// Whether a list such as "f4,f2" has the name; an empty one has all.
bool has_name(const std::string &list, const std::string &name) {
  return list.empty() || ("," + list + ",").find("," + name + ",") != std::string::npos;
}

/// A number that mpirun tells a process, of Open MPI or of MPICH; -1: there is no job.
int told_by_mpirun(const char *openmpi, const char *mpich) {
  const char *text = std::getenv(openmpi);
  if (text == nullptr) text = std::getenv(mpich);
  return text == nullptr ? -1 : std::atoi(text);
}

}  // namespace

int main(int argc, char **argv) {
  const std::string what = argc > 1 ? argv[1] : "all";
  const int rank = told_by_mpirun("OMPI_COMM_WORLD_RANK", "PMI_RANK");
  // CUDA cannot be used in the child of a process that has used it.
  const bool processes = rank < 0 && std::getenv("CUBOID_MPI_LIBRARY") != nullptr;
  const int there = processes ? ranks::max_ranks : rank < 0 ? devices_of_machine() : 0;
  std::vector<int> counts;
  if (argc > 2)
    for (const double count : numbers(argv[2])) counts.push_back(static_cast<int>(count));
  else
    for (int count = 1; count <= there; count *= 2) counts.push_back(count);
  counts.erase(std::remove_if(counts.begin(), counts.end(), [&](int n) { return n > there; }),
               counts.end());
  const std::vector<double> samples =
      argc > 3 ? numbers(argv[3]) : std::vector<double>{1e6, 1e8, 1e9};
  const double tighter = std::pow(10, argc > 4 ? -std::atof(argv[4]) : 0);
  const std::string integrands = argc > 5 ? argv[5] : "";
  std::vector<Case> cases;
  const auto add = [&](const char *method, const std::vector<Case> &more) {
    if (what != "all" && what != method && !(what == "alone" && method == std::string("samples")))
      return;
    for (const Case &one : more)
      if (has_name(integrands, one.wanted.integrand.name)) cases.push_back(one);
  };
  if (what == "pairs") add("pairs", pairs_cases());
  add("samples", samples_cases(samples));
  add("pagani", calls_cases({{f4, "pagani", 1e-6 * tighter},
                             {f5, "pagani", 1e-7 * tighter},
                             {f1, "pagani", 1e-7 * tighter},
                             {f2, "pagani", 1e-7 * tighter * tighter},
                             {f3, "pagani", 1e-9 * tighter}}));
  add("lattice", calls_cases({{f3, "lattice", 0, 1e9},
                              {f1, "lattice", 0, 1e9},
                              {f1, "lattice", 0, 1e11},
                              {sum, "lattice", 0, 1e10}}));
  if (rank <= 0) std::printf("ms of an iteration or a call, efficiency, excess, bits\n");
  if (rank >= 0) {
    const int size = told_by_mpirun("OMPI_COMM_WORLD_SIZE", "PMI_SIZE");
    print_table_of_ranks(rank, size, cases);
    return 0;
  }
  if (processes) {
    const int size = counts.empty() ? 2 : counts.back();
    ranks::run_job(size, [&](int own) {
      alarm(0);
      print_table_of_ranks(own, size, cases);
      return 0;
    });
    return 0;
  }
  std::printf("%d devices\n", there);
  if (there == 0) return 1;
  if (what == "alone")
    print_table_of_each(there, cases);
  else
    print_table(counts, cases);
  return 0;
}
