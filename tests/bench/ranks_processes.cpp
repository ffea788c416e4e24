// The time of Cuba's routines with a 10 us integrand on ranks that are processes of this machine,
// and what as many processes that only call the integrand would take for as many evaluations.
//   CUBACORES=0 ranks_processes PLUGIN [ranks]
// PLUGIN: the transport of the tests (tests/ranks).  "of linear": what remains of the speed of all
// processors; 1 is as fast as bare calls that are shared out evenly.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "ranks/job.hpp"
#include "ranks_times.h"

namespace {

constexpr int nroutines = 4;
constexpr int nvecs[] = {1, 1000};

struct Times {
  double alone[nroutines][2];
  double together[nroutines][2];
  double bare[nroutines][2];  ///< as many calls as there were evaluations
  double cheap_alone[nroutines];
  double cheap_together[nroutines];
  int neval[nroutines][2];
};

/// The ranks begin together: a call of all that takes no time.
double together_time(int which, int nvec, long *steps, int *neval) {
  long none = 0;
  int few = 0;
  time_of(3, 1, &none, &few);
  return time_of(which, nvec, steps, neval);
}

Times measure(const ranks::SocketCommunicator &own, long steps) {
  Times times{};
  long none = 0;
  for (int which = 0; which < nroutines; ++which) {
    int neval = 0;
    for (int i = 0; i < 2; ++i) {
      cuboid_use_communicator(&own, sizeof own);
      times.together[which][i] = together_time(which, nvecs[i], &steps, &times.neval[which][i]);
      cuboid_use_communicator(nullptr, 0);
      times.bare[which][i] = time_of_calls(times.neval[which][i], steps);
      times.alone[which][i] = time_of(which, nvecs[i], &steps, &neval);
    }
    times.cheap_alone[which] = time_of(which, 1, &none, &neval);
    cuboid_use_communicator(&own, sizeof own);
    times.cheap_together[which] = together_time(which, 1, &none, &neval);
  }
  return times;
}

}  // namespace

int main(int argc, char **argv) {
  const int size = argc > 2 ? std::atoi(argv[2]) : 2;
  if (argc < 2 || size < 1 || size > ranks::most_ranks) {
    std::fprintf(stderr, "ranks_processes PLUGIN [ranks], 1 to %d ranks\n", ranks::most_ranks);
    return 1;
  }
  setenv("CUBOID_MPI_LIBRARY", argv[1], 1);
  const long steps = calibrate();
  const auto found = ranks::run_job_with(
      size, [steps](const ranks::SocketCommunicator &own) { return measure(own, steps); });
  const auto longest = [&](const auto &pick) {
    double most = 0;
    for (const auto &one : found) most = std::max(most, one ? pick(*one) : 1e9);
    return most;
  };
  for (int which = 0; which < nroutines; ++which) {
    for (int i = 0; i < 2; ++i) {
      const double together = longest([&](const Times &t) { return t.together[which][i]; });
      const double alone = longest([&](const Times &t) { return t.alone[which][i]; });
      const double bare = longest([&](const Times &t) { return t.bare[which][i]; });
      std::printf(
          "%-8s 10 us nvec %4d %6d evaluations: alone %.4f s, %d ranks %.4f s, ratio %.2f, of "
          "linear %.2f\n",
          names[which], nvecs[i], found[0] ? found[0]->neval[which][i] : 0, alone, size, together,
          alone / together, bare / size / together);
    }
    const double alone = longest([&](const Times &t) { return t.cheap_alone[which]; });
    const double together = longest([&](const Times &t) { return t.cheap_together[which]; });
    std::printf("%-8s cheap: alone %.5f s, %d ranks %.5f s, ratio %.2f\n", names[which], alone,
                size, together, alone / together);
  }
  return 0;
}
