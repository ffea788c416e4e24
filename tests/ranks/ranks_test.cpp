// One integral over several ranks, through the public interface and a transport of the tests' own.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "ranks/calls.hpp"
#include "ranks/job.hpp"
#include "support/directory.hpp"
#include "support/process.hpp"

namespace {

using namespace ranks;
using Answers = std::vector<std::optional<Answer>>;

const int named = setenv("CUBOID_MPI_LIBRARY", SOCKET_TRANSPORT, 1);

constexpr const char *all_methods[] = {"Vegas",   "Suave",      "Divonne", "Cuhre",  "vegas",
                                       "suave",   "divonne",    "cuhre",   "pagani", "vegas_plus",
                                       "m_cubes", "m_cubes_1d", "lattice", "auto"};

Answer alone(const Call &what) {
  Behaviour behaviour;
  return call(what, behaviour);
}

/// Each rank behaves as `troubled` if it is that rank, else as usual.
Answers job(int size, const Call &what, double seconds, int troubled = -1,
            Behaviour::Trouble trouble = Behaviour::none, std::int64_t at = -1, int delay = 0) {
  return run_job(
      size,
      [&](int rank) {
        Behaviour behaviour;
        behaviour.seconds = seconds;
        if (rank == troubled) {
          behaviour.trouble = trouble;
          behaviour.trouble_at = at;
        }
        return call(what, behaviour);
      },
      delay);
}

void expect_all(const Answers &answers, const Answer &expected) {
  for (const auto &answer : answers) {
    ASSERT_TRUE(answer.has_value());
    EXPECT_TRUE(same_numbers(*answer, expected))
        << answer->status << " " << answer->neval << " " << answer->value[0] << " "
        << answer->message << ", expected " << expected.status << " " << expected.neval << " "
        << expected.value[0] << " " << expected.message;
  }
}

/// All ranks say the same, and the status is this.
void expect_status(const Answers &answers, int status) {
  ASSERT_TRUE(answers[0].has_value());
  for (const auto &answer : answers) {
    ASSERT_TRUE(answer.has_value());
    EXPECT_EQ(answer->status, status) << answer->message;
    if (status > 0) {
      EXPECT_TRUE(same_numbers(*answer, *answers[0]));
    } else {
      EXPECT_TRUE(std::isnan(answer->value[0]));
    }
  }
}

// Before all others: a process asks its environment once, and has forked those that do here.
TEST(Communicator, ThatTheEnvironmentAsksForIsMissedAloud) {
  const auto said_by = [](const char *variable, bool native) {
    const support::Directory directory;
    const std::string file = directory.file("said");
    support::expect_zero_in_child([&] {
      dup2(open(file.c_str(), O_WRONLY | O_CREAT, 0600), 2);
      setenv("CUBOID_MPI_LIBRARY", "/no/such/plugin.so", 1);
      setenv("CUBOID_MPI", variable, 1);
      bool failed = true;
      for (int i = 0; i < 3; ++i) {
        Behaviour behaviour;
        failed = failed && call({native ? "cuhre" : "Cuhre"}, behaviour).status < 0;
      }
      return failed ? 0 : 1;
    });
    return support::contents(file);
  };
  for (const bool native : {true, false}) {
    const std::string said = said_by("world", native);
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_NE(said.find("build /no/such/plugin.so by `mpicc "), std::string::npos) << said;
    EXPECT_NE(said.find("-o /no/such/plugin.so"), std::string::npos) << said;
    const std::string other = said_by("wrold", native);
    EXPECT_EQ(std::count(other.begin(), other.end(), '\n'), 1) << other;
    EXPECT_NE(other.find("\"wrold\" in the environment must be world or off"), std::string::npos);
  }
}

class EachMethod : public testing::TestWithParam<const char *> {};

TEST_P(EachMethod, HasTheSameBitsOnAnyNumberOfRanks) {
  const Call what{GetParam()};
  const Answer expected = alone(what);
  ASSERT_GE(expected.status, 0) << expected.message;
  for (const int size : {1, 2, 3, 5}) expect_all(job(size, what, 0), expected);
}

/// Where many other programs run, ranks wait for each message so long that hardly a batch is worth
/// one.
bool many_programs_run() {
  double load = 0;
  return getloadavg(&load, 1) == 1 && load > 2.0 * std::thread::hardware_concurrency();
}

/// Ranks that share nothing make size times the calls of one.  They are to spare half of what they
/// could: where other programs make them wait, some batches do not seem worth a message.
std::int64_t max_calls(const Answer &alone, int size) {
  return many_programs_run() ? alone.calls * size : alone.calls * (size + 1) / 2;
}

TEST_P(EachMethod, SharesOutWhatIsExpensive) {
  // So much that it pays on a machine that is busy otherwise.
  constexpr double seconds = 1e-4;
  const Call what{GetParam(), 3, 3000};
  const Answer expected = alone(what);
  for (const int size : {2, 3, 5}) {
    const Answers answers = job(size, what, seconds);
    expect_all(answers, expected);
    std::int64_t calls = 0;
    for (const auto &answer : answers) calls += answer->calls;
    // Divonne's searches go point by point, which every rank does itself.
    if (what.method != std::string("Divonne") && what.method != std::string("divonne")) {
      EXPECT_LE(calls, max_calls(expected, size)) << size << " ranks";
    }
  }
}

TEST_P(EachMethod, HasTheSameBitsWhateverTheOrderOfMessages) {
  const Call what{GetParam(), 3, 3000};
  expect_all(job(3, what, 1e-5, -1, Behaviour::none, -1, 3000), alone(what));
}

TEST_P(EachMethod, EndsEverywhereAsOnTheRankInTrouble) {
  const Call what{GetParam(), 3, 6000};
  // Shared out, and where each rank evaluates all; at the first point, and later.
  for (const double seconds : {0.0, 2e-5})
    for (const std::int64_t at : {0, 700}) {
      expect_status(job(3, what, seconds, 1, Behaviour::abort, at), CUBOID_ABORTED);
      expect_status(job(3, what, seconds, 2, Behaviour::exception, at), CUBOID_EXCEPTION);
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, EachMethod, testing::ValuesIn(all_methods),
                         [](const auto &test) { return std::string(test.param); });

TEST(Ranks, IntegrateInOneDimension) {
  for (const char *method : {"line", "auto"}) {
    SCOPED_TRACE(method);
    const Call what{method, 1};
    const Answer expected = alone(what);
    ASSERT_EQ(expected.status, CUBOID_CONVERGED) << expected.message;
    for (const int size : {2, 3}) expect_all(job(size, what, 0), expected);
    // So few points that a rank has them also where the others are faster.
    for (const std::int64_t at : {0, 4}) {
      expect_status(job(3, what, 2e-5, 1, Behaviour::abort, at), CUBOID_ABORTED);
      expect_status(job(3, what, 2e-5, 2, Behaviour::exception, at), CUBOID_EXCEPTION);
    }
  }
}

TEST(Ranks, ShareOutRangesOfSamples) {
  for (const char *method : {"vegas_plus", "m_cubes", "m_cubes_1d"}) {
    Call what{method, 3, 150000};
    what.nstart = 45000;
    const Answer expected = alone(what);
    for (const int size : {2, 3, 5}) {
      const Answers answers = job(size, what, 3e-6);
      expect_all(answers, expected);
      std::int64_t calls = 0;
      for (const auto &answer : answers) calls += answer->calls;
      EXPECT_LE(calls, max_calls(expected, size)) << method << ", " << size << " ranks";
    }
    what.maxeval = std::int64_t{1} << 40;
    expect_status(job(3, what, 3e-6, 1, Behaviour::exception, 20000), CUBOID_EXCEPTION);
    expect_status(job(3, what, 3e-6, 2, Behaviour::nan, 20000), CUBOID_NONFINITE);
    expect_status(job(3, what, 3e-6, 1, Behaviour::cancel, 20000), CUBOID_CANCELLED);
  }
}

TEST(Ranks, ShareOutThePartsOfARegion) {
  for (const char *method : {"vegas_plus", "m_cubes", "lattice"}) {
    SCOPED_TRACE(method);
    Call what{method, 3, 150000};
    what.nstart = 45000;
    what.broken = true;
    const Answer expected = alone(what);
    ASSERT_GE(expected.status, 0) << expected.message;
    for (const int size : {2, 3}) expect_all(job(size, what, 3e-6), expected);
    expect_status(job(3, what, 3e-6, 1, Behaviour::exception, 40000), CUBOID_EXCEPTION);
  }
}

TEST(Ranks, ShareOutRangesOfSamplesWithThreadsBelow) {
  Call what{"vegas_plus", 3, 150000};
  what.nstart = 45000;
  const Answer expected = alone(what);
  const auto answers = run_job(2, [&](int) {
    setenv("CUBOID_WORKERS", "threads", 1);
    setenv("CUBACORES", "2", 1);
    Behaviour behaviour;
    return call(what, behaviour);
  });
  expect_all(answers, expected);
}

TEST(Ranks, TakeOverPointsOfOneThatIsSlow) {
  const Call what{"Vegas", 3, 3000};
  const Answer expected = alone(what);
  const auto answers = run_job(3, [&](int rank) {
    Behaviour behaviour;
    behaviour.seconds = rank == 1 ? 1e-3 : 1e-4;
    return call(what, behaviour);
  });
  expect_all(answers, expected);
  ASSERT_TRUE(answers[0] && answers[1] && answers[2]);
  EXPECT_LT(answers[1]->calls, expected.calls / 3) << "an equal share";
  EXPECT_LE(answers[0]->calls + answers[1]->calls + answers[2]->calls, max_calls(expected, 3));
}

TEST(Ranks, ThrowsOnlyWhereTheIntegrandThrew) {
  for (const double seconds : {0.0, 2e-5}) {
    const Answers answers = job(3, {"Vegas"}, seconds, 1, Behaviour::exception, 100);
    for (std::size_t r = 0; r < 3; ++r) {
      ASSERT_TRUE(answers[r].has_value());
      EXPECT_EQ(answers[r]->threw, r == 1);
      EXPECT_EQ(answers[r]->status, CUBOID_EXCEPTION);
    }
  }
}

TEST(Ranks, HearOfNanOnOneOfThem) {
  expect_status(job(3, {"vegas"}, 2e-5, 1, Behaviour::nan, 300), CUBOID_NONFINITE);
  // Where all ranks evaluate all points, only one of them sees it, and has to tell.
  expect_status(job(2, {"vegas"}, 0, 1, Behaviour::nan, 300), CUBOID_NONFINITE);
}

TEST(Ranks, KeepTheValuesWhereNanCountsAsZero) {
  for (const char *method : {"vegas", "vegas_plus", "pagani"}) {
    Call what{method};
    what.nonfinite = "zero";
    what.hole = 0.99;
    const Answer expected = alone(what);
    EXPECT_EQ(expected.status, CUBOID_NONFINITE) << method;
    EXPECT_NEAR(expected.value[1], 1.5, 1) << method;
    expect_all(job(3, what, 2e-5), expected);
  }
}

TEST(Ranks, EndTogetherWhereOneIsCancelled) {
  for (const char *method : {"vegas", "cuhre", "vegas_plus", "suave", "pagani"})
    for (const double seconds : {0.0, 2e-5})
      for (const int rank : {0, 1})
        expect_status(job(3, {method, 6, 2000000}, seconds, rank, Behaviour::cancel, 2500),
                      CUBOID_CANCELLED);
}

TEST(Ranks, EndTogetherAtTheTimeLimit) {
  for (const double seconds : {0.0, 2e-5})
    expect_status(job(3, {"vegas", 3, std::int64_t{1} << 40, 0.2}, seconds), CUBOID_TIME_LIMIT);
  const Answers answers = run_job(2, [](int rank) {
    Behaviour behaviour;
    behaviour.seconds = 1e-5;
    return call({"cuhre", 5, std::int64_t{1} << 40, rank == 1 ? 0.2 : 0.0}, behaviour);
  });
  expect_status(answers, CUBOID_TIME_LIMIT);
}

TEST(Ranks, EndWhereOneIsKilled) {
  for (const double seconds : {0.0, 2e-5}) {
    const Answers answers =
        job(3, {"vegas", 3, std::int64_t{1} << 40, 0, 5}, seconds, 1, Behaviour::die, 5000);
    EXPECT_FALSE(answers[1].has_value());
    for (const std::size_t r : {0, 2}) {
      ASSERT_TRUE(answers[r].has_value());
      EXPECT_EQ(answers[r]->status, CUBOID_WORKER_LOST);
    }
  }
}

// The sentence is another one where the other rank ends before the time is over.
TEST(Ranks, WaitForAnotherNoLongerThanTheyMay) {
  const auto told = run_job(2, [](int rank) {
    Behaviour behaviour;
    behaviour.seconds = 1e-5;
    // The other rank calls nothing at all.
    if (rank == 1) {
      sleep(3);
      return true;
    }
    const Answer answer = call({"vegas", 3, 20000, 0, 0.5}, behaviour);
    return answer.status == CUBOID_WORKER_LOST && strstr(answer.message, "rank_timeout") != nullptr;
  });
  ASSERT_TRUE(told[0].has_value());
  EXPECT_TRUE(*told[0]);
}

/// What a call says with a listener that takes a second for one of the lines of its log.
struct Listened {
  int lines = 0, pause_at = -1, status = 0;
  double value = 0;
};

Listened listen(const char *method, int pause_at) {
  Listened listened{0, pause_at};
  Behaviour behaviour;
  cuboid_integrand *integrand_handle = nullptr;
  cuboid_options *options = nullptr;
  cuboid_result *result = nullptr;
  cuboid_integrand_create(&integrand_handle, 3, ncomp, integrand, &behaviour);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_integer(options, "maxeval", 3000);
  cuboid_options_set_integer(options, "verbosity", 3);
  cuboid_options_set_real(options, "epsrel", 1e-7);
  cuboid_options_set_real(options, "rank_timeout", 0.3);
  cuboid_options_set_log(
      options,
      [](void *user, int, const char *) {
        auto &told = *static_cast<Listened *>(user);
        if (told.lines++ == told.pause_at) sleep(1);
      },
      &listened);
  listened.status = cuboid_integrate(integrand_handle, nullptr, nullptr, options, &result);
  listened.value = cuboid_result_value(result)[0];
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand_handle);
  return listened;
}

TEST(Ranks, AllHearThatOneTookTooLong) {
  // After its last point and before the last barrier, where the others have waited.
  const int lines = listen("vegas", -1).lines;
  ASSERT_GT(lines, 0);
  for (const char *shared : {"1", "0"}) {
    setenv("CUBOID_SHARED_MEMORY", shared, 1);
    const auto answers = run_job(3, [&](int rank) {
      const Listened listened = listen("vegas", rank == 0 ? lines - 1 : -1);
      // The end of a process would be noticed.
      if (rank != 0) sleep(2);
      return listened;
    });
    unsetenv("CUBOID_SHARED_MEMORY");
    ASSERT_GE(answers[0]->lines, lines);
    for (const auto &answer : answers) {
      EXPECT_EQ(answer->status, CUBOID_WORKER_LOST);
      EXPECT_TRUE(std::isnan(answer->value));
    }
  }
}

TEST(Ranks, EndWhereOneCallsLessOften) {
  const auto answers = run_job(2, [](int rank) {
    Behaviour behaviour;
    const Call what{"vegas", 3, 5000, 0, 20};
    const Answer first = call(what, behaviour);
    return rank == 1 || first.status < 0 ? first : call(what, behaviour);
  });
  EXPECT_GE(answers[1]->status, 0) << answers[1]->message;
  EXPECT_EQ(answers[0]->status, CUBOID_WORKER_LOST) << answers[0]->message;
}

TEST(Ranks, RefuseDifferentArguments) {
  const auto answers = run_job(3, [](int rank) {
    Behaviour behaviour;
    return call({"vegas", rank == 2 ? 4 : 3}, behaviour);
  });
  for (const auto &answer : answers) {
    EXPECT_EQ(answer->status, CUBOID_BAD_ARGUMENT);
    EXPECT_NE(strstr(answer->message, "rank 2 was called with other arguments"), nullptr)
        << answer->message;
  }
}

// Before it meets the others, who would wait for longer than a test may take.
TEST(Ranks, HearThatTheArgumentsOfOneAreRefused) {
  for (const bool native : {true, false}) {
    const auto answers = run_job(3, [native](int rank) {
      Behaviour behaviour;
      Call what{native ? "cuhre" : "Cuhre"};
      if (rank == 1) what.ndim = 21;
      return call(what, behaviour);
    });
    for (const auto &answer : answers) {
      ASSERT_TRUE(answer.has_value());
      EXPECT_EQ(answer->status, CUBOID_BAD_NDIM) << answer->message;
      if (!native) continue;
      EXPECT_NE(strstr(answer->message, "ndim = 21 must be between"), nullptr) << answer->message;
      EXPECT_NE(strstr(answer->message, "(on rank 1)"), nullptr) << answer->message;
    }
  }
}

/// A smooth function, and half of the integral in a square that samples miss and cubature meets.
/// So dear that ranks share it out.
int bar(const int *, const double x[], const int *, double f[], void *) {
  for (const double end = seconds_now() + 1e-5; seconds_now() < end;) continue;
  constexpr double width = 0.02, corner[] = {0.37409657367744847, 0.35577501366243608};
  bool inside = true;
  for (int d = 0; d < 2; ++d) inside = inside && x[d] > corner[d] && x[d] < corner[d] + width;
  f[0] = (1 + x[0]) * (1 + x[1]) + (inside ? 2.25 / (width * width) : 0);
  return 0;
}

struct Verdict {
  int status;
  double value;
  char message[400];
};

Verdict verdict_on_bar() {
  cuboid_integrand *integrand = nullptr;
  cuboid_result *result = nullptr;
  cuboid_options *options = nullptr;
  cuboid_integrand_create(&integrand, 2, 1, bar, nullptr);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "probing", "thorough");
  Verdict verdict{cuboid_integrate(integrand, nullptr, nullptr, options, &result),
                  cuboid_result_value(result)[0],
                  {}};
  strncpy(verdict.message, cuboid_result_message(result), sizeof verdict.message - 1);
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return verdict;
}

