// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Reducer.h"

#include <gtest/gtest.h>

using namespace ptx;

namespace {

/// Interesting is a text with all of some words.
class Words : public InterestTest {
public:
  explicit Words(std::vector<std::string> words) : words(std::move(words)) {}

  bool isInteresting(llvm::StringRef text, unsigned) const override {
    return llvm::all_of(words, [&](llvm::StringRef word) { return text.contains(word); });
  }

private:
  std::vector<std::string> words;
};

} // namespace

static ReductionOptions allPasses() {
  ReductionOptions options;
  for (const ReductionPass &pass : reductionPasses())
    options.passes.push_back(&pass);
  return options;
}

static std::string reduced(const std::string &text, std::vector<std::string> words,
                           const ReductionOptions &options, unsigned threads = 1) {
  Words test(std::move(words));
  Workers workers(threads);
  return Reducer(test, options, workers).reduce(text);
}

/// A module with `count` additions, of registers with different numbers.
static std::string additions(unsigned count) {
  std::string text = ".version 9.0\n.target sm_90\n.entry k()\n{\n.reg .b32 %r<" +
                     std::to_string(count + 2) + ">;\n";
  for (unsigned i = 0; i < count; ++i)
    text += "add.u32 %r" + std::to_string(i + 1) + ", %r" + std::to_string(i) + ", 1;\n";
  return text + "ret;\n}\n";
}

TEST(Reducer, TheResultDoesNotDependOnTheWorkers) {
  std::string text = additions(60);
  std::vector<std::string> words = {", %r7,", ", %r31,", ", %r52,"};
  std::string one = reduced(text, words, allPasses());
  EXPECT_EQ(one, reduced(text, words, allPasses(), 4));
  EXPECT_EQ(llvm::StringRef(one).count("add.u32"), 3u);
}

TEST(Reducer, FewTestsForMuchToRemove) {
  Words test({"%r777,"});
  Workers workers(1);
  ReductionOptions options = allPasses();
  Reducer reducer(test, options, workers);
  std::string text = reducer.reduce(additions(1000));
  EXPECT_EQ(llvm::StringRef(text).count("add.u32"), 1u);
  EXPECT_LT(reducer.tests(), 150u);
  EXPECT_EQ(reducer.end(), ReductionEnd::Smallest);
}

TEST(Reducer, EndsAtOnce) {
  Words test({});
  Workers workers(2);
  ReductionOptions options = allPasses();
  std::atomic<bool> stop = true;
  options.stop = &stop;
  Reducer reducer(test, options, workers);
  EXPECT_EQ(llvm::StringRef(reducer.reduce(additions(3))).count("add.u32"), 3u);
  EXPECT_EQ(reducer.end(), ReductionEnd::Stopped);
}

TEST(Reducer, AnyText) {
  ReductionOptions options = allPasses();
  options.any = true;
  EXPECT_EQ(reduced("no { PTX\nkeep this\n;; at all", {"keep"}, options), "keep\n");
  EXPECT_EQ(reduced("", {}, options), "");
}
