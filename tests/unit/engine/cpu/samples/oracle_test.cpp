// The engine of the host against the oracle, bit by bit, with all that an iteration may ask for.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "engine/cpu/samples/samples.hpp"
#include "engine/reference/samples.hpp"
#include "unit/engine/cpu/samples/samples_support.hpp"

namespace {

using namespace cuboid;
using namespace cuboid::test;
using engine::cpu::ThreadedSamples;
using engine::reference::ReferenceSamples;

struct Case {
  int ndim, ncomp;
  std::int64_t nstrat, nintervals, samples;
  bool adaptive, quasi, boxed, one_map;
};

void PrintTo(const Case &one, std::ostream *out) {
  *out << one.ndim << " axes, " << one.ncomp << " components, " << one.nstrat << " strata, "
       << one.samples << " samples" << (one.adaptive ? ", adaptive" : "")
       << (one.quasi ? ", quasi" : "") << (one.boxed ? ", boxed" : "")
       << (one.one_map ? ", one map" : "");
}

class Oracle : public testing::TestWithParam<Case> {};

// Hypercubes within chunks and over many of them, histograms of all pairs and of some, one batch of
// a thread and many; more than one block of hypercubes.
INSTANTIATE_TEST_SUITE_P(, Oracle,
                         testing::Values(Case{1, 1, 1, 2, 4, false, false, false, false},
                                         // Components whose covariances are not found.
                                         Case{2, 33, 3, 48, 2011, true, false, true, false},
                                         Case{3, 70, 2, 64, 5000, false, false, false, false},
                                         Case{3, 300, 1, 64, 1000, false, true, false, false},
                                         Case{1, 2, 2, 64, 100000, true, false, false, false},
                                         Case{1, 1, 1, 32, 600000, false, false, false, false},
                                         Case{2, 1, 70, 280, 40000, true, false, false, false},
                                         Case{2, 3, 3, 48, 20011, true, false, true, false},
                                         Case{3, 2, 5, 40, 20011, false, false, true, true},
                                         Case{4, 1, 1, 64, 30000, false, true, false, false},
                                         Case{5, 2, 1, 128, 9999, false, true, true, false},
                                         Case{7, 1, 2, 64, 30000, true, false, false, true},
                                         Case{9, 4, 2, 16, 5000, true, false, false, false}),
                         [](const auto &one) { return std::to_string(one.index); });

/// Peaks of several sizes, one of them large beyond what squares of float can be, and holes.
int peaks(const int *ndim, const double *x, const int *ncomp, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += std::tanh(x[d]) * (d + 1 - x[d] / 8);
  for (int c = 0; c < *ncomp; ++c) f[c] = std::cos(sum * (c + 1)) * std::pow(1e12, c % 4);
  if (std::fmod(sum * 1024, 1.0) < 0.001) f[*ncomp - 1] = -std::numeric_limits<double>::infinity();
  return 0;
}

engine::SamplesProblem problem_of(const Case &one) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  engine::SamplesProblem result = problem(one.ndim, one.ncomp, 0x123456789);
  result.quasi = one.quasi;
  for (int d = 0; d < one.ndim && one.boxed; ++d)
    result.box.push_back(d % 2 == 0 ? map::make_interval(-infinity, infinity)
                                    : map::make_interval(3, -1));
  return result;
}

constexpr std::int64_t first_received = 3;

/// All that an iteration brings; of every second one the samples as well.
std::vector<double> bits_of(engine::SamplesEngine &engine, const Case &one, int number) {
  Received received;
  received.next = first_received;
  const engine::SampleReceiver to = receiver(received, one.ndim, one.ncomp);
  engine::SamplesIteration next = iteration(number, one.samples, one.adaptive ? 0.75 : 0, 1);
  next.one_map = one.one_map;
  if (number % 2 == 0) next.receiver = &to;
  next.receive_from = first_received;
  engine.submit(next);
  const SamplesResult result = engine.collect();
  std::vector<double> bits = received.x;
  bits.insert(bits.end(), received.weight.begin(), received.weight.end());
  for (const auto *values :
       {&result.integral, &result.error, &result.correlation, &result.dominance, &result.greatest})
    bits.insert(bits.end(), values->begin(), values->end());
  bits.push_back(static_cast<double>(result.samples));
  bits.push_back(static_cast<double>(result.nonfinite));
  if (result.first_nonfinite) {
    bits.push_back(static_cast<double>(result.first_nonfinite->sample));
    bits.push_back(result.first_nonfinite->component);
    bits.insert(bits.end(), result.first_nonfinite->x.begin(), result.first_nonfinite->x.end());
  }
  const engine::SamplesMemory memory = engine.memory();
  for (const std::uint64_t edge : memory.edges) bits.push_back(static_cast<double>(edge));
  bits.insert(bits.end(), memory.variance.begin(), memory.variance.end());
  bits.insert(bits.end(), memory.scale.begin(), memory.scale.end());
  bits.insert(bits.end(), memory.weight.begin(), memory.weight.end());
  return bits;
}

TEST_P(Oracle, HasTheSameBits) {
  const Case &one = GetParam();
  const engine::HostFunction function = host(peaks, one.ndim, one.ncomp);
  ReferenceSamples oracle(problem_of(one), function);
  ThreadedSamples samples(problem_of(one), function, {}, 2);
  for (engine::SamplesEngine *engine : {static_cast<engine::SamplesEngine *>(&oracle),
                                        static_cast<engine::SamplesEngine *>(&samples)}) {
    engine->set_grid({}, false);
    engine->submit(iteration(0, 100));
    engine->collect();
    engine->set_grid(grid(one.nstrat, one.nintervals), one.adaptive);
  }
  for (int number = 1; number <= 4; ++number) {
    const std::vector<double> expected = bits_of(oracle, one, number);
    EXPECT_EQ(bits_of(samples, one, number), expected) << number;
    EXPECT_EQ(samples.histogram(), oracle.histogram()) << number;
  }
}

}  // namespace
