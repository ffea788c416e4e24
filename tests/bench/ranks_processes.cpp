// The time of Cuba's routines with a 10 us integrand on ranks that are processes of this machine,
// and what as many processes that only call the integrand would take for as many evaluations.
//   CUBACORES=0 ranks_processes PLUGIN [ranks] [routine]
// PLUGIN: the transport of the tests (tests/ranks).  "of linear": what remains of the speed of all
// processors; 1 is as fast as bare calls that are shared out evenly.  Each rank has a core of its
// own, as mpirun gives it, and each time is the best of some.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "cores.hpp"
#include "ranks/job.hpp"
#include "ranks_times.h"

namespace {

constexpr int nroutines = 4;
constexpr int nvecs[] = {1, 1000};
/// With sixteen ranks on virtual cores the fastest of three scatters by a tenth (ranks.txt).
constexpr int repetitions = 9;

/// Seconds of a rank, by repetition.
using Seconds = double[repetitions];

struct Times {
  Seconds alone[nroutines][2];
  Seconds together[nroutines][2];
  Seconds bare[nroutines][2];  ///< as many calls as there were evaluations
  Seconds cheap_alone[nroutines];
  Seconds cheap_together[nroutines];
  int neval[nroutines][2];
};

/// The ranks begin together: a call of all that takes no time.
double together_time(int which, int nvec, long *steps, int *neval) {
  long none = 0;
  int few = 0;
  time_of(3, 1, &none, &few);
  return time_of(which, nvec, steps, neval);
}

Times measure(const ranks::SocketCommunicator &own, long steps, const std::vector<int> &routines) {
  Times times{};
  long none = 0;
  bench::take_core(own.rank);
  for (const int which : routines)
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      int neval = 0;
      for (int i = 0; i < 2; ++i) {
        cuboid_use_communicator(&own, sizeof own);
        times.together[which][i][repetition] =
            together_time(which, nvecs[i], &steps, &times.neval[which][i]);
        cuboid_use_communicator(nullptr, 0);
        times.bare[which][i][repetition] = time_of_calls(times.neval[which][i], steps);
        times.alone[which][i][repetition] = time_of(which, nvecs[i], &steps, &neval);
      }
      times.cheap_alone[which][repetition] = time_of(which, 1, &none, &neval);
      cuboid_use_communicator(&own, sizeof own);
      times.cheap_together[which][repetition] = together_time(which, 1, &none, &neval);
    }
  return times;
}

}  // namespace

int main(int argc, char **argv) {
  const int size = argc > 2 ? std::atoi(argv[2]) : 2;
  if (argc < 2 || size < 1 || size > ranks::max_ranks) {
    std::fprintf(stderr, "ranks_processes PLUGIN [ranks] [routine], 1 to %d ranks\n",
                 ranks::max_ranks);
    return 1;
  }
  std::vector<int> routines;
  for (int which = 0; which < nroutines; ++which)
    if (argc < 4 || std::string_view(argv[3]) == names[which]) routines.push_back(which);
  setenv("CUBOID_MPI_LIBRARY", argv[1], 1);
  const long steps = calibrate();
  const auto found = ranks::run_job_with(
      size, [&](const ranks::SocketCommunicator &own) { return measure(own, steps, routines); });
  /// Of the slowest rank, in the fastest repetition.
  const auto best = [&](const auto &seconds) {
    double least = 1e9;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      double most = 0;
      for (const auto &one : found) most = std::max(most, one ? seconds(*one)[repetition] : 1e9);
      least = std::min(least, most);
    }
    return least;
  };
  for (const int which : routines) {
    for (int i = 0; i < 2; ++i) {
      const double together =
          best([&](const Times &t) -> const Seconds & { return t.together[which][i]; });
      const double alone =
          best([&](const Times &t) -> const Seconds & { return t.alone[which][i]; });
      const double bare = best([&](const Times &t) -> const Seconds & { return t.bare[which][i]; });
      std::printf(
          "%-8s 10 us nvec %4d %6d evaluations: alone %.4f s, %d ranks %.4f s, ratio %.2f, of "
          "linear %.2f\n",
          names[which], nvecs[i], found[0] ? found[0]->neval[which][i] : 0, alone, size, together,
          alone / together, bare / size / together);
    }
    const double alone =
        best([&](const Times &t) -> const Seconds & { return t.cheap_alone[which]; });
    const double together =
        best([&](const Times &t) -> const Seconds & { return t.cheap_together[which]; });
    std::printf("%-8s cheap: alone %.5f s, %d ranks %.5f s, ratio %.2f\n", names[which], alone,
                size, together, alone / together);
  }
  return 0;
}
