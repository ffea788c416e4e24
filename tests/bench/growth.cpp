// The nanoseconds of an evaluation as the work grows.
//   growth [rows, with commas] [most evaluations of a call] [dimensions or components, with commas]
// such as `growth divonne,vegas_plus 1e6` and `growth pagani_ndim 3e9 15,20`.  Rows: divonne,
// vegas_plus, cuhre, pagani_ball, pagani_ndim, samples_ndim, samples_ncomp, samples_limits,
// iterations, handles, calls, first_use, joined, cached_use, known, threads; host: the first three,
// gpu: the others; without arguments: host, all.  Calls with more evaluations are left out, and of
// the rows over ndim and ncomp all others.  On the host everything runs on one core, and its time
// is that of the processor.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cuboid.h"

namespace {

using Count = long long int;
using Function = int (*)(const int *, const double[], const int *, double[], void *, const Count *);

int ball(const int *ndim, const double x[], const int *, double f[], void *, const Count *nvec) {
  for (Count i = 0; i < *nvec; ++i) {
    double s = 0;
    for (int d = 0; d < *ndim; ++d) s += (x[i * *ndim + d] - .3) * (x[i * *ndim + d] - .3);
    f[i] = s < .2;
  }
  return 0;
}

int gaussian(const int *ndim, const double x[], const int *, double f[], void *,
             const Count *nvec) {
  for (Count i = 0; i < *nvec; ++i) {
    double s = 0;
    for (int d = 0; d < *ndim; ++d) s += (x[i * *ndim + d] - .5) * (x[i * *ndim + d] - .5);
    f[i] = std::exp(-25 * s);
  }
  return 0;
}

/// Cuba's Cuhre reaches 1e-6 after 195 evaluations.
int wave(const int *, const double x[], const int *, double f[], void *, const Count *nvec) {
  for (Count i = 0; i < *nvec; ++i)
    f[i] = std::sin(5 * x[2 * i]) * std::cos(2 * x[2 * i + 1]) * std::exp(x[2 * i] * x[2 * i + 1]);
  return 0;
}

constexpr const char *ball_text =
    "int user(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {"
    "  double s = 0; for (int d = 0; d < *ndim; ++d) s += (x[d] - .3) * (x[d] - .3);"
    "  f[0] = s < .2; return 0; }\n";
constexpr const char *gaussian_text =
    "#include <math.h>\n"
    "int user(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {"
    "  double s = 0; for (int d = 0; d < *ndim; ++d) s += (x[d] - .5) * (x[d] - .5);"
    "  f[0] = exp(-25 * s); return 0; }\n";

cuboid_function plain(Function function) {
  return reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(function));
}

/// Of the processor that this process has had: others may share the machine.
double processor_time() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double wall_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

[[noreturn]] void end(const char *message) {
  std::printf("%s\n", message);
  std::exit(1);
}

struct Found {
  double seconds = 0;
  std::int64_t neval = 0;
  std::int64_t nregions = 0;
  std::int64_t niterations = 0;
  double value = 0;
};

/// An integrand with options.
class Call {
 public:
  Call(Function function, int ndim, const char *method) : Call(method, processor_time) {
    keep(cuboid_integrand_create(&integrand_, ndim, 1, plain(function), nullptr));
    text("workers", "serial");
    integer("nvec", 1000);
  }
  Call(const char *source, int ndim, const char *method, int ncomp = 1) : Call(method, wall_time) {
    keep(cuboid_integrand_from_cuda_source(&integrand_, ndim, ncomp, source, "user", nullptr, 0));
  }
  ~Call() {
    cuboid_options_free(options_);
    cuboid_integrand_free(integrand_);
  }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  Call &real(const char *name, double value) {
    keep(cuboid_options_set_real(options_, name, value));
    return *this;
  }
  Call &integer(const char *name, double value) {
    keep(cuboid_options_set_integer(options_, name, static_cast<std::int64_t>(value)));
    return *this;
  }
  Call &text(const char *name, const char *value) {
    keep(cuboid_options_set_text(options_, name, value));
    return *this;
  }