// Each has called the integrand at points of its own, and all say what a single process says.
TEST(Ranks, JudgeByWhatAnyOfThemMet) {
  const Verdict expected = verdict_on_bar();
  EXPECT_EQ(expected.status, CUBOID_NOT_CONVERGED) << expected.message;
  for (const int size : {2, 3})
    for (const auto &verdict : run_job(size, [](int) { return verdict_on_bar(); })) {
      ASSERT_TRUE(verdict.has_value());
      EXPECT_EQ(verdict->status, expected.status) << verdict->message;
      EXPECT_EQ(verdict->value, expected.value);
      EXPECT_STREQ(verdict->message, expected.message);
    }
}

TEST(Ranks, MayBeSixteen) {
  for (const char *method : {"vegas", "vegas_plus", "Cuhre"}) {
    const Call what{method, 3, 5000};
    expect_all(job(16, what, 1e-5), alone(what));
  }
}

TEST(Ranks, RememberTheMemoryThatTheyHaveToldOf) {
  // Each look of auto asks for it, after barriers that have told of other things.
  const auto integrate = [](int) {
    cuboid_integrand *integrand = nullptr;
    cuboid_options *options = nullptr;
    cuboid_result *result = nullptr;
    cuboid_options_create(&options);
    cuboid_options_set_real(options, "epsrel", 1e-5);
    cuboid_integrand_create(
        &integrand, 2, 1,
        [](const int *, const double x[], const int *, double f[], void *) {
          // Expensive enough to be measured.
          f[0] = 0;
          for (int i = 0; i < 100; ++i) f[0] += std::fabs(x[0] + x[1] * x[1] - 0.7 - 0.001 * i);
          return 0;
        },
        nullptr);
    const int status = cuboid_integrate(integrand, nullptr, nullptr, options, &result);
    const double value = status >= 0 ? cuboid_result_value(result)[0] : status;
    cuboid_result_free(result);
    cuboid_integrand_free(integrand);
    cuboid_options_free(options);
    return value;
  };
  const auto alone = run_job(1, integrate);
  ASSERT_GT(*alone[0], 0);
  for (const auto &answer : run_job(2, integrate)) EXPECT_EQ(*answer, *alone[0]);
}

