// State files: whole or refused, and replaced in one step.
#include "run/state_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "support/process.hpp"
#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

int synchronizations = 0;

}  // namespace

// Instead of the one of the C library, to count.
extern "C" int fsync(int) {
  ++synchronizations;
  return 0;
}

namespace {

const StateIdentity identity{Routine::cuhre, 3, 2};

struct Fixture : testing::Test {
  TemporaryFolder folder;
  std::vector<std::string> printed;
  Log log{1, [this](int, const std::string &text) { printed.push_back(text); }};
  std::string path = folder.file("state");

  StateWriter numbers(int count = 20) {
    StateWriter writer;
    for (int k = 0; k < count; ++k) writer.put(1.0 / (k + 1));
    return writer;
  }
  void save(const StateWriter &writer) { StateFile(path, true, log).save(identity, writer); }
  bool restore(std::vector<double> &values, const StateIdentity &wanted = identity) {
    return StateFile(path, true, log).restore(wanted, [&](StateReader &reader) {
      while (!reader.at_end()) values.push_back(reader.get<double>());
    });
  }
  bool refused(const StateIdentity &wanted = identity) {
    std::vector<double> values;
    return !restore(values, wanted) && values.empty();
  }
};

using StateFileTest = Fixture;

TEST_F(StateFileTest, GivesBackWhatWasSaved) {
  save(numbers());
  std::vector<double> values;
  ASSERT_TRUE(restore(values));
  ASSERT_EQ(values.size(), 20u);
  for (std::size_t k = 0; k < 20; ++k) EXPECT_EQ(values[k], 1.0 / static_cast<double>(k + 1));
  EXPECT_EQ(folder.files(), 1u);
  EXPECT_EQ(printed.front(), "\nSaved state to " + path + ".");
  EXPECT_EQ(printed.back(), "\nRestored state from " + path + ".");
}

TEST_F(StateFileTest, IsRefusedAtEveryLengthButItsOwn) {
  save(numbers(5));
  const std::vector<char> whole = contents(path);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write(path, {whole.begin(), whole.begin() + static_cast<long>(length)});
    EXPECT_TRUE(refused()) << length;
  }
  std::vector<char> longer = whole;
  longer.push_back(0);
  write(path, longer);
  EXPECT_TRUE(refused());
  write(path, whole);
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, IsRefusedAfterAnyFlippedBit) {
  save(numbers(5));
  const std::vector<char> whole = contents(path);
  for (std::size_t byte = 0; byte < whole.size(); ++byte)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<char> damaged = whole;
      damaged[byte] = static_cast<char>(damaged[byte] ^ 1 << bit);
      write(path, damaged);
      ASSERT_TRUE(refused()) << "byte " << byte << " bit " << bit;
    }
}

// What the checksum does not find by itself: bits that are flipped in pairs, and words that change
// places.
TEST_F(StateFileTest, IsRefusedAfterTwoFlippedBitsAndExchangedWords) {
  save(numbers(4));
  const std::vector<char> whole = contents(path);
  for (std::size_t first = 0; first < whole.size(); ++first)
    for (const std::size_t distance : {1, 8, 16}) {
      if (first + distance >= whole.size()) continue;
      std::vector<char> damaged = whole;
      for (const std::size_t byte : {first, first + distance})
        damaged[byte] = static_cast<char>(damaged[byte] ^ 0x80);
      write(path, damaged);
      ASSERT_TRUE(refused()) << first << ' ' << distance;
    }
  std::vector<char> exchanged = whole;
  std::swap_ranges(exchanged.end() - 16, exchanged.end() - 8, exchanged.end() - 8);
  write(path, exchanged);
  EXPECT_TRUE(refused());
}

