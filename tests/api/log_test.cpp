// The log callback.
#include <algorithm>
#include <cstdlib>

#include "handles.hpp"
#include "support/directory.hpp"

namespace {

using api::Integrand;
using api::Options;

struct Line {
  int level;
  std::string text;
};

void collect(void *user, int level, const char *line) {
  static_cast<std::vector<Line> *>(user)->push_back({level, line});
}

std::vector<Line> lines_of(const std::string &method, int verbosity) {
  std::vector<Line> lines;
  Options options;
  options.set("method", method).set("verbosity", verbosity).set("maxeval", 2000);
  cuboid_options_set_log(options.get(), collect, &lines);
  testing::internal::CaptureStdout();
  EXPECT_GE(api::integrate(Integrand(2, 1, support::peak), options).status, 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  return lines;
}

TEST(Log, HasTheLevelsThatWereAskedFor) {
  for (const std::string method : {"vegas", "cuhre", "vegas_plus"})
    for (const int verbosity : {0, 1, 2, 3}) {
      const std::vector<Line> lines = lines_of(method, verbosity);
      EXPECT_EQ(lines.empty(), verbosity == 0);
      bool iteration = false, region = false;
      for (const Line &line : lines) {
        EXPECT_GE(line.level, 1);
        EXPECT_LE(line.level, verbosity);
        EXPECT_EQ(line.text.find('\n'), std::string::npos);
        iteration |= line.text.starts_with("Iteration 1:  ") && line.level == 1;
        region |= line.text == "Region (0.000000) - (1.000000)" && line.level == 3;
      }
      EXPECT_EQ(iteration, verbosity >= 1);
      EXPECT_EQ(region, verbosity >= 3 && method == "cuhre");
    }
}

int ones(const int *, const double[], const int *, double f[], void *, const int *nvec) {
  std::fill_n(f, *nvec, 1.0);
  return 0;
}

TEST(Log, TellsThatCallsHaveFewerPointsThanAllowed) {
  const auto line_of = [](const std::string &method, int nvec) {
    std::vector<Line> lines;
    Options options;
    options.set("method", method).set("verbosity", 1).set("maxeval", 2000).set("nvec", nvec);
    cuboid_options_set_log(options.get(), collect, &lines);
    const Integrand integrand(
        2, 1, reinterpret_cast<cuboid_function>(reinterpret_cast<void (*)()>(ones)));
    EXPECT_GE(api::integrate(integrand, options).status, 0);
    for (const Line &line : lines)
      if (line.text.starts_with("nvec")) return line.text;
    return std::string();
  };
  EXPECT_EQ(line_of("vegas", 5000), "nvec = 5000 is cut to 1000, the samples of a batch (nbatch)");
  EXPECT_EQ(line_of("vegas_plus", 2000000),
            "nvec = 2000000 is cut to 1048576, the most points of a batch");
  EXPECT_EQ(line_of("vegas", 1000), "");
  EXPECT_EQ(line_of("cuhre", 2000000), "");
  EXPECT_EQ(line_of("pagani", 2000000), "");
}

TEST(Log, IsOfALengthThatPeopleReadWhereThereAreManySteps) {
  std::vector<Line> lines;
  Options options;
  options.set("method", std::string("cuhre")).set("verbosity", 1).set("epsrel", 1e-15);
  options.set("maxeval", 300000);
  cuboid_options_set_log(options.get(), collect, &lines);
  const api::Result r = api::integrate(Integrand(2, 1, support::kink), options);
  ASSERT_GT(r.nregions, 1000);
  std::int64_t steps = 0;
  long long last = 0;
  for (const Line &line : lines) {
    steps += line.text.starts_with("Iteration ");
    const std::size_t at = line.text.find(":  ");
    if (line.text.starts_with("Iteration ")) last = std::atoll(line.text.c_str() + at + 3);
  }
  EXPECT_GE(steps, 100);
  EXPECT_LT(steps, r.nregions / 4);
  EXPECT_EQ(last, r.neval);
}

TEST(Log, HasTheReasonOfAFailure) {
  const auto aborting = [](const int *, const double[], const int *, double[], void *) {
    return -999;
  };
  for (const std::string method : {"vegas", "suave", "divonne", "cuhre", "pagani", "vegas_plus"})
    for (const int verbosity : {0, 1}) {
      std::vector<Line> lines;
      Options options;
      options.set("method", method).set("verbosity", verbosity);
      cuboid_options_set_log(options.get(), collect, &lines);
      const api::Result result = api::integrate(Integrand(2, 1, aborting), options);
      EXPECT_EQ(result.status, CUBOID_ABORTED);
      const bool found = !lines.empty() && lines.back().text == result.message;
      EXPECT_EQ(found, verbosity > 0) << method;
    }
  std::vector<Line> lines;
  Options options;
  options.set("workers", std::string("fork")).set("cores", 0).set("verbosity", 1);
  cuboid_options_set_log(options.get(), collect, &lines);
  api::integrate(Integrand(2, 1, support::peak), options);
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.back().text, "no worker processes were started: the number of cores is 0");
}

TEST(Log, IsStdoutWithoutACallback) {
  Options options;
  options.set("verbosity", 1).set("maxeval", 2000);
  cuboid_options_set_log(options.get(), nullptr, nullptr);
  testing::internal::CaptureStdout();
  api::integrate(Integrand(2, 1, support::peak), options);
  EXPECT_NE(testing::internal::GetCapturedStdout().find("Iteration 1:"), std::string::npos);
}

TEST(Log, HasLongLinesWhole) {
  const support::Directory directory;
  const std::string name = directory.file(std::string(3000, 'n'));
  std::vector<Line> lines;
  Options options;
  options.set("method", std::string("vegas")).set("verbosity", 1).set("epsrel", 0.0);
  options.set("statefile", name).set("maxeval", 2000);
  cuboid_options_set_log(options.get(), collect, &lines);
  api::integrate(Integrand(2, 1, support::peak), options);
  bool found = false;
  for (const Line &line : lines) found |= line.text == "Error saving state to " + name + ".";
  EXPECT_TRUE(found);
}

}  // namespace
