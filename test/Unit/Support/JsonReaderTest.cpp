// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/JsonReader.h"

#include "gtest/gtest.h"

#include <vector>

using namespace ptx;
using llvm::StringRef;

namespace {

std::string jsonError(StringRef text) {
  JsonReader reader(text);
  reader.object([](StringRef) {});
  return llvm::toString(reader.finish());
}

} // namespace

TEST(JsonReader, ReadsWhatIsAskedForAndSkipsTheRest) {
  JsonReader reader(R"( {"a": [1, "x\u00e9\n", {"b": [true, null, -1.5e3]}], "n": -7, "s": 3 } )");
  std::vector<std::string> found;
  reader.object([&](StringRef key) {
    found.push_back(key.str());
    if (key == "a")
      reader.array([&] {
        if (std::optional<std::string> text = reader.string())
          found.push_back(*text);
      });
    else if (key == "n")
      EXPECT_EQ(reader.integer(), -7);
    else if (key == "s")
      EXPECT_EQ(reader.string(), std::nullopt);
  });
  EXPECT_EQ(llvm::toString(reader.finish()), "");
  EXPECT_EQ(found, (std::vector<std::string>{"a", "x\xC3\xA9\n", "n", "s"}));
}

TEST(JsonReader, AnErrorNamesItsPlace) {
  EXPECT_EQ(jsonError("{}"), "");
  EXPECT_EQ(jsonError(""), "line 1, column 1: expected a value");
  EXPECT_EQ(jsonError("{\n \"a\": }"), "line 2, column 7: expected a value");
  EXPECT_EQ(jsonError("{\"a\" 1}"), "line 1, column 6: expected `:` after a name");
  EXPECT_EQ(jsonError("{\"a\": 1 2}"), "line 1, column 9: expected `,` or `}`");
  EXPECT_EQ(jsonError("{\"a\": 1,}"), "line 1, column 9: expected a name in double quotes");
  EXPECT_EQ(jsonError("{\"a\": \"b}"), "line 1, column 7: no closing `\"`");
  EXPECT_EQ(jsonError("{} {}"), "line 1, column 4: unexpected text after the value");
  EXPECT_EQ(jsonError("{\"a\": 01x}"), "line 1, column 7: expected a value");
}

TEST(JsonReader, BracketsNestSoDeepAndNoDeeper) {
  auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(jsonError(nested(64)), "");
  EXPECT_EQ(jsonError(nested(65)), "line 1, column 66: brackets nest too deeply");
  EXPECT_EQ(jsonError(std::string(1000000, '[')), "line 1, column 66: brackets nest too deeply");
}