  Found run() const {
    cuboid_result *result = nullptr;
    Found found;
    const double begin = now_();
    const int status = cuboid_integrate(integrand_, nullptr, nullptr, options_, &result);
    found.seconds = now_() - begin;
    if (status < 0) end(cuboid_last_error());
    found.neval = cuboid_result_neval(result);
    found.nregions = cuboid_result_nregions(result);
    found.niterations = cuboid_result_niterations(result);
    found.value = cuboid_result_value(result)[0];
    cuboid_result_free(result);
    return found;
  }

  /// Seconds of the fastest of three lists of so many boxes.
  double best_of_list(std::int64_t count, const std::vector<double> &lower,
                      const std::vector<double> &upper) const {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      cuboid_many *many = nullptr;
      const double begin = now_();
      const int status = cuboid_integrate_many(integrand_, count, lower.data(), upper.data(),
                                               static_cast<std::int64_t>(lower.size()) / count,
                                               nullptr, 0, options_, &many);
      best = std::min(best, now_() - begin);
      if (status < 0) end(cuboid_last_error());
      cuboid_many_free(many);
    }
    return best;
  }

  /// The fastest of some calls.  The first one on a GPU compiles the kernels.
  Found best() const {
    Found best = run();
    if (now_ == wall_time) best = run();
    const int calls = best.seconds < 0.1 ? 5 : best.seconds < 1 ? 3 : 1;
    for (int i = 1; i < calls; ++i) {
      const Found one = run();
      if (one.seconds < best.seconds) best = one;
    }
    return best;
  }

 private:
  Call(const char *method, double (*now)()) : now_(now) {
    keep(cuboid_options_create(&options_));
    text("method", method).real("epsrel", 0).real("epsabs", 1e-300);
  }
  static void keep(int status) {
    if (status != CUBOID_CONVERGED) end(cuboid_last_error());
  }

  double (*now_)();
  cuboid_integrand *integrand_ = nullptr;
  cuboid_options *options_ = nullptr;
};

/// A line of nanoseconds an evaluation, as printed.
class Line {
 public:
  explicit Line(const std::string &name) { std::printf("%-38s", name.c_str()); }
  ~Line() {
    std::printf("\n");
    std::fflush(stdout);
  }
  Line(const Line &) = delete;
  Line &operator=(const Line &) = delete;

  void add(double work, const Found &found) {
    const double ns = 1e9 * found.seconds / static_cast<double>(found.neval);
    if (base_ == 0) base_ = ns;
    std::printf("  %.0e: %.4g ns (%.2f)", work, ns, ns / base_);
    if (found.nregions > 0) std::printf(" of %.1e regions", static_cast<double>(found.nregions));
    if (found.niterations > 0)
      std::printf(" in %lld iterations", static_cast<long long>(found.niterations));
    std::fflush(stdout);
  }

 private:
  double base_ = 0;
};

/// With the keys that Cuba's demonstration has.
Found divonne_of_cuba(double n) {
  Count neval = 0;
  int nregions = 0, fail = 0;
  double value = 0, error = 0, prob = 0;
  const double begin = processor_time();
  cuboid_llDivonne(5, 1, plain(ball), nullptr, 1000, 1e-12, 0, 0, 0, 0, static_cast<Count>(n), 47,
                   1, 1, 5, 0, 10, .25, 0, 5, nullptr, 0, nullptr, nullptr, nullptr, &nregions,
                   &neval, &fail, &value, &error, &prob);
  return {processor_time() - begin, neval, nregions, 0, value};
}

/// What the command line leaves of a row.
struct Wanted {
  double most;                  ///< evaluations
  std::string_view dimensions;  ///< or components; empty: all
};

bool named(std::string_view list, std::string_view name) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    if (list.substr(begin, comma - begin) == name) return true;
    begin = comma + 1;
  }
  return false;
}

void divonne_rows(const Wanted &wanted) {
  cuboid_cores(0, 0);
  {
    Line line("divonne, 5-D ball, native");
    for (const double n : {1e5, 1e6, 1e7})
      if (n <= wanted.most)
        line.add(n, Call(ball, 5, "divonne").real("epsrel", 1e-12).integer("maxeval", n).best());
  }
  Line line("divonne, 5-D ball, Cuba's call");
  for (const double n : {1e5, 1e6, 1e7})
    if (n <= wanted.most) line.add(n, divonne_of_cuba(n));
}

