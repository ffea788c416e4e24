// The list of all that a message may say of a result.
#include "run/remarks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "algorithm/common/convergence.hpp"

namespace {

using namespace cuboid::algorithm;

constexpr std::size_t max_characters = 200;

/// With numbers as long as they come, as most sentences are told.
std::string told(std::string sentence) {
  for (std::size_t at; (at = sentence.find("{}")) != std::string::npos;)
    sentence.replace(at, 2, "1234567");
  return sentence;
}

std::vector<std::string> all_sentences() {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < remarks().size(); ++i)
    for (const int ndim : {0, 1})
      if (ndim == 0 || *remarks()[i].on_one_axis != '\0')
        all.push_back(sentence_of(static_cast<Remark>(i), ndim));
  return all;
}

// What to do first, or else what happened.
TEST(Remarks, BeginWithWhatToDoOrWhatHappened) {
  const std::set<std::string> first{"raise", "try",   "set", "cut", "give", "scale",
                                    "shift", "check", "at",  "the", "{}"};
  for (const std::string &sentence : all_sentences())
    EXPECT_TRUE(first.contains(sentence.substr(0, sentence.find(' ')))) << sentence;
}

// Advice after the colon would be read last.
TEST(Remarks, GiveNoAdviceAfterWhatHappened) {
  for (const std::string &sentence : all_sentences()) {
    if (sentence.rfind("at this rate", 0) == 0) continue;
    for (const char *advice : {": try", ": raise", ": give", ": set", ": cut"})
      EXPECT_EQ(sentence.find(advice), std::string::npos) << sentence;
  }
}

TEST(Remarks, AreShort) {
  for (const std::string &sentence : all_sentences()) {
    EXPECT_LE(told(sentence).size(), max_characters) << sentence;
    EXPECT_GE(sentence.size(), 20u) << sentence;
  }
}

TEST(Remarks, AreAllDifferent) {
  std::set<std::string> codes, sentences, conditions;
  for (const RemarkEntry &entry : remarks()) {
    EXPECT_TRUE(codes.insert(entry.code).second) << entry.code;
    EXPECT_TRUE(conditions.insert(entry.condition).second) << entry.condition;
    EXPECT_FALSE(std::string(entry.condition).empty()) << entry.code;
  }
  for (const std::string &sentence : all_sentences())
    EXPECT_TRUE(sentences.insert(sentence).second) << sentence;
}

// They are joined by semicolons, at which a message is cut where it has no room for all of them.
TEST(Remarks, AreOneClauseWithoutAStop) {
  for (const std::string &sentence : all_sentences()) {
    EXPECT_EQ(sentence.find(';'), std::string::npos) << sentence;
    EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(sentence.back())) || sentence.back() == '}')
        << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
  }
}

TEST(Remarks, SayNothingOfRidgesAndJumpsInOneDimension) {
  for (std::size_t i = 0; i < remarks().size(); ++i) {
    const std::string sentence = sentence_of(static_cast<Remark>(i), 1, {"1", "2"});
    for (const char *word : {"ridge", "jump", "axes", "vegas_plus", "cuhre", "dimensions"})
      EXPECT_EQ(sentence.find(word), std::string::npos) << sentence;
  }
}

TEST(Remarks, FillInWordsInTheirOrder) {
  EXPECT_EQ(sentence_of(Remark::found_late, 3, {"2", "10"}),
            "the first 2 of 10 iterations contradict the later ones and are left out, as with a "
            "narrow peak that is found late");
  EXPECT_EQ(sentence_of(Remark::counted_as_zero, 3, {"5", ""}),
            "5 values of the integrand were NaN or infinite and counted as zero");
}

std::string sentence_for(Remark remark, int ndim, int ncomp, const char *method) {
  Result result(ncomp);
  result.ndim = ndim;
  result.method = method;
  return sentence_of(remark, result, {"5e6", "2"});
}

TEST(Remarks, ProposeWhatTakesTheDimensionsAndHasNotTried) {
  const std::string rate = "at this rate the accuracy takes about 5e6 evaluations";
  const struct {
    int ndim, ncomp;
    const char *method;
    std::string then;
  } rows[] = {
      {3, 1, "vegas",
       ": if the integrand is smooth, try method = cuhre or lattice, if it has jumps, ridges or "
       "peaks, divonne or vegas_plus"},
      {3, 1, "divonne",
       ": if the integrand is smooth, try method = cuhre or lattice, if it has jumps, ridges or "
       "peaks, vegas_plus"},
      {3, 40, "vegas_plus",
       ": if the integrand is smooth, try method = cuhre, if it has jumps, ridges or peaks, "
       "divonne"},
      {50, 1, "divonne", ": if the integrand is smooth, try method = lattice"},
      {100, 1, "vegas", ": if the integrand has jumps, ridges or peaks, try method = divonne"},
      {100, 1, "divonne", ""},
  };
  for (const auto &row : rows)
    EXPECT_EQ(sentence_for(Remark::effort, row.ndim, row.ncomp, row.method), rate + row.then);
  EXPECT_EQ(sentence_for(Remark::cut_peak, 21, 1, "divonne").find("cuhre"), std::string::npos);
  EXPECT_EQ(sentence_for(Remark::lattice_slow, 33, 1, "lattice").find("the error falls"), 0u);
  // Nothing is left of the marks, whatever is left out.
  for (std::size_t i = 0; i < remarks().size(); ++i)
    for (const int ndim : {1, 3, 25, 50, 100})
      EXPECT_EQ(sentence_for(static_cast<Remark>(i), ndim, 1, "divonne").find_first_of("{}|"),
                std::string::npos);
}

TEST(Remarks, AreJoinedOrStandAlone) {
  Result result(1);
  add_remark(result, Remark::stands_out);
  add_remark(result, Remark::still_moves);
  EXPECT_EQ(result.remark,
            sentence_of(Remark::stands_out, 0) + "; " + sentence_of(Remark::still_moves, 0));
  say_alone(result, Remark::cut_peak);
  EXPECT_EQ(result.remark, sentence_of(Remark::cut_peak, 0));
  result.ndim = 1;
  say_alone(result, Remark::cut_peak);
  EXPECT_EQ(result.remark, sentence_of(Remark::cut_peak, 1));
  EXPECT_NE(sentence_of(Remark::cut_peak, 1), sentence_of(Remark::cut_peak, 2));
}

}  // namespace
