// One integration of a method at points, with everything that it needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "run/task.hpp"

namespace algorithm_test {

/// x: [ndim], f: [ncomp].
using PointFunction = std::function<void(const double *x, double *f)>;

template <class Engine, class Options,
          void (*method)(const cuboid::algorithm::Task &, const Options &,
                         cuboid::algorithm::Result &)>
struct OneIntegration {
  OneIntegration(int ndim, int ncomp, PointFunction integrand)
      : engine(ndim, ncomp, std::move(integrand)), result(ncomp) {
    task.ndim = ndim;
    task.ncomp = ncomp;
    task.goal.epsrel = 1e-3;
    task.goal.epsabs = 1e-12;
    task.goal.maxeval = 50000;
  }

  cuboid::algorithm::Result &operator()() {
    const cuboid::algorithm::Log log(
        verbosity, [this](int, const std::string &text) { lines.push_back(text); });
    cuboid::algorithm::StateFile state(statefile, keep_state, log);
    task.engine = &engine;
    task.log = &log;
    task.state = &state;
    method(task, options, result);
    return result;
  }

  Engine engine;
  cuboid::algorithm::Task task;
  Options options;
  cuboid::algorithm::Result result;
  std::string statefile;
  bool keep_state = true;
  int verbosity = 0;
  std::vector<std::string> lines;
};

}  // namespace algorithm_test