TEST_F(StateFileTest, IsRefusedForAnotherIntegral) {
  for (const StateIdentity &other :
       {StateIdentity{Routine::vegas, 3, 2}, StateIdentity{Routine::cuhre, 2, 2},
        StateIdentity{Routine::cuhre, 3, 1}}) {
    save(numbers());
    EXPECT_TRUE(refused(other));
  }
  save(numbers());
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, ForeignFilesAreRefusedWithAMessage) {
  const std::string text = "not a state file\n";
  write(path, {text.begin(), text.end()});
  EXPECT_TRUE(refused());
  ASSERT_EQ(printed.size(), 2u);
  EXPECT_EQ(printed[0], "\nError restoring state from " + path + ", starting from scratch.");
  EXPECT_EQ(printed[1], "\nThat file is now " + path + "-refused-1.");
  EXPECT_EQ(contents(path + "-refused-1"), std::vector<char>(text.begin(), text.end()));
  write(path, {});
  EXPECT_TRUE(refused());
  write(path, std::vector<char>(100000, '\xff'));
  EXPECT_TRUE(refused());
}

TEST_F(StateFileTest, NoFileIsNotWorthAMessage) {
  EXPECT_TRUE(refused());
  EXPECT_TRUE(printed.empty());
}

TEST_F(StateFileTest, FoldersAndFifosAreRefused) {
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_TRUE(refused());
  unlink(path.c_str());
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  EXPECT_TRUE(refused());
}

TEST_F(StateFileTest, AReaderMayRefuse) {
  save(numbers());
  StateFile file(path, true, log);
  EXPECT_FALSE(file.restore(identity, [](StateReader &reader) {
    reader.get<double>();
    StateReader::require(false);
  }));
  file.save(identity, numbers());
  EXPECT_FALSE(file.restore(identity, [](StateReader &reader) {
    std::vector<double> values;
    reader.get(values);  // a length that the file does not have
  }));
}

TEST_F(StateFileTest, FailureToSaveLeavesNothingBehind) {
  path = folder.file("missing/state");
  StateFile file(path, true, log);
  file.save(identity, numbers());
  EXPECT_NE(file.trouble().find(path), std::string::npos) << file.trouble();
  EXPECT_EQ(printed.back(), "\nError saving state to " + path + ".");
  EXPECT_EQ(folder.files(), 0u);
}

TEST_F(StateFileTest, FailureToReplaceKeepsWhatIsThere) {
  // A folder that is not empty cannot be replaced.
  ASSERT_EQ(mkdir(path.c_str(), 0700), 0);
  write(path + "/inside", {'x'});
  StateFile file(path, true, log);
  file.save(identity, numbers());
  EXPECT_FALSE(file.trouble().empty());
  EXPECT_EQ(folder.files(), 1u) << "a temporary file was left";
  EXPECT_EQ(contents(path + "/inside"), std::vector<char>{'x'});
}

TEST_F(StateFileTest, SavingAgainReplacesTheFile) {
  save(numbers(5));
  struct stat first, second;
  ASSERT_EQ(stat(path.c_str(), &first), 0);
  EXPECT_EQ(first.st_mode & 0777, 0600u);
  save(numbers(7));
  ASSERT_EQ(stat(path.c_str(), &second), 0);
  EXPECT_NE(first.st_ino, second.st_ino) << "written in place";
  std::vector<double> values;
  EXPECT_TRUE(restore(values));
  EXPECT_EQ(values.size(), 7u);
  EXPECT_EQ(folder.files(), 1u);
}

TEST_F(StateFileTest, GoesAfterSuccessUnlessItIsToBeKept) {
  save(numbers());
  StateFile(path, true, log).finish(true);
  EXPECT_EQ(folder.files(), 1u);
  StateFile(path, false, log).finish(false);
  EXPECT_EQ(folder.files(), 1u);
  StateFile(path, false, log).finish(true);
  EXPECT_EQ(folder.files(), 0u);
}

TEST_F(StateFileTest, NoPathMeansNoFile) {
  StateFile file("", false, log);
  EXPECT_FALSE(file.used());
  file.save(identity, numbers());
  EXPECT_FALSE(file.restore(identity, [](StateReader &) { FAIL(); }));
  file.finish(true);
  EXPECT_TRUE(printed.empty());
  EXPECT_EQ(file.trouble(), "");
}

