// State files: whole or refused, and replaced in one step.
#include "algorithm/common/state_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "unit/algorithm/algorithm_support.hpp"

namespace {

using namespace algorithm_test;

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
  save(numbers());
  EXPECT_TRUE(refused({Routine::vegas, 3, 2}));
  EXPECT_TRUE(refused({Routine::cuhre, 2, 2}));
  EXPECT_TRUE(refused({Routine::cuhre, 3, 1}));
  EXPECT_FALSE(refused());
}

TEST_F(StateFileTest, ForeignFilesAreRefusedWithAMessage) {
  const std::string text = "not a state file\n";
  write(path, {text.begin(), text.end()});
  EXPECT_TRUE(refused());
  EXPECT_EQ(printed.back(), "\nError restoring state from " + path + ", starting from scratch.");
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

}  // namespace
