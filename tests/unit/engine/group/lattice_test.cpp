// Lattices that threads share out as ranks, with the engine of the cores on each.
#include "engine/group/lattice.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "engine/cpu/lattice/lattice.hpp"
#include "engine/group/thread_transport.hpp"
#include "rng/lattice_vector.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::engine;

constexpr int ndim = 3, ncomp = 2;

/// NaN in a corner if userdata says so; and a count of the calls.
struct Calls {
  std::atomic<std::int64_t> count = 0;
  double hole = 0;
};

int waves(const int *, const double *x, const int *, double *f, void *userdata) {
  auto &calls = *static_cast<Calls *>(userdata);
  ++calls.count;
  f[0] = std::cos(x[0] + 2 * x[1] + 3 * x[2]) + 1.5;
  f[1] = x[0] < calls.hole ? std::numeric_limits<double>::quiet_NaN() : x[0] * x[1];
  return 0;
}

LatticeRequest request_for(int bits, std::int64_t shifts) {
  LatticeRequest request;
  request.points = std::int64_t{1} << bits;
  request.generator = rng::lattice_generator(ndim, bits, 0, 1);
  request.shift = rng::lattice_shifts(ndim, shifts, 1, 1);
  request.transform.assign(ndim, map::Transform::baker);
  return request;
}

std::unique_ptr<LatticeOfGroups> own_engine(Calls &calls) {
  return std::make_unique<cpu::ThreadedLattice>(
      LatticeProblem{ndim, ncomp, {}}, HostFunction{ndim, ncomp, waves, &calls, 1}, Limits{}, 1);
}

/// What each rank finds, of several one after the other.
std::vector<std::vector<LatticeSums>> sums_of_ranks(const std::vector<LatticeRequest> &requests,
                                                    int size, Calls &calls, std::int64_t least) {
  auto ranks = group::connect_threads(
      std::vector<std::string>(static_cast<std::size_t>(size), "device"), "devices");
  std::vector<std::vector<LatticeSums>> sums(ranks.size());
  std::vector<std::jthread> threads;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    threads.emplace_back([&, r, rank = std::move(ranks[r])] {
      group::Group group(rank, 60);
      group::GroupLattice(own_engine(calls), group, least)
          .evaluate_all(requests, [&](const LatticeSums &one) { sums[r].push_back(one); });
    });
  threads.clear();
  return sums;
}

TEST(GroupLattice, HasTheBitsOfOneAndSharesOutItsPoints) {
  for (const double hole : {0.0, 0.05})
    for (const auto &[bits, shifts] : {std::pair{13, 10}, {5, 16}, {9, 11}}) {
      const LatticeRequest request = request_for(bits, shifts);
      Calls alone;
      alone.hole = hole;
      const LatticeSums expected = own_engine(alone)->evaluate(request);
      EXPECT_EQ(expected.nonfinite > 0, hole > 0);
      for (const int size : {1, 2, 3, 5, 8}) {
        Calls calls;
        calls.hole = hole;
        for (const auto &found : sums_of_ranks({request}, size, calls, 1)) {
          ASSERT_EQ(found.size(), 1u);
          const LatticeSums &sums = found.front();
          EXPECT_EQ(sums.integral, expected.integral) << size << " ranks, " << bits << " bits";
          EXPECT_EQ(sums.nonfinite, expected.nonfinite);
          ASSERT_EQ(sums.first_nonfinite.has_value(), hole > 0);
          if (hole == 0) continue;
          EXPECT_EQ(sums.first_nonfinite->sample, expected.first_nonfinite->sample);
          EXPECT_EQ(sums.first_nonfinite->component, 1);
          EXPECT_EQ(sums.first_nonfinite->x, expected.first_nonfinite->x);
        }
        EXPECT_EQ(calls.count, alone.count);
      }
    }
}

TEST(GroupLattice, LeavesSmallOnesToEach) {
  const LatticeRequest request = request_for(8, 10);
  Calls calls;
  sums_of_ranks({request}, 3, calls, 256 * 10 + 1);
  EXPECT_EQ(calls.count, 3 * 256 * 10);
}

// What is small before the first one they share out is found once.
TEST(GroupLattice, TellsRanksThatAreLateWhatTheFirstHasFound) {
  std::vector<LatticeRequest> requests;
  for (const int bits : {5, 6, 9, 4}) requests.push_back(request_for(bits, 10));
  Calls alone, calls;
  auto ranks = group::connect_threads({"a", "b", "c"}, "devices");
  std::vector<std::vector<LatticeSums>> sums(ranks.size());
  std::vector<std::jthread> threads;
  const auto evaluate = [&](std::size_t r) {
    group::Group group(ranks[r], 60);
    group::GroupLattice(own_engine(calls), group, 10 << 9)
        .evaluate_all(requests, [&](const LatticeSums &one) { sums[r].push_back(one); });
  };
  ranks[0]->start_others_by([&] {
    EXPECT_EQ(calls.count, (32 + 64) * 10);
    for (std::size_t r = 1; r < ranks.size(); ++r) {
      ranks[r]->be_late(ranks[0]->past());
      threads.emplace_back(evaluate, r);
    }
  });
  evaluate(0);
  threads.clear();
  for (const auto &found : sums) {
    ASSERT_EQ(found.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
      EXPECT_EQ(found[i].integral, own_engine(alone)->evaluate(requests[i]).integral);
  }
  EXPECT_EQ(calls.count, (32 + 64 + 512 + 3 * 16) * 10);
}

TEST(GroupLattice, SumsAListAsOneAfterTheOther) {
  std::vector<LatticeRequest> requests;
  for (const int bits : {5, 6, 9, 4, 10, 9}) requests.push_back(request_for(bits, 10));
  Calls alone, calls;
  alone.hole = calls.hole = 0.05;
  for (const auto &found : sums_of_ranks(requests, 3, calls, 10 << 9)) {
    ASSERT_EQ(found.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const LatticeSums expected = own_engine(alone)->evaluate(requests[i]);
      EXPECT_EQ(found[i].integral, expected.integral);
      EXPECT_EQ(found[i].nonfinite, expected.nonfinite);
      EXPECT_EQ(found[i].first_nonfinite->sample, expected.first_nonfinite->sample);
    }
  }
  EXPECT_EQ(calls.count, (3 * (32 + 64 + 16) + 512 + 1024 + 512) * 10);
}

}  // namespace