TEST_F(StateFileTest, FilesThatDoNotFitAreRenamedOneByOne) {
  for (const char c : {'a', 'b'}) {
    write(path, {c});
    EXPECT_TRUE(refused());
    save(numbers());
  }
  EXPECT_EQ(contents(path + "-refused-1"), std::vector<char>{'a'});
  EXPECT_EQ(contents(path + "-refused-2"), std::vector<char>{'b'});
  EXPECT_FALSE(refused());
  EXPECT_EQ(folder.files(), 3u);
}

TEST_F(StateFileTest, WhatIsNoRegularFileStays) {
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  StateFile file(path, false, log);
  EXPECT_FALSE(file.restore(identity, [](StateReader &) { FAIL(); }));
  file.save(identity, numbers());
  EXPECT_NE(file.trouble().find("is not a regular file"), std::string::npos) << file.trouble();
  file.finish(true);
  struct stat status;
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));
}

// Larger than all memory, and with nothing in it.
TEST_F(StateFileTest, LongFilesAreRefusedByTheirFirstBlock) {
  constexpr std::uint64_t size = std::uint64_t{1} << 42;
  const StateHeader header = cuboid::algorithm::state_header(identity, size);
  const cuboid::Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT, 0600));
  ASSERT_TRUE(cuboid::write_all(file, &header, sizeof header));
  if (ftruncate(file.get(), static_cast<off_t>(cuboid::algorithm::state_file_size(size))) != 0)
    GTEST_SKIP() << "no files of this size here";
  EXPECT_TRUE(refused());
  EXPECT_EQ(printed.front(), "\nError restoring state from " + path + ", starting from scratch.");
}

TEST_F(StateFileTest, ContentsOfManyBlocksComeBack) {
  save(numbers(300000));
  std::vector<double> values;
  ASSERT_TRUE(restore(values));
  EXPECT_EQ(values.size(), 300000u);
  std::vector<char> damaged = contents(path);
  damaged[damaged.size() - 100] ^= 1;
  write(path, damaged);
  EXPECT_TRUE(refused());
}

TEST_F(StateFileTest, WaitsForTheDiskOnceASecondAndAtTheEnd) {
  const auto begin = std::chrono::steady_clock::now();
  StateFile file(path, true, log);
  synchronizations = 0;
  for (int i = 0; i < 100; ++i) file.save(identity, numbers());
  // The file and its folder.
  const auto seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_LE(synchronizations, 2 * seconds);
  synchronizations = 0;
  file.finish(false);
  EXPECT_EQ(synchronizations, 2);
  file.finish(true);
  EXPECT_EQ(synchronizations, 2);
  file.save(identity, numbers());
  sleep(1);
  synchronizations = 0;
  file.save(identity, numbers());
  EXPECT_EQ(synchronizations, 2);
}

TEST_F(StateFileTest, RemovesWhatKilledProcessesHaveLeft) {
  write(path + ".cuboid-a1b2c3", {'x'});
  write(path + ".cuboid-lock", {});
  write(path + ".cuboid-notes", {'x'});
  write(path + "2.cuboid-a1b2c3", {'x'});
  save(numbers());
  EXPECT_EQ(folder.files(), 3u);
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, ALimitOfTheSizeIsATroubleAndNoSignal) {
  support::expect_zero_in_child([&] {
    const rlimit limit{16384, 16384};
    setrlimit(RLIMIT_FSIZE, &limit);
    StateFile file(path, true, log);
    file.save(identity, numbers(10));
    if (!file.trouble().empty()) return 1;
    file.save(identity, numbers(100000));
    if (file.trouble().find("File too large") == std::string::npos) return 2;
    sigset_t blocked;
    sigset_t pending;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    sigpending(&pending);
    return sigismember(&blocked, SIGXFSZ) || sigismember(&pending, SIGXFSZ) ? 3 : 0;
  });
  std::vector<double> values;
  EXPECT_TRUE(restore(values));
  EXPECT_EQ(values.size(), 10u);
  EXPECT_EQ(folder.files(), 1u);
}