TEST(Ranks, NoticeThatTheIntegrandDiffers) {
  const auto answers = run_job(2, [](int rank) {
    // Rank 1 takes one point for another.
    cuboid_integrand *integrand_handle = nullptr;
    cuboid_options *options = nullptr;
    cuboid_options_create(&options);
    cuboid_options_set_real(options, "rank_timeout", 10);
    double factor = rank == 1 ? 2 : 1;
    cuboid_integrand_create(
        &integrand_handle, 2, 1,
        [](const int *, const double x[], const int *, double f[], void *user) {
          f[0] = *static_cast<double *>(user) * x[0] * x[1];
          return 0;
        },
        &factor);
    const int status = cuboid_integrate(integrand_handle, nullptr, nullptr, options, nullptr);
    cuboid_integrand_free(integrand_handle);
    cuboid_options_free(options);
    return status;
  });
  for (const auto &answer : answers) EXPECT_EQ(*answer, CUBOID_DISAGREE);
}

TEST(Ranks, IntegrateWithinAnIntegrandEachForItself) {
  const auto answers = run_job(3, [](int) {
    double value = 0, error, prob;
    int nregions, neval, fail = -1;
    const auto outer = [](const int *, const double x[], const int *, double f[], void *) {
      double inner_error, inner_prob;
      int inner_regions, inner_neval, inner_fail;
      const auto inner = [](const int *, const double y[], const int *, double g[], void *factor) {
        g[0] = *static_cast<const double *>(factor) * y[0] * y[1];
        return 0;
      };
      double factor = x[0] + x[1];
      Cuhre(2, 1, inner, &factor, 1, 1e-3, 1e-12, 0, 0, 1000, 0, nullptr, nullptr, &inner_regions,
            &inner_neval, &inner_fail, f, &inner_error, &inner_prob);
      return 0;
    };
    Cuhre(2, 1, outer, nullptr, 1, 1e-6, 1e-12, 0, 0, 50000, 0, nullptr, nullptr, &nregions, &neval,
          &fail, &value, &error, &prob);
    return fail == 0 ? value : -1.0;
  });
  for (const auto &answer : answers) EXPECT_NEAR(*answer, 0.25, 1e-9);
}

