// What a barrier of ranks takes that are processes of this machine, each on a core of its own, and
// have nothing else to do: mean of many, in microseconds, of the slowest rank.
//   ranks_barrier PLUGIN [ranks]
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

constexpr int barriers = 5000;
/// That a rank hands to all.  The first ones come with its note, as a single point for each does;
/// the others are put where all see them, as the values of longer ranges are.
constexpr int values_with_note[] = {0, 1, 63};
constexpr int values_in_window[] = {1, 63, 250, 1000};

struct Times {
  double with_note[std::size(values_with_note)];
  double in_window[std::size(values_in_window)];
};

/// Of a barrier, in the mean.
template <class Meet>
double seconds_of(const Meet &meet) {
  meet();
  const double begin = cuboid::monotonic_seconds();
  for (int barrier = 0; barrier < barriers; ++barrier) meet();
  return (cuboid::monotonic_seconds() - begin) / barriers;
}

Times measure(const ranks::SocketCommunicator &own) {
  bench::take_core(own.rank);
  group::Group all(cuboid::engine::mpi::open_communicator(&own, sizeof own), 60);
  Times times{};
  for (std::size_t i = 0; i < std::size(values_with_note); ++i) {
    const auto first = group::range_begins(values_with_note[i] * own.size, own.size);
    std::vector<double> f(static_cast<std::size_t>(first.back()));
    times.with_note[i] =
        seconds_of([&] { all.meet_and_gather(group::Step::batch, {}, nullptr, f.data(), first); });
  }
  for (std::size_t i = 0; i < std::size(values_in_window); ++i) {
    const int values = values_in_window[i];
    const auto first = group::range_begins(values * own.size, own.size);
    std::vector<double> f(static_cast<std::size_t>(first.back()));
    group::SharedWindow *const window = all.window_for(values);
    if (window == nullptr) continue;
    times.in_window[i] = seconds_of([&] {
      std::fill_n(all.values_on(*window, own.rank), values, 1.0);
      all.meet_at(*window, group::Step::batch, {}, nullptr, f.data(), first);
    });
  }
  return times;
}

}  // namespace

int main(int argc, char **argv) {
  const int size = argc > 2 ? std::atoi(argv[2]) : 2;
  if (argc < 2 || size < 2 || size > ranks::max_ranks) {
    std::fprintf(stderr, "ranks_barrier PLUGIN [ranks], 2 to %d ranks\n", ranks::max_ranks);
    return 1;
  }
  setenv("CUBOID_MPI_LIBRARY", argv[1], 1);
  const auto found = ranks::run_job_with(size, measure);
  const auto print = [&](int values, const char *how, const auto &seconds) {
    double most = 0;
    for (const auto &one : found) most = std::max(most, one ? seconds(*one) : 1e9);
    std::printf("%d ranks, %4d values of each %s: %.2f us\n", size, values, how, 1e6 * most);
  };
  for (std::size_t i = 0; i < std::size(values_with_note); ++i)
    print(values_with_note[i], "with the note", [i](const Times &t) { return t.with_note[i]; });
  for (std::size_t i = 0; i < std::size(values_in_window); ++i)
    print(values_in_window[i], "in the window", [i](const Times &t) { return t.in_window[i]; });
  return 0;
}
