// Runs of lattices for their tests.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "algorithm/lattice/lattice.hpp"
#include "engine/cpu/lattice/lattice.hpp"
#include "engine/cpu/samples/samples.hpp"

namespace cuboid::test {

/// One integration on the calling thread.
struct LatticeRun {
  LatticeRun(int ndim, int ncomp, cuboid_function function)
      : host{ndim, ncomp, function, nullptr, 1} {
    task.goal.epsrel = 1e-8;
    task.goal.epsabs = 0;
    task.seed = 1;
  }

  algorithm::LatticeResult operator()() {
    engine::cpu::ThreadedLattice lattice({host.ndim, host.ncomp, box}, host, {}, threads);
    engine::SamplesProblem problem;
    problem.ndim = host.ndim;
    problem.ncomp = host.ncomp;
    problem.box = box;
    problem.seed = task.seed;
    engine::cpu::ThreadedSamples samples(problem, host, {}, threads);
    const algorithm::Log log(0, {});
    algorithm::StateFile state(statefile, keep_state, log);
    algorithm::LatticeResult result(host.ncomp);
    task.engine = &lattice;
    task.draw = nullptr;
    if (smooth_map)
      task.draw = [&samples](const algorithm::MapRequest &request) {
        return algorithm::draw_for_map(request, samples);
      };
    task.state = &state;
    try {
      algorithm::lattice(task, result);
    } catch (const Failure &failure) {
      status = failure.status();
      message = failure.message();
    }
    return result;
  }

  engine::HostFunction host;
  std::vector<map::Interval> box;
  algorithm::LatticeTask task;
  std::string statefile;
  bool keep_state = true;
  bool smooth_map = true;
  int threads = 1;
  int status = 0;  ///< of the Failure that ended it; 0: none
  std::string message;
};

/// Mixes its axes.
inline int waves(const int *ndim, const double *x, const int *ncomp, double *f, void *) {
  double sum = 0;
  for (int d = 0; d < *ndim; ++d) sum += (d % 2 == 0 ? 1.0 : 0.5) * x[d];
  for (int c = 0; c < *ncomp; ++c) f[c] = std::cos(sum) + c;
  return 0;
}

/// The integral of the first component, as the real part of a product.
inline double waves_value(int ndim) {
  double real = 1;
  double imaginary = 0;
  for (int d = 0; d < ndim; ++d) {
    const double a = d % 2 == 0 ? 1.0 : 0.5;
    const double cosine = std::sin(a) / a;
    const double sine = (1 - std::cos(a)) / a;
    const double next = real * cosine - imaginary * sine;
    imaginary = real * sine + imaginary * cosine;
    real = next;
  }
  return real;
}

}  // namespace cuboid::test