TEST(Ranks, GoOnFromAStateFileWithAnotherNumberOfRanks) {
  for (const char *method :
       {"vegas", "cuhre", "suave", "divonne", "vegas_plus", "Vegas", "Cuhre"}) {
    const support::Directory directory;
    const std::string file = directory.file("state"), file_alone = directory.file("alone");
    const Call first{method, 3, 5000, 0, 20, file.c_str()};
    const Call second{method, 3, 12000, 0, 20, file.c_str()};
    expect_all(job(3, first, 1e-5), alone({method, 3, 5000, 0, 20, file_alone.c_str()}));
    ASSERT_EQ(directory.names().size(), 2u) << method;
    const Answer expected = alone({method, 3, 12000, 0, 20, file_alone.c_str()});
    expect_all(job(2, second, 1e-5), expected);
    // Rank 0 refuses a file of another integral, and all hear of it.
    if (method[0] < 'a') continue;
    expect_status(job(2, {method, 4, 12000, 0, 20, file.c_str()}, 1e-5), CUBOID_BAD_ARGUMENT);
  }
}

TEST(Ranks, PrintOnRankZeroAlone) {
  for (const char *method : {"Vegas", "cuhre"}) {
    const support::Directory directory;
    const std::string file = directory.file("printed");
    run_job(3, [&](int) {
      const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      dup2(out, 1);
      Behaviour behaviour;
      Call what{method, 3, 2000};
      what.verbosity = 2;
      return call(what, behaviour);
    });
    const std::string printed = support::contents(file);
    const std::size_t first = printed.find("Iteration 1:");
    ASSERT_NE(first, std::string::npos) << printed;
    EXPECT_EQ(printed.find("Iteration 1:", first + 1), std::string::npos) << printed;
  }
}

