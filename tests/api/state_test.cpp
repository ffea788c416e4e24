// State files of the native interface belong to one integral.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>

#include "handles.hpp"
#include "support/directory.hpp"
#include "support/integrands.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

/// The peak times a factor, and one evaluation counted.
struct Scaled {
  double factor = 1;
  long calls = 0;
};

int scaled(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  auto *state = static_cast<Scaled *>(userdata);
  ++state->calls;
  support::peak(ndim, x, ncomp, f, nullptr);
  for (int c = 0; c < *ncomp; ++c) f[c] *= state->factor;
  return 0;
}

class State : public testing::TestWithParam<const char *> {
 protected:
  State() { prepare(options_, 6000); }

  void prepare(Options &options, int maxeval) const {
    options.set("method", std::string(GetParam())).set("epsrel", 0.0).set("epsabs", 0.0);
    options.set("seed", 3).set("maxeval", maxeval).set("statefile", name_);
    options.set("workers", std::string("serial"));
  }

  Result run(const Options &options, double factor = 1, const double *lower = nullptr,
             const double *upper = nullptr) const {
    Scaled state{factor};
    return api::integrate(Integrand(3, 2, scaled, &state), options, lower, upper);
  }

  /// Expects that a run is refused for a reason, that the file stays as it is, and that it makes
  /// room if that is asked for.
  void expect_refused(const std::function<Result(const Options &)> &integrate,
                      const std::function<void(Options &)> &change, const std::string &reason) {
    run(options_);
    const std::string before = support::contents(name_);
    Options options;
    prepare(options, 9000);
    change(options);
    const Result refused = integrate(options);
    EXPECT_EQ(refused.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(refused.message.find(reason), std::string::npos) << refused.message;
    EXPECT_NE(refused.message.find(name_), std::string::npos) << refused.message;
    EXPECT_EQ(refused.message, refused.last_error);
    EXPECT_TRUE(std::isnan(refused.value[0]));
    EXPECT_TRUE(support::contents(name_) == before) << "the file was written";
    EXPECT_EQ(directory_.names(), std::vector<std::string>{"state"});

    options.set("overwrite_state", 1);
    const Result anew = integrate(options);
    EXPECT_EQ(anew.status, CUBOID_NOT_CONVERGED) << anew.message;
    EXPECT_NE(api::said(anew).find("begun anew because the state file"), std::string::npos);
    EXPECT_NE(api::said(anew).find(reason), std::string::npos) << api::said(anew);
    EXPECT_TRUE(support::contents(name_) != before) << "the file was not written";
    options.set("statefile", directory_.file("other"));
    api::expect_same(integrate(options), anew);
    std::filesystem::remove(name_);
    std::filesystem::remove(directory_.file("other"));
  }

  void expect_refused(const std::function<void(Options &)> &change, const std::string &reason) {
    expect_refused([&](const Options &options) { return run(options); }, change, reason);
  }

  support::Directory directory_;
  std::string name_ = directory_.file("state");
  Options options_;
};

constexpr auto none = [](Options &) {};

INSTANTIATE_TEST_SUITE_P(Methods, State,
                         testing::Values("vegas", "suave", "divonne", "cuhre", "vegas_plus",
                                         "m_cubes", "lattice"),
                         [](const auto &instance) { return std::string(instance.param); });

TEST_P(State, OfTheSameIntegralIsGoneOnFrom) {
  const Result first = run(options_);
  EXPECT_EQ(first.message.find("resumed"), std::string::npos) << first.message;
  Options options;
  prepare(options, 20000);
  options.set("epsrel", 1e-12).set("mineval", 10).set("verbosity", 0).set("time_limit", 1000.0);
  options.set("memory_limit", 1 << 28);
  const Result second = run(options);
  EXPECT_EQ(second.status, CUBOID_NOT_CONVERGED) << second.message;
  // The native Suave goes on from its regions: fresh samples in them are no part of the state.
  const std::string evaluations =
      std::string(GetParam()) == "suave" ? "" : std::to_string(first.neval) + " evaluations";
  EXPECT_NE(api::said(second).find("resumed at " + evaluations), std::string::npos)
      << api::said(second);
  EXPECT_GT(second.neval, first.neval);
}

/// Not of an iteration before the last, which the clock chooses.
TEST(StateOfSamples, ThatIsKeptIsThatOfTheResult) {
  const support::Directory directory;
  for (const std::string method : {"vegas_plus", "m_cubes"}) {
    const auto run = [&](const std::string &file) {
      Options options;
      options.set("method", method).set("epsrel", 1e-2).set("seed", 3).set("maxeval", 100000);
      options.set("statefile", directory.file(file)).set("keep_state", 1);
      return api::integrate(Integrand(3, 1, support::peak), options);
    };
    const Result first = run(method);
    EXPECT_EQ(first.status, CUBOID_CONVERGED) << first.message;
    const std::string kept = support::contents(directory.file(method));
    run(method + "2");
    EXPECT_TRUE(support::contents(directory.file(method + "2")) == kept) << method;
    const Result again = run(method);
    EXPECT_EQ(again.value, first.value);
    EXPECT_EQ(again.error, first.error);
    EXPECT_EQ(again.neval, first.neval);
  }
}

TEST_P(State, OfAnotherBoxIsRefused) {
  const double lower[] = {0, 0, 0}, upper[] = {1, 2, 1};
  expect_refused([&](const Options &options) { return run(options, 1, lower, upper); }, none,
                 "belongs to another box, with [0, 1] instead of [0, 2] on x[1]");
}

TEST_P(State, OfAnotherIntegrandIsRefused) {
  expect_refused([&](const Options &options) { return run(options, 1.5); }, none,
                 "belongs to another integrand");
}

/// The version stands behind eight letters.  Files of 0.1 and 0.2 have 1 to 3.
TEST_P(State, OfAnotherVersionIsRefused) {
  run(options_);
  std::string bytes = support::contents(name_);
  const char own = bytes.at(8);
  for (const char version : {1, 2, 3, own + 1}) {
    ASSERT_NE(version, own);
    bytes[8] = version;
    std::ofstream(name_, std::ios::binary) << bytes;
    const Result refused = run(options_);
    EXPECT_EQ(refused.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(refused.message.find(name_ + " is of another version of cuboid"), std::string::npos)
        << refused.message;
    EXPECT_TRUE(support::contents(name_) == bytes) << "the file was written";
  }
}

TEST_P(State, OfTheUnitCubeIsOfTheBoxThatIsTheUnitCube) {
  const double lower[] = {0, 0, 0}, upper[] = {1, 1, 1};
  run(options_);
  options_.set("maxeval", 9000);
  EXPECT_GT(run(options_, 1, lower, upper).status, 0);
}

TEST_P(State, OfOtherOptionsIsRefused) {
  // Only options of the method matter.
  if (std::string(GetParam()) == "cuhre")
    expect_refused([](Options &options) { options.set("key", 7); },
                   "belongs to a run with key = 0 instead of key = 7");
  else
    expect_refused([](Options &options) { options.set("seed", 4); },
                   "belongs to a run with seed = 3 instead of seed = 4");
  expect_refused([](Options &options) { options.set("nonfinite", std::string("zero")); },
                 "nonfinite = stop instead of nonfinite = zero");
}

/// Where nobody says how many samples the first iteration has, it follows from maxeval.
TEST_P(State, OfAnotherFirstIterationIsRefused) {
  const std::string method = GetParam();
  if (method != "vegas" && method != "vegas_plus" && method != "m_cubes")
    GTEST_SKIP() << "has no nstart";
  expect_refused([](Options &options) { options.set("nstart", 700); },
                 "belongs to a run that leaves nstart to maxeval, and not with nstart = 700");
  options_.set("nstart", 600).set("overwrite_state", 1);
  expect_refused(none, "belongs to a run with nstart = 600, which this one leaves to maxeval");
}

TEST_P(State, OfOptionsThatTheMethodDoesNotHaveIsGoneOnFrom) {
  run(options_);
  options_.set("maxeval", 9000);
  if (std::string(GetParam()) == "suave")
    options_.set("key1", 100);
  else
    options_.set("nnew", 500);
  const Result r = run(options_);
  EXPECT_NE(r.message.find("resumed at"), std::string::npos) << r.message;
}

TEST_P(State, OfAnotherMethodIsRefused) {
  const bool cuhre = std::string(GetParam()) == "cuhre";
  expect_refused(
      [&](Options &options) { options.set("method", std::string(cuhre ? "vegas" : "cuhre")); },
      "belongs to another method");
}

TEST_P(State, ThatIsDamagedOrForeignIsRefused) {
  run(options_);
  const std::string sound = support::contents(name_);
  for (const std::string &bytes :
       {std::string("notes"), sound.substr(0, sound.size() - 1), sound + "x"}) {
    support::write(name_, bytes);
    const Result r = run(options_);
    EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(r.message.find("overwrite_state"), std::string::npos) << r.message;
    EXPECT_EQ(support::contents(name_), bytes);
  }
}

TEST_P(State, ThatIsNoRegularFileIsRefused) {
  ASSERT_EQ(mkfifo(name_.c_str(), 0600), 0);
  for (const int overwrite : {0, 1}) {
    options_.set("overwrite_state", overwrite);
    const Result r = run(options_);
    EXPECT_EQ(r.status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(r.message.find("is not a regular file"), std::string::npos) << r.message;
    EXPECT_EQ(directory_.names(), std::vector<std::string>{"state"});
  }
}

// Cuba's routines take what there is, the native methods only their own.
TEST(StateOfCuba, NamesNoIntegral) {
  const support::Directory directory;
  const std::string name = directory.file("state");
  int nregions = 0, neval = 0, fail = 0;
  double integral = 0, error = 0, prob = 0;
  const auto cuhre = [&](int maxeval) {
    cuboid_Cuhre(3, 1, support::peak, nullptr, 1, 0, 0, 0, 0, maxeval, 0, name.c_str(), nullptr,
                 &nregions, &neval, &fail, &integral, &error, &prob);
  };
  cuhre(5000);
  Options options;
  options.set("method", std::string("cuhre")).set("statefile", name).set("epsrel", 0.0);
  options.set("epsabs", 0.0).set("maxeval", 9000).set("workers", std::string("serial"));
  const Integrand integrand(3, 1, support::peak);
  const Result refused = api::integrate(integrand, options);
  EXPECT_EQ(refused.status, CUBOID_BAD_ARGUMENT);
  EXPECT_NE(refused.message.find("was written by a routine of Cuba"), std::string::npos);
  options.set("overwrite_state", 1);
  const Result native = api::integrate(integrand, options);
  EXPECT_EQ(native.status, CUBOID_NOT_CONVERGED);
  Scaled state;
  cuboid_Cuhre(3, 1, scaled, &state, 1, 0, 0, 0, 0, 12000, 0, name.c_str(), nullptr, &nregions,
               &neval, &fail, &integral, &error, &prob);
  EXPECT_EQ(neval, native.neval + state.calls);
}

// They are asked in every run with a state file, and a run that goes on must count as one that was
// not interrupted.
TEST(StatePoints, DoNotCountAsEvaluations) {
  const support::Directory directory;
  Options options;
  options.set("method", std::string("cuhre")).set("epsrel", 0.0).set("epsabs", 0.0);
  options.set("maxeval", 5000).set("workers", std::string("serial"));
  Scaled state;
  const Integrand integrand(3, 1, scaled, &state);
  const Result without = api::integrate(integrand, options);
  EXPECT_EQ(without.neval, state.calls);
  state.calls = 0;
  options.set("statefile", directory.file("state"));
  const Result with = api::integrate(integrand, options);
  EXPECT_EQ(with.neval, without.neval);
  EXPECT_EQ(state.calls, with.neval + 3);
}

}  // namespace
