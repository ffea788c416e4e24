// The records of what a method did.  tests/trace holds them to their schema.
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "handles.hpp"
#include "support/trace_lines.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

using trace_lines::count_of;
using trace_lines::is;
using trace_lines::keep;
using trace_lines::Lines;
using trace_lines::numbers;

class Trace : public testing::Test {
 protected:
  Result run(const Integrand &integrand, const char *path = nullptr, const double *lower = nullptr,
             const double *upper = nullptr) {
    lines_.clear();
    EXPECT_EQ(cuboid_options_set_trace(options_.get(), path, keep, &lines_), 0);
    return api::integrate(integrand, options_, lower, upper);
  }

  Options options_;
  Lines lines_;
};

class TraceOfMethod : public Trace, public testing::WithParamInterface<const char *> {};

INSTANTIATE_TEST_SUITE_P(, TraceOfMethod, testing::ValuesIn(api::methods_up_to(3)),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(TraceOfMethod, ChangesNoBitAndEndsWithTheResult) {
  const Integrand integrand(3, 2, support::peak);
  options_.set("method", std::string(GetParam())).set("maxeval", 40000).set("epsrel", 1e-9);
  const Result without = api::integrate(integrand, options_);
  options_.set("trace_samples", 100);
  const Result with = run(integrand);
  EXPECT_EQ(with.value, without.value);
  EXPECT_EQ(with.error, without.error);
  EXPECT_EQ(with.neval, without.neval);
  EXPECT_EQ(with.message, without.message);
  ASSERT_TRUE(is(lines_.front(), "header"));
  ASSERT_TRUE(is(lines_.back(), "end"));
  EXPECT_EQ(numbers(lines_.back(), "value"), with.value);
  EXPECT_EQ(numbers(lines_.back(), "error"), with.error);
  std::string last;
  for (const std::string &line : lines_)
    if (is(line, "iteration")) last = line;
  EXPECT_EQ(numbers(last, "value"), with.value);
  EXPECT_EQ(numbers(last, "evaluations").front(), static_cast<double>(with.neval));
}

TEST_P(TraceOfMethod, OfACancelledRunIsWhole) {
  const Integrand integrand(3, 1, support::peak);
  options_.set("method", std::string(GetParam())).set("epsrel", 1e-14);
  options_.set("maxeval", std::int64_t{1} << 50);
  // The first is over before anything has been evaluated.
  for (const double limit : {1e-9, 0.02}) {
    lines_.clear();
    options_.set("time_limit", limit);
    const Result result = run(integrand);
    EXPECT_EQ(result.status, CUBOID_TIME_LIMIT) << result.message;
    ASSERT_TRUE(is(lines_.back(), "end"));
    EXPECT_EQ(numbers(lines_.back(), "status").front(), CUBOID_TIME_LIMIT);
    if (result.nregions == 0) {
      EXPECT_EQ(count_of(lines_, "region"), 0) << limit;
    }
    if (count_of(lines_, "region") == 0) {
      EXPECT_LE(result.nregions, 1) << limit;  // The box itself.
    }
  }
}

TEST_F(Trace, FileHasTheLinesOfTheFunction) {
  const std::string path = testing::TempDir() + "trace_\xff.jsonl";  // No UTF-8.
  std::ofstream(path) << "what was there before, and is longer than nothing";
  const Result result = run(Integrand(2, 1, support::peak), path.c_str());
  EXPECT_EQ(result.status, CUBOID_CONVERGED);
  std::ifstream file(path);
  Lines read;
  for (std::string line; std::getline(file, line);) read.push_back(line);
  EXPECT_EQ(read, lines_);
  std::remove(path.c_str());
}

TEST_F(Trace, FullDiskLeavesTheResult) {
  const Integrand integrand(2, 1, support::peak);
  const Result without = api::integrate(integrand, options_);
  const Result with = run(integrand, "/dev/full");
  EXPECT_EQ(with.status, without.status);
  EXPECT_EQ(with.value, without.value);
  EXPECT_EQ(with.message, without.message +
                              "; the trace in /dev/full is not complete: No space "
                              "left on device");
  EXPECT_TRUE(is(lines_.back(), "end"));
}

TEST_F(Trace, RefusesWhatIsNoFile) {
  const Integrand integrand(2, 1, support::peak);
  Result result = run(integrand, "/nowhere/trace");
  EXPECT_EQ(result.status, CUBOID_BAD_ARGUMENT);
  EXPECT_EQ(result.neval, 0);
  EXPECT_EQ(result.message,
            "the trace cannot be written to /nowhere/trace: No such file or directory");
  const std::string fifo = testing::TempDir() + "trace_fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  std::FILE *const reader = std::fopen(fifo.c_str(), "r+");
  result = run(integrand, fifo.c_str());
  std::fclose(reader);
  unlink(fifo.c_str());
  EXPECT_EQ(result.status, CUBOID_BAD_ARGUMENT);
  EXPECT_NE(result.message.find("it is no regular file"), std::string::npos) << result.message;
}

TEST_F(Trace, ExceptionOfTheFunctionEndsTheIntegration) {
  struct Thrower {
    int calls = 0;
    static void call(const char *, void *user) {
      if (++static_cast<Thrower *>(user)->calls == 3) throw std::runtime_error("enough");
    }
  };
  for (const char *method : {"cuhre", "pagani", "suave", "divonne", "vegas", "vegas_plus"}) {
    Thrower thrower;
    options_.set("method", std::string(method)).set("epsrel", 1e-8).set("maxeval", 100000);
    ASSERT_EQ(cuboid_options_set_trace(options_.get(), nullptr, Thrower::call, &thrower), 0);
    const Result result = api::integrate(Integrand(2, 1, support::peak), options_);
    EXPECT_EQ(result.status, CUBOID_EXCEPTION) << method;
    EXPECT_NE(result.message.find("the trace function threw an exception: enough"),
              std::string::npos)
        << result.message;
    EXPECT_TRUE(std::isnan(result.value[0]));
    EXPECT_EQ(thrower.calls, 3) << method;
  }
}

TEST_F(Trace, RegionsThatAreDrawnTogetherFillTheBox) {
  const double lower[] = {2, 0, -1}, upper[] = {0, 1, 1};
  for (const char *method : {"cuhre", "pagani", "suave", "divonne"}) {
    options_.set("method", std::string(method)).set("epsrel", 1e-10).set("maxeval", 150000);
    options_.set("trace_regions", 60);
    const Result result = run(Integrand(3, 1, support::peak), nullptr, lower, upper);
    double volume = 0, merged = 0;
    bool alone = false;
    Lines regions;
    for (const std::string &line : lines_)
      if (is(line, "region")) regions.push_back(line);
    ASSERT_GT(result.nregions, 60) << method;
    EXPECT_LE(regions.size(), 60u) << method;
    for (const std::string &line : regions) {
      const std::vector<double> low = numbers(line, "lower"), high = numbers(line, "upper");
      double product = 1;
      for (std::size_t d = 0; d < low.size(); ++d) product *= high[d] - low[d];
      EXPECT_GT(product, 0);
      volume += product;
      merged += numbers(line, "merged").front();
    }
    const auto worst = std::find_if(lines_.begin(), lines_.end(),
                                    [](const std::string &line) { return is(line, "worst"); });
    ASSERT_NE(worst, lines_.end());
    for (const std::string &line : regions)
      alone = alone || (numbers(line, "lower") == numbers(*worst, "lower") &&
                        numbers(line, "upper") == numbers(*worst, "upper"));
    EXPECT_NEAR(volume, 4, 1e-9) << method;
    EXPECT_EQ(merged, static_cast<double>(result.nregions)) << method;
    // Where the worst region has next to nothing of the error, it may be drawn with others.
    EXPECT_TRUE(alone || numbers(*worst, "share").front() < .02) << method;
  }
}

TEST_F(Trace, OfManyStepsIsShort) {
  options_.set("method", std::string("cuhre")).set("epsrel", 1e-14).set("maxeval", 2000000);
  const Result result = run(Integrand(2, 1, support::kink));
  EXPECT_GT(result.niterations, 10000);
  EXPECT_LT(count_of(lines_, "iteration"), 1000);
  EXPECT_EQ(count_of(lines_, "region"), 1000);
  EXPECT_EQ(count_of(lines_, "worst"), 16);
}

TEST_F(Trace, SamplesAreFewAndEven) {
  options_.set("method", std::string("vegas_plus")).set("maxeval", 100000).set("epsrel", 1e-9);
  options_.set("trace_samples", 300);
  const Result result = run(Integrand(2, 1, support::peak));
  const std::int64_t count = count_of(lines_, "sample");
  EXPECT_LE(count, 300);
  EXPECT_GE(count, 150);
  double first_half = 0;
  for (const std::string &line : lines_)
    if (is(line, "sample")) first_half += numbers(line, "x")[0] < 0.5;
  EXPECT_GT(first_half, 0);
  EXPECT_LT(first_half, static_cast<double>(count));
}

TEST_F(Trace, DoesNotGoWithManyIntegrals) {
  const Integrand integrand(1, 1, support::peak);
  ASSERT_EQ(cuboid_options_set_trace(options_.get(), nullptr, keep, &lines_), 0);
  cuboid_many *many = nullptr;
  EXPECT_EQ(cuboid_integrate_many(integrand.get(), 2, nullptr, nullptr, 0, nullptr, 0,
                                  options_.get(), &many),
            CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "a trace does not go with cuboid_integrate_many");
  EXPECT_EQ(cuboid_options_set_trace(nullptr, "x", nullptr, nullptr), CUBOID_BAD_ARGUMENT);
}

/// Bisected at its far end until nothing is left between two neighbouring numbers.
TEST_F(Trace, RegionsWithoutWidthAreWritten) {
  const Integrand integrand(1, 1, [](const int *, const double *x, const int *, double *f, void *) {
    f[0] = std::cos(x[0]) + 1.5;
    return 0;
  });
  options_.set("method", std::string("cuhre")).set("maxeval", 50000);
  const double lower[] = {0};
  const double upper[] = {std::numeric_limits<double>::infinity()};
  run(integrand, nullptr, lower, upper);
  EXPECT_GT(count_of(lines_, "region"), 0);
  EXPECT_TRUE(is(lines_.back(), "end"));
}

}  // namespace
