// What a meeting of ranks takes that are processes of this machine, each on a core of its own, and
// have nothing else to do: mean of many, in microseconds, of the slowest rank.
//   ranks_meeting PLUGIN [ranks]
// PLUGIN: the transport of the tests (tests/ranks).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/clock.hpp"
#include "cores.hpp"
#include "engine/group/group.hpp"
#include "engine/mpi/communicator.hpp"
#include "ranks/job.hpp"

namespace {

namespace group = cuboid::engine::group;

constexpr int meetings = 5000;
/// That a rank hands to all: none, and the last one more than come with a note.
constexpr int values[] = {0, 1, 16, 63, 250};

struct Times {
  double seconds[std::size(values)];
};

Times measure(const ranks::SocketCommunicator &own) {
  bench::take_core(own.rank);
  group::Group all(cuboid::engine::mpi::open_communicator(&own, sizeof own), 60);
  Times times{};
  for (std::size_t i = 0; i < std::size(values); ++i) {
    const auto first = group::range_begins(values[i] * own.size, own.size);
    std::vector<double> f(static_cast<std::size_t>(first.back()));
    all.meet(group::Step::batch, {});
    const double begin = cuboid::monotonic_seconds();
    for (int meeting = 0; meeting < meetings; ++meeting)
      all.meet_and_gather(group::Step::batch, {}, nullptr, f.data(), first);
    times.seconds[i] = (cuboid::monotonic_seconds() - begin) / meetings;
  }
  return times;
}

}  // namespace

int main(int argc, char **argv) {
  const int size = argc > 2 ? std::atoi(argv[2]) : 2;
  if (argc < 2 || size < 2 || size > ranks::most_ranks) {
    std::fprintf(stderr, "ranks_meeting PLUGIN [ranks], 2 to %d ranks\n", ranks::most_ranks);
    return 1;
  }
  setenv("CUBOID_MPI_LIBRARY", argv[1], 1);
  const auto found = ranks::run_job_with(size, measure);
  for (std::size_t i = 0; i < std::size(values); ++i) {
    double most = 0;
    for (const auto &one : found) most = std::max(most, one ? one->seconds[i] : 1e9);
    std::printf("%d ranks, %3d values of each: %.2f us\n", size, values[i], 1e6 * most);
  }
  return 0;
}
