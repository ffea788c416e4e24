// Forked workers through the native call: the same bits, and failures that are found.
#include <signal.h>
#include <unistd.h>

#include "handles.hpp"

namespace {

using api::Integrand;
using api::Options;
using api::Result;

class Forked : public testing::TestWithParam<const char *> {};

INSTANTIATE_TEST_SUITE_P(, Forked, testing::Values("vegas", "cuhre", "vegas_plus", "m_cubes"),
                         [](const auto &method) { return std::string(method.param); });

TEST_P(Forked, WorkersDoNotChangeABit) {
  const Integrand integrand(4, 3, support::peak);
  Options options;
  options.set("method", std::string(GetParam())).set("epsrel", 1e-9).set("maxeval", 20000);
  options.set("workers", std::string("serial"));
  const Result expected = api::integrate(integrand, options);
  for (const std::string workers : {"fork", "auto", "threads"})
    for (const int cores : {0, 1, 2, 3}) {
      SCOPED_TRACE(workers + " " + std::to_string(cores));
      options.set("workers", workers).set("cores", cores);
      api::expect_same(api::integrate(integrand, options), expected);
    }
}

TEST_P(Forked, WorkersThatStopAreLostAfterTheTimeout) {
  const auto stopping = +[](const int *, const double x[], const int *, double f[], void *,
                            const int *, const int *core) {
    if (*core == 1) raise(SIGSTOP);
    f[0] = x[0];
    return 0;
  };
  Options options;
  options.set("method", std::string(GetParam())).set("workers", std::string("fork"));
  options.set("cores", 2).set("worker_timeout", 0.3);
  const Result r = api::integrate(Integrand(4, 1, support::as<cuboid_function>(stopping)), options);
  EXPECT_EQ(r.status, CUBOID_WORKER_LOST) << r.message;
  EXPECT_NE(r.message.find("worker 1"), std::string::npos) << r.message;
}

TEST_P(Forked, WorkersAreWatched) {
  struct Told {
    std::int64_t evaluations = 0;
    bool here = true;
    pid_t process = getpid();
  } told;
  const auto listen = [](void *user, const cuboid_progress *progress) {
    auto *heard = static_cast<Told *>(user);
    heard->here = heard->here && getpid() == heard->process;
    heard->evaluations = progress->evaluations;
    return 0;
  };
  Options options;
  options.set("method", std::string(GetParam())).set("workers", std::string("fork"));
  options.set("cores", 2).set("epsrel", 1e-9).set("maxeval", 60000);
  ASSERT_EQ(cuboid_options_set_progress(options.get(), listen, &told, 0), 0);
  const Result r = api::integrate(Integrand(4, 1, support::peak), options);
  EXPECT_TRUE(told.here);
  EXPECT_GT(told.evaluations, r.neval / 4);
  EXPECT_LE(told.evaluations, r.neval);
}

TEST_P(Forked, WorkersStopByTheClock) {
  const auto sleeping = [](const int *ndim, const double x[], const int *ncomp, double f[],
                           void *userdata) {
    usleep(1000);
    return support::peak(ndim, x, ncomp, f, userdata);
  };
  Options options;
  options.set("method", std::string(GetParam())).set("workers", std::string("fork"));
  options.set("cores", 2).set("time_limit", 0.3).set("epsrel", 0.0).set("epsabs", 0.0);
  options.set("maxeval", std::int64_t{1} << 40);
  const Result r = api::integrate(Integrand(4, 1, sleeping), options);
  EXPECT_EQ(r.status, CUBOID_TIME_LIMIT) << r.message;
}

}  // namespace