/// Twenty iterations.
void samples_rows(const Wanted &wanted) {
  for (const char *method : {"vegas", "vegas_plus"}) {
    Line line(std::string(method) + ", 8-D Gaussian, 20 iterations");
    for (const double n : {1e5, 1e6, 1e7})
      if (n <= wanted.most)
        line.add(n, Call(gaussian, 8, method)
                        .integer("nstart", n / 20)
                        .integer("nincrease", 0)
                        .integer("maxeval", n)
                        .best());
  }
}

Found cuhre_of_cuba() {
  Count neval = 0;
  int nregions = 0, fail = 0;
  double value = 0, error = 0, prob = 0;
  cuboid_llCuhre(2, 1, plain(wave), nullptr, 1000, 1e-6, 0, 0, 0, 50000, 0, nullptr, nullptr,
                 &nregions, &neval, &fail, &value, &error, &prob);
  return {0, neval, nregions, 0, value};
}

/// Microseconds of a call of body: the fastest of some groups of calls.
template <class Body>
double microseconds(Body body) {
  constexpr int calls = 200;
  double best = std::numeric_limits<double>::infinity();
  for (int group = 0; group < 20; ++group) {
    const double begin = processor_time();
    for (int i = 0; i < calls; ++i) body();
    best = std::min(best, processor_time() - begin);
  }
  return 1e6 * best / calls;
}