/// A process that holds the file until it is killed.
class Holder {
 public:
  explicit Holder(const std::function<void()> &hold) {
    int pipe_ends[2];
    EXPECT_EQ(pipe(pipe_ends), 0);
    child_ = fork();
    if (child_ == 0) {
      alarm(60);
      hold();
      EXPECT_EQ(::write(pipe_ends[1], "", 1), 1);
      for (;;) pause();
    }
    char byte;
    EXPECT_EQ(read(pipe_ends[0], &byte, 1), 1);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
  }
  ~Holder() { end(); }
  void end() {
    if (child_ == 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }
  pid_t process() const { return child_; }

 private:
  pid_t child_;
};

TEST_F(StateFileTest, IsOfOneProcessAtATime) {
  save(numbers());
  const std::vector<char> before = contents(path);
  StateFile held(path, true, log);
  Holder holder([&] { held.save(identity, numbers()); });
  StateFile second(path, false, log);
  EXPECT_FALSE(second.restore(identity, [](StateReader &) { FAIL(); }));
  second.save(identity, numbers(3));
  EXPECT_NE(second.trouble().find("in use by process " + std::to_string(holder.process())),
            std::string::npos)
      << second.trouble();
  second.finish(true);
  EXPECT_EQ(contents(path), before);
  StateFile bound(path, false, log);
  bound.claim({}, false, false);
  EXPECT_THROW(bound.restore(identity, [](StateReader &) { FAIL(); }), Failure);
  holder.end();
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, IsNotUsedWhereItsLockIsNoRegularFile) {
  save(numbers());
  const std::string name = path + ".cuboid-lock";
  const std::function<void()> obstacles[] = {
      [&] { std::filesystem::create_symlink(folder.file("other"), name); },
      [&] { ASSERT_EQ(mkfifo(name.c_str(), 0600), 0); },
      [&] { std::filesystem::create_directory(name); }};
  for (const auto &put : obstacles) {
    put();
    StateFile file(path, true, log);
    EXPECT_FALSE(file.restore(identity, [](StateReader &) { FAIL(); }));
    file.save(identity, numbers(3));
    EXPECT_NE(file.trouble().find(name + " is not a regular file"), std::string::npos);
    StateFile bound(path, false, log);
    bound.claim({}, true, false);
    EXPECT_THROW(bound.restore(identity, [](StateReader &) { FAIL(); }), Failure);
    std::filesystem::remove(name);
    EXPECT_FALSE(std::filesystem::exists(folder.file("other")));
  }
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, OfAnotherUserIsNotResumedByTheSuperuserUnasked) {
  if (geteuid() != 0) GTEST_SKIP() << "this user is not the superuser";
  save(numbers());
  ASSERT_EQ(chown(path.c_str(), 12345, static_cast<gid_t>(-1)), 0);
  try {
    StateFile bound(path, false, log);
    bound.claim({}, false, false);
    bound.restore(identity, [](StateReader &) { FAIL(); });
    FAIL() << "resumed";
  } catch (const Failure &failure) {
    EXPECT_NE(std::string(failure.what()).find("user with the number 12345"), std::string::npos);
  }
  setenv("CUBOID_FOREIGN_STATE", "1", 1);
  EXPECT_TRUE(StateFile(path, true, log).restore(identity, [](StateReader &) {}));
  unsetenv("CUBOID_FOREIGN_STATE");
}

TEST_F(StateFileTest, IsOfOneRunOfAProcessAtATime) {
  save(numbers());
  {
    StateFile first(path, true, log);
    EXPECT_TRUE(first.restore(identity, [](StateReader &) {}));
    EXPECT_TRUE(refused());
    EXPECT_TRUE(refused());
  }
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, IsNotHeldByForkedWorkers) {
  auto file = std::make_unique<StateFile>(path, true, log);
  file->save(identity, numbers());
  const Holder worker([] {});
  file.reset();
  support::expect_zero_in_child([&] { return refused() ? 1 : 0; });
}

}  // namespace