TEST(Ranks, AreNamedInTheMessage) {
  for (const auto &answer : job(3, {"vegas"}, 0))
    EXPECT_NE(strstr(answer->message, "3 ranks took part"), nullptr) << answer->message;
}

TEST(Ranks, WorkWithThreadsAndForkedWorkersBelow) {
  const Answer expected = alone({"vegas", 3, 6000});
  for (const char *workers : {"threads", "fork"}) {
    const auto answers = run_job(2, [&](int) {
      setenv("CUBOID_WORKERS", workers, 1);
      setenv("CUBACORES", "2", 1);
      Behaviour behaviour;
      behaviour.seconds = 1e-5;
      return call({"vegas", 3, 6000}, behaviour);
    });
    expect_all(answers, expected);
  }
}

TEST(Communicator, NeedsItsPlugin) {
  const int status = support::wait_status_of([] {
    setenv("CUBOID_MPI_LIBRARY", "/no/such/plugin.so", 1);
    const int rank = 0;
    const bool refused = cuboid_use_communicator(&rank, sizeof rank) == CUBOID_NOT_COMPILED;
    const char *const sentence = cuboid_last_error();
    const bool all_named = strstr(sentence, "/no/such/plugin.so") != nullptr &&
                           strstr(sentence, "cuboid_mpi.c") != nullptr &&
                           strstr(sentence, "CUBOID_MPI_LIBRARY") != nullptr;
    return refused && all_named ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST(Communicator, HasToHaveTheRightSize) {
  ASSERT_EQ(named, 0);
  const SocketCommunicator one{0, 1, {-1}, 0};
  EXPECT_EQ(cuboid_use_communicator(&one, 3), CUBOID_BAD_ARGUMENT);
  EXPECT_STREQ(cuboid_last_error(), "size is not that of a communicator");
  EXPECT_EQ(cuboid_use_communicator(&one, sizeof one), 0) << cuboid_last_error();
  EXPECT_EQ(cuboid_use_communicator(nullptr, 0), 0);
}

/// Without what evaluations were in vain before the scale was found, which differs.
void expect_same_integrals(const Answers &answers, const Answer &expected) {
  for (const auto &answer : answers) {
    ASSERT_TRUE(answer.has_value());
    EXPECT_EQ(answer->status, expected.status) << answer->message;
    for (int c = 0; c < ncomp; ++c) {
      EXPECT_EQ(answer->value[c], expected.value[c]);
      EXPECT_EQ(answer->error[c], expected.error[c]);
    }
    EXPECT_EQ(answer->neval, answers[0]->neval);
  }
}

TEST(Ranks, HaveOneScaleForLogarithms) {
  const support::Directory directory;
  for (const char *method : {"vegas", "suave", "divonne", "cuhre", "vegas_plus", "lattice"}) {
    SCOPED_TRACE(method);
    Call what{method, 3, 60000};
    what.log = 1;
    const Answer one = alone(what);
    EXPECT_LT(one.value[0], -5000) << one.message;
    const double wave = std::sin(0.5) / 0.5 * std::sin(1.0) * std::sin(1.5) / 1.5 * std::cos(3.0);
    EXPECT_NEAR(one.value[1], 900 + std::log(1.5 + wave), 1e-2);
    expect_same_integrals(job(3, what, 0), one);
    if (std::string(method) == "cuhre") continue;  // It misses the peak, and is done.
    const std::string state = directory.file(method);
    what.statefile = state.c_str();
    what.maxeval = 30000;
    const Answer half = alone(what);
    EXPECT_EQ(half.status, CUBOID_NOT_CONVERGED) << half.message;
    what.maxeval = 60000;
    const Answers answers = job(2, what, 0);
    const std::string said = std::string(answers[0]->message) + answers[0]->reasons;
    EXPECT_NE(said.find("resumed at"), std::string::npos) << said;
    for (int c = 0; c < ncomp; ++c) EXPECT_EQ(answers[0]->value[c], answers[1]->value[c]);
  }
}

TEST(Ranks, HaveTheGradientsOfOne) {
  for (const char *method :
       {"vegas", "suave", "divonne", "cuhre", "pagani", "vegas_plus", "lattice"}) {
    for (const char *norm : {"component", "max", "l2", "log"}) {
      SCOPED_TRACE(std::string(method) + " " + norm);
      Call what{method, 3, 20000};
      what.log = norm == std::string("log") ? 1 : 0;
      if (what.log == 0) what.norm = norm;
      what.gradient_of = what.log == 1 ? "-5000 - 9*p[0]*((x - 0.3)^2 + y*y)" : "cos(p[0]*x*y) + z";
      const Answer one = alone(what);
      ASSERT_GE(one.status, 0) << one.message;
      expect_same_integrals(job(3, what, 0), one);
      // By SciPy: the means of -x y sin(2 x y), and of -9 ((x - .3)^2 + y^2) under the density.
      EXPECT_NEAR(one.value[1], what.log == 1 ? -0.463084 : -0.174029, 2e-3);
    }
  }
}

TEST(Ranks, HearOfTroubleInALogarithm) {
  Call what{"vegas", 3, 60000};
  what.log = 1;
  // In the first look, and in the run.
  for (const std::int64_t at : {20, 12000}) {
    expect_status(job(3, what, 0, 1, Behaviour::exception, at), CUBOID_EXCEPTION);
    expect_status(job(3, what, 0, 1, Behaviour::abort, at), CUBOID_ABORTED);
  }
}

TEST(Communicator, OfTheOptionsCountsBeforeThatOfTheProcess) {
  const auto statuses = run_job(2, [](int rank) {
    const SocketCommunicator one{0, 1, {-1}, 0};
    cuboid_options *options = nullptr;
    cuboid_integrand *integrand_handle = nullptr;
    Behaviour behaviour;
    cuboid_options_create(&options);
    cuboid_options_set_communicator(options, &one, sizeof one);
    cuboid_integrand_create(&integrand_handle, 2, ncomp, integrand, &behaviour);
    // Rank 1 does not call at all.
    const int status =
        rank == 0 ? cuboid_integrate(integrand_handle, nullptr, nullptr, options, nullptr) : 0;
    cuboid_integrand_free(integrand_handle);
    cuboid_options_free(options);
    return status;
  });
  EXPECT_GE(*statuses[0], 0);
}

}  // namespace