/// A small integral, beside the integrand at as many points in one call.
void cuhre_rows(const Wanted &) {
  cuboid_cores(0, 0);
  Call call(wave, 2, "cuhre");
  call.real("epsrel", 1e-6).real("epsabs", 0);
  const auto print = [](const char *name, std::int64_t neval, double us) {
    const auto points = static_cast<Count>(neval);
    std::vector<double> x(static_cast<std::size_t>(2 * points)), f(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = std::fmod(0.618034 * static_cast<double>(i), 1);
    const int ndim = 2, ncomp = 1;
    const double bare =
        microseconds([&] { wave(&ndim, x.data(), &ncomp, f.data(), nullptr, &points); });
    std::printf("%-38s  %lld evaluations: %.2f us, the integrand %.2f us (%.2f)\n", name, points,
                us, bare, us / bare);
  };
  print("cuhre, 2-D to 1e-6, native", call.run().neval, microseconds([&] { call.run(); }));
  print("cuhre, 2-D to 1e-6, Cuba's call", cuhre_of_cuba().neval, microseconds(cuhre_of_cuba));
}

void pagani_ball_rows(const Wanted &wanted) {
  Line line("pagani on a GPU, 5-D ball");
  for (const double n : {1e8, 1e9, 1e10, 1e11, 1e12})
    if (n <= wanted.most)
      line.add(n, Call(ball_text, 5, "pagani").real("epsrel", 1e-12).integer("maxeval", n).best());
}

/// The same number of evaluations in more and more dimensions.
void ndim_rows(const char *method, const std::vector<int> &ndims, double n, const Wanted &wanted) {
  n = std::min(n, wanted.most);
  for (const int ndim : ndims) {
    if (!wanted.dimensions.empty() && !named(wanted.dimensions, std::to_string(ndim))) continue;
    Line line(std::string(method) + " on a GPU, Gaussian, " + std::to_string(ndim) + "-D");
    Call call(gaussian_text, ndim, method);
    call.integer("maxeval", n).integer("seed", 1);
    if (std::string_view(method) != "pagani")
      call.integer("nstart", n / 20).integer("nincrease", 0);
    const Found found = call.best();
    line.add(n, found);
    std::printf(", value %.15g", found.value);
  }
}

void pagani_ndim_rows(const Wanted &wanted) {
  ndim_rows("pagani", {4, 6, 8, 10, 12, 15, 20}, 3e10, wanted);
}

void samples_ndim_rows(const Wanted &wanted) {
  ndim_rows("vegas_plus", {8, 16, 32}, 2e9, wanted);
}

/// A Gaussian and its moments: more and more components, of about as many values in all.
void samples_ncomp_rows(const Wanted &wanted) {
  constexpr const char *text =
      "#include <math.h>\n"
      "int user(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {"
      "  double s = 0; for (int d = 0; d < *ndim; ++d) s += (x[d] - .5) * (x[d] - .5);"
      "  f[0] = exp(-25 * s); for (int c = 1; c < *ncomp; ++c) f[c] = f[c - 1] * x[c % *ndim];"
      "  return 0; }\n";
  constexpr double values = 2e10;
  for (const int ncomp : {1, 8, 32, 33, 64, 256, 1024}) {
    if (!wanted.dimensions.empty() && !named(wanted.dimensions, std::to_string(ncomp))) continue;
    for (const char *method : {"vegas_plus", "m_cubes"}) {
      const double n = std::min({values / ncomp, 2e9, wanted.most});
      Line line(std::string(method) + " on a GPU, 8-D, " + std::to_string(ncomp) + " components");
      Call call(text, 8, method, ncomp);
      call.integer("maxeval", n).integer("seed", 1).integer("nstart", n / 20);
      const Found found = call.integer("nincrease", 0).best();
      line.add(n, found);
      std::printf(", %.4g ns a value",
                  1e9 * found.seconds / static_cast<double>(found.neval) / ncomp);
    }
  }
}

/// The integrands of gpu_limits, beside whose figures these stand.
void samples_limits_rows(const Wanted &wanted) {
  struct Text {
    const char *name;
    int ndim;
    const char *body;
  };
  constexpr Text texts[] = {
      {"f1", 8, "double s = 0; for (int d = 0; d < 8; ++d) s += (d + 1) * x[d]; f[0] = cos(s);"},
      {"f2", 6,
       "double p = 1; for (int d = 0; d < 6; ++d) p *= 4e-4 + (x[d] - .5) * (x[d] - .5);"
       " f[0] = 1 / p;"},
      {"f4", 8,
       "double s = 0; for (int d = 0; d < 8; ++d) s += (x[d] - .5) * (x[d] - .5);"
       " f[0] = exp(-625 * s);"},
      {"sum", 10, "double s = 0; for (int d = 0; d < 10; ++d) s += x[d]; f[0] = s;"}};
  const double n = std::min(2e9, wanted.most);
  for (const Text &text : texts)
    for (const char *method : {"vegas_plus", "m_cubes"}) {
      Line line(std::string(method) + " on a GPU, " + text.name + ", " + std::to_string(text.ndim) +
                "-D");
      const std::string source =
          std::string(
              "#include <math.h>\nint user(const int *ndim, const double x[], const int "
              "*ncomp, double f[], void *userdata) {") +
          text.body + " return 0; }\n";
      Call call(source.c_str(), text.ndim, method);
      call.integer("maxeval", n).integer("seed", 1).integer("nstart", n / 20);
      line.add(n, call.integer("nincrease", 0).best());
    }
}

/// Iterations of few samples, of whose time much is not the samples'.
void iterations_rows(const Wanted &wanted) {
  constexpr int iterations = 20;
  constexpr std::size_t calls = 31;
  for (const int ndim : {3, 8}) {
    if (!wanted.dimensions.empty() && !named(wanted.dimensions, std::to_string(ndim))) continue;
    for (const double n : {1e4, 1e5, 5e5, 1e6, 2e6, 1e7}) {
      if (iterations * n > wanted.most) continue;
      Call call(gaussian_text, ndim, "vegas_plus");
      call.integer("nstart", n).integer("nincrease", 0).integer("maxeval", iterations * n);
      call.run();
      std::vector<double> us;
      std::int64_t done = 1;
      for (std::size_t i = 0; i < calls; ++i) {
        const Found found = call.run();
        done = found.niterations;
        us.push_back(1e6 * found.seconds / static_cast<double>(done));
      }
      std::sort(us.begin(), us.end());
      std::printf(
          "vegas_plus on a GPU, %d-D, %.0e samples an iteration, %lld of them: least %.1f us each, "
          "median %.1f us\n",
          ndim, n, static_cast<long long>(done), us.front(), us[calls / 2]);
      std::fflush(stdout);
    }
  }
}

/// Small integrals with one handle, and with a new one of the same text for each.
void handles_rows(const Wanted &) {
  constexpr int calls = 200;
  const auto integrate = [] {
    return Call(gaussian_text, 3, "pagani").real("epsrel", 1e-3).run().seconds;
  };
  double begin = wall_time();
  const double integrating = integrate();
  const double first = wall_time() - begin;
  Call kept(gaussian_text, 3, "pagani");
  kept.real("epsrel", 1e-3).run();
  begin = wall_time();
  for (int i = 0; i < calls; ++i) kept.run();
  const double one = (wall_time() - begin) / calls;
  begin = wall_time();
  for (int i = 0; i < calls; ++i) integrate();
  const double each = (wall_time() - begin) / calls;
  std::printf(
      "pagani on a GPU, 3-D to 1e-3: first %.1f ms, of which the call %.1f; then %.4f ms with one "
      "handle, %.4f ms with a new one each\n",
      1e3 * first, 1e3 * integrating, 1e3 * one, 1e3 * each);
}

/// Easy integrals, from call to return.
void calls_rows(const Wanted &) {
  constexpr std::size_t calls = 2000;
  struct Easy {
    int ndim;
    double epsrel;
  };
  for (const Easy &easy : {Easy{3, 1e-3}, Easy{3, 1e-6}, Easy{5, 1e-3}}) {
    Call call(gaussian_text, easy.ndim, "pagani");
    call.real("epsrel", easy.epsrel).run();
    std::vector<double> seconds(calls);
    for (double &one : seconds) one = call.run().seconds;
    std::nth_element(seconds.begin(), seconds.begin() + calls / 2, seconds.end());
    std::printf("pagani on a GPU, %d-D to %.0e: %.1f us from call to return, the median\n",
                easy.ndim, easy.epsrel, 1e6 * seconds[calls / 2]);
  }
}

/// The first use of a text by each method, when the device has been used before.
/// variant: a number of the first text.  NVRTC 13 keeps on disk what it has made of a text, and
/// takes it again for one with other comments.
void print_first_uses(long long variant) {
  Call(gaussian_text, 3, "pagani").real("epsrel", 1e-3).run();
  for (const int ndim : {3, 8})
    for (const char *method : {"pagani", "vegas_plus", "m_cubes", "vegas", "lattice", "auto"})
      for (const char *compile : {"quick", "full"}) {
        std::string source = gaussian_text;
        source.replace(source.find("25"), 2, "(25 + 1e-14 * " + std::to_string(++variant) + ")");
        const double begin = wall_time();
        Call call(source.c_str(), ndim, method);
        const double made = wall_time();
        call.text("compile", compile).real("epsrel", 1e-2).run();
        const double first = wall_time();
        const double then = call.run().seconds;
        std::printf(
            "first use of a text, %d-D, %-10s %-5s  handle %.1f ms, first call %.1f ms, then %.3f "
            "ms\n",
            ndim, method, compile, 1e3 * (made - begin), 1e3 * (first - made), 1e3 * then);
      }
}

constexpr const char *costly_text =
    "#include <math.h>\n"
    "int user(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {"
    "  double s = 0; for (int d = 0; d < *ndim; ++d) s += pow(fabs(sin(3 * x[d]) - .5), 1.5);"
    "  f[0] = exp(-s); return 0; }\n";

/// Points a second of kernels that call a text, and of those with the text in them.
void print_joined(const char *name, const char *source, int ndim, const char *method) {
  double rates[2];
  for (const int full : {0, 1}) {
    Call call(source, ndim, method);
    call.text("compile", full ? "full" : "quick").integer("maxeval", 1e9);
    if (std::string_view(method) == "vegas_plus" || std::string_view(method) == "m_cubes")
      call.integer("nstart", 1e8).integer("nincrease", 0);
    const Found found = call.best();
    rates[full] = static_cast<double>(found.neval) / found.seconds;
  }
  std::printf("%s, %d-D, %-10s joined %.2e, compiled %.2e points a second (%.2f)\n", name, ndim,
              method, rates[0], rates[1], rates[0] / rates[1]);
}

/// The same of integrals of a list, each over a box of its own.
void print_joined_list(const char *name, const char *source, int ndim) {
  constexpr std::int64_t count = 200000;
  const auto axes = static_cast<std::size_t>(ndim);
  std::vector<double> lower(count * axes), upper(count * axes);
  for (std::size_t i = 0; i < upper.size(); ++i)
    upper[i] = .5 + static_cast<double>(i % 997) / 1994;
  double rates[2];
  for (const int full : {0, 1}) {
    Call call(source, ndim, "pagani");
    call.text("compile", full ? "full" : "quick").real("epsrel", 1e-6);
    rates[full] = static_cast<double>(count) / call.best_of_list(count, lower, upper);
  }
  std::printf("%s, %d-D, list       joined %.2e, compiled %.2e integrals a second (%.2f)\n", name,
              ndim, rates[0], rates[1], rates[0] / rates[1]);
}

void joined_rows(const Wanted &) {
  for (const int ndim : {3, 5, 8, 12})
    for (const char *method : {"pagani", "vegas_plus", "m_cubes", "lattice"})
      print_joined("cheap", gaussian_text, ndim, method);
  for (const int ndim : {3, 8})
    for (const char *method : {"pagani", "vegas_plus"})
      print_joined("costly", costly_text, ndim, method);
  for (const int ndim : {2, 5}) print_joined_list("cheap", gaussian_text, ndim);
  print_joined_list("costly", costly_text, 2);
}

/// Texts that nobody has compiled.
void first_use_rows(const Wanted &) {
  print_first_uses(std::chrono::system_clock::now().time_since_epoch().count() % 1'000'000'000);
}

/// Those of the last process: with CUBOID_CACHE, a second one finds them on disk.
void cached_use_rows(const Wanted &) {
  print_first_uses(0);
}

/// Small integrals by threads with handles of their own.
void threads_rows(const Wanted &) {
  constexpr int calls = 400;
  for (const char *method : {"pagani", "vegas_plus"}) {
    double one = 0;
    for (const int threads : {1, 2, 4, 8, 16}) {
      std::vector<std::thread> team;
      std::vector<std::unique_ptr<Call>> handles;
      for (int t = 0; t < threads; ++t) {
        handles.push_back(std::make_unique<Call>(gaussian_text, 3, method));
        handles.back()->real("epsrel", 1e-3).run();
      }
      const double begin = wall_time();
      for (int t = 0; t < threads; ++t)
        team.emplace_back([&call = *handles[static_cast<std::size_t>(t)]] {
          for (int i = 0; i < calls; ++i) call.run();
        });
      for (std::thread &thread : team) thread.join();
      const double rate = threads * calls / (wall_time() - begin);
      if (threads == 1) one = rate;
      std::printf("%s on a GPU, 3-D to 1e-3, %d threads: %.0f integrals a second (%.2f)\n", method,
                  threads, rate, rate / one);
    }
  }
}

/// A new handle with a text that is known, and nothing else.
void known_rows(const Wanted &) {
  Call kept(gaussian_text, 3, "pagani");
  constexpr int handles = 2000;
  const double begin = wall_time();
  for (int i = 0; i < handles; ++i) {
    cuboid_integrand *integrand = nullptr;
    cuboid_integrand_from_cuda_source(&integrand, 3, 1, gaussian_text, "user", nullptr, 0);
    cuboid_integrand_free(integrand);
  }
  std::printf("a handle with a known text: %.4f ms\n", 1e3 * (wall_time() - begin) / handles);
}

struct Row {
  const char *name;
  const char *group;
  void (*print)(const Wanted &wanted);
};

constexpr Row rows[] = {{"divonne", "host", divonne_rows},
                        {"vegas_plus", "host", samples_rows},
                        {"cuhre", "host", cuhre_rows},
                        {"pagani_ball", "gpu", pagani_ball_rows},
                        {"pagani_ndim", "gpu", pagani_ndim_rows},
                        {"samples_ndim", "gpu", samples_ndim_rows},
                        {"samples_ncomp", "gpu", samples_ncomp_rows},
                        {"samples_limits", "gpu", samples_limits_rows},
                        {"iterations", "gpu", iterations_rows},
                        {"handles", "gpu", handles_rows},
                        {"calls", "gpu", calls_rows},
                        {"first_use", "gpu", first_use_rows},
                        {"joined", "gpu", joined_rows},
                        {"cached_use", "gpu", cached_use_rows},
                        {"known", "gpu", known_rows},
                        {"threads", "gpu", threads_rows}};

}  // namespace

int main(int argc, char **argv) {
  const std::string_view list = argc > 1 ? argv[1] : "host";
  const Wanted wanted{argc > 2 ? std::atof(argv[2]) : std::numeric_limits<double>::infinity(),
                      argc > 3 ? argv[3] : ""};
  for (const Row &row : rows)
    if (named(list, row.name) || named(list, row.group)) row.print(wanted);
  return 0;
}
