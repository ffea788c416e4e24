// A kernel of the integrand that reads where nothing is: the call says so, and so does all that
// comes after it in the process.  Each case is a process of its own, since its context is lost.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "cuboid.h"

namespace {

/// Points of the integrand go well as long as there were no more than so many.
struct Fault {
  double sharpness;
  unsigned long long after;
};

const char *const faulty = R"(
#include <math.h>
typedef struct { double sharpness; unsigned long long after; } fault;
__device__ unsigned long long points;
int integrand(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const fault *p = (const fault *)userdata;
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - .4) * (x[d] - .4);
  if (atomicAdd(&points, 1ULL) >= p->after) square += *(volatile const double *)8;
  for (int c = 0; c < *ncomp; ++c) f[c] = exp(-p->sharpness * square);
  return 0;
}
)";
const char *const sound =
    "int integrand(const int *ndim, const double x[], const int *ncomp, double f[], void "
    "*userdata) "
    "{ f[0] = x[0]; return 0; }";

/// One call that is to fault.
struct Case {
  std::string method;
  int ndim = 3;
  int ncomp = 1;
  long long count = 0;  ///< of a list; 0: a single integral
  unsigned long long after = 0;
};

/// How a process ends.
enum Exit {
  as_it_should = 0,
  no_fault = 3,
  other_status = 4,
  no_sentence = 5,
  not_refused_later = 6
};

int integrate(const cuboid_integrand *integrand, const Case &one, const cuboid_options *options) {
  if (one.count == 0) {
    cuboid_result *result = nullptr;
    const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    const std::string message = result ? cuboid_result_message(result) : cuboid_last_error();
    if (status < 0) std::printf("%d: %s\n", status, message.c_str());
    cuboid_result_free(result);
    return status < 0 && message.empty() ? 1 : status;
  }
  const std::vector<Fault> faults(static_cast<std::size_t>(one.count), {20, one.after});
  cuboid_many *many = nullptr;
  const int status = cuboid_integrate_many(integrand, one.count, nullptr, nullptr, 0, faults.data(),
                                           sizeof(Fault), options, &many);
  if (status < 0) std::printf("%d: %s\n", status, cuboid_last_error());
  cuboid_many_free(many);
  return status < 0 && *cuboid_last_error() == '\0' ? 1 : status;
}

int run(const Case &one) {
  Fault fault{20, one.after};
  cuboid_integrand *integrand = nullptr, *other = nullptr;
  cuboid_options *options = nullptr;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", one.method.c_str());
  cuboid_options_set_real(options, "epsrel", 1e-9);
  cuboid_options_set_integer(options, "maxeval", 20000000);
  if (cuboid_integrand_from_cuda_source(&integrand, one.ndim, one.ncomp, faulty, "integrand",
                                        &fault, sizeof fault) != 0)
    return other_status;
  if (cuboid_integrand_from_cuda_source(&other, one.ndim, 1, sound, "integrand", nullptr, 0) != 0)
    return other_status;
  const int status = integrate(integrand, one, options);
  if (status >= 0) return status == 1 && one.after == 0 ? no_sentence : no_fault;
  if (status != CUBOID_DEVICE_FAILED) return other_status;
  for (const cuboid_integrand *later : {integrand, other})
    for (const long long count : {0LL, 100LL}) {
      Case again = one;
      again.count = later == other ? 0 : count;
      if (integrate(later, again, options) != CUBOID_DEVICE_FAILED) return not_refused_later;
    }
  cuboid_integrand_free(integrand);
  cuboid_integrand_free(other);
  cuboid_options_free(options);
  return as_it_should;
}

/// The exit status of a process that runs the case; 256 and its signal if one ended it.
int exit_of(const Case &one) {
  const std::string ndim = std::to_string(one.ndim), ncomp = std::to_string(one.ncomp),
                    count = std::to_string(one.count), after = std::to_string(one.after);
  const char *const arguments[] = {"faults",      "--fault",     one.method.c_str(), ndim.c_str(),
                                   ncomp.c_str(), count.c_str(), after.c_str(),      nullptr};
  const pid_t child = fork();
  if (child == 0) {
    execv("/proc/self/exe", const_cast<char *const *>(arguments));
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

bool there_is_a_device() {
  const pid_t child = fork();
  if (child == 0) _exit(cuboid_device(nullptr) == 0 ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0;
}

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, EndTheCallWithItsSentenceAndNothingElse) {
  if (!there_is_a_device()) {
    ASSERT_EQ(std::getenv("CUBOID_REQUIRE_GPU"), nullptr);
    GTEST_SKIP() << "there is no device";
  }
  const int exit = exit_of(GetParam());
  // A call may end before so many points.
  if (GetParam().after > 0 && exit == no_fault) return;
  EXPECT_EQ(exit, as_it_should);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char *method : {"auto", "cuhre", "pagani", "vegas", "suave", "divonne", "vegas_plus",
                             "m_cubes", "m_cubes_1d", "lattice"})
    for (const long long count : {0LL, 1LL, 5000LL})
      for (const unsigned long long after : {0ULL, 3000ULL, 300000ULL})
        all.push_back({method, 3, 1, count, after});
  // Kernels of their own: many components, many dimensions, integrals that outgrow their room.
  for (const char *method : {"pagani", "vegas_plus", "lattice"})
    for (const long long count : {0LL, 100LL}) {
      all.push_back({method, 3, 20, count, 1000});
      all.push_back({method, 9, 1, count, 100000});
      all.push_back({method, 6, 1, count, 30000000});
    }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Faults, testing::ValuesIn(cases()), [](const auto &test) {
  const Case &one = test.param;
  return one.method + "_" + std::to_string(one.ndim) + "_" + std::to_string(one.ncomp) + "_" +
         std::to_string(one.count) + "_" + std::to_string(one.after);
});

}  // namespace

int main(int argc, char **argv) {
  if (argc == 7 && std::strcmp(argv[1], "--fault") == 0)
    return run({argv[2], std::atoi(argv[3]), std::atoi(argv[4]), std::atoll(argv[5]),
                std::strtoull(argv[6], nullptr, 10)});
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
