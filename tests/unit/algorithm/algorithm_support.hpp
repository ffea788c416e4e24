// Helpers for the tests of the methods.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "algorithm/cubature/cubature.hpp"
#include "algorithm/vegas/vegas.hpp"
#include "base/failure.hpp"
#include "cuba/cuhre/cuhre.hpp"
#include "reference/integrals.hpp"

namespace algorithm_test {

using namespace cuboid::algorithm;
using cuboid::Failure;

/// One point: x[ndim], f[ncomp].
using Function = std::function<void(const double *x, double *f)>;

/// Calls a function for one point after the other, and keeps what it was asked for.
class FunctionEngine final : public cuboid::engine::PointsEngine {
 public:
  FunctionEngine(int ndim, int ncomp, Function function)
      : ndim_(ndim), ncomp_(ncomp), function_(std::move(function)) {}

  void evaluate(const cuboid::engine::PointSet &points, double *f) override {
    if (++batches == cancel_at) throw Failure(CUBOID_CANCELLED, "cancelled by the test");
    count += points.count;
    if (keep_points) x.insert(x.end(), points.x, points.x + points.count * ndim_);
    for (std::int64_t i = 0; i < points.count; ++i) function_(points.x + i * ndim_, f + i * ncomp_);
  }
  const cuboid::engine::NonfiniteReport &nonfinite() const override { return report_; }

  std::int64_t batches = 0;
  std::int64_t count = 0;      ///< points so far
  std::int64_t cancel_at = 0;  ///< number of the batch that fails; 0: none
  bool keep_points = false;
  std::vector<double> x;  ///< [count][ndim]

 private:
  int ndim_;
  int ncomp_;
  Function function_;
  cuboid::engine::NonfiniteReport report_;
};

/// One call of a method, with everything that a task refers to.
struct Integration {
  Integration(int ndim, int ncomp, Function function) : engine(ndim, ncomp, std::move(function)) {
    task.ndim = ndim;
    task.ncomp = ncomp;
    task.goal.epsrel = 1e-3;
    task.goal.epsabs = 0;
    task.goal.maxeval = 50000;
    task.memory_limit = std::int64_t{1} << 30;
  }

  FunctionEngine engine;
  Task task;
  cuboid::Options options;  ///< of Vegas
  int key = 0;
  bool native = false;  ///< else as Cuba
  std::int64_t splits = 1;
  cuboid::Probing probing = cuboid::Probing::thorough;  ///< Cuhre, native
  cuboid::algorithm::Checks checks{};
  std::string statefile;
  bool keep_state = true;
  std::vector<double> grid;
  int status = 0;  ///< of the Failure that ended the call; 0: none
  std::vector<std::string> printed;

  Result cuhre() {
    return run([&](Result &result) {
      if (native)
        cuboid::algorithm::cubature(task, {key, splits, probing, 0, checks}, result);
      else
        cuba::cuhre(task, key, result);
    });
  }
  Result vegas() {
    return run([&](Result &result) {
      (native ? cuboid::algorithm::vegas : cuba::vegas)(task, options, grid, result);
    });
  }

 private:
  Result run(const std::function<void(Result &)> &method) {
    const Log log(1, [&](int, const std::string &text) { printed.push_back(text); });
    StateFile state(statefile, keep_state, log);
    task.engine = &engine;
    task.log = &log;
    task.state = &state;
    Result result(task.ncomp);
    status = 0;
    try {
      method(result);
    } catch (const Failure &failure) {
      status = failure.status();
    }
    return result;
  }
};

/// A reference integral as a function on the unit cube.
inline Function on_cube(const cuboid_test::ReferenceIntegral &integral) {
  return [&integral, x = std::vector<double>(integral.lower.size())](const double *t,
                                                                     double *f) mutable {
    double volume = 1;
    for (std::size_t d = 0; d < x.size(); ++d) {
      const double width = integral.upper[d] - integral.lower[d];
      x[d] = integral.lower[d] + t[d] * width;
      volume *= width;
    }
    integral.function(&integral.ndim, x.data(), &integral.ncomp, f, nullptr);
    for (int c = 0; c < integral.ncomp; ++c) f[c] *= volume;
  };
}

inline Integration integration_of(const std::string &id) {
  const cuboid_test::ReferenceIntegral &integral = cuboid_test::reference_integral(id);
  return {integral.ndim, integral.ncomp, on_cube(integral)};
}

/// A folder that is gone with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "cuboid-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string file(const std::string &name) const { return path_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::vector<char> contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write(const std::string &path, const std::vector<char> &bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Equal to the last bit, NaN included.
inline void expect_same(const Result &a, const Result &b, const std::string &what = "") {
  const auto same = [](const std::vector<double> &u, const std::vector<double> &v) {
    return u.size() == v.size() && std::memcmp(u.data(), v.data(), u.size() * sizeof(double)) == 0;
  };
  EXPECT_TRUE(same(a.integral, b.integral))
      << what << ": " << a.integral[0] << " " << b.integral[0];
  EXPECT_TRUE(same(a.error, b.error)) << what << ": " << a.error[0] << " " << b.error[0];
  EXPECT_TRUE(same(a.chi2, b.chi2)) << what << ": " << a.chi2[0] << " " << b.chi2[0];
  EXPECT_EQ(a.neval, b.neval) << what;
  EXPECT_EQ(a.nregions, b.nregions) << what;
  EXPECT_EQ(a.dof, b.dof) << what;
  EXPECT_EQ(a.converged, b.converged) << what;
}

}  // namespace algorithm_test
