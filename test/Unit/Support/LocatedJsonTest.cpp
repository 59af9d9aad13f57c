// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/LocatedJson.h"

#include "gtest/gtest.h"

using namespace ptx;
using llvm::StringRef;
using llvm::json::Value;

namespace {

Value relaxed(StringRef text) {
  return llvm::cantFail(LocatedJson::parse(text, JsonDialect::Relaxed)).value();
}

Value strict(StringRef text) {
  return llvm::cantFail(LocatedJson::parse(text, JsonDialect::Strict)).value();
}

/// "column: text" of what is wrong, the column from 0.
std::string failure(StringRef text, JsonDialect dialect) {
  llvm::Expected<LocatedJson> json = LocatedJson::parse(text, dialect);
  std::string result;
  if (!json)
    llvm::handleAllErrors(json.takeError(), [&](const TextError &error) {
      result = std::to_string(error.range.begin) + ": " + error.text;
      EXPECT_LE(error.range.end, text.size());
    });
  return result;
}

std::string relaxedFailure(StringRef text) { return failure(text, JsonDialect::Relaxed); }
std::string strictFailure(StringRef text) { return failure(text, JsonDialect::Strict); }

} // namespace

TEST(LocatedJson, StrictIsJson) {
  for (StringRef text :
       {R"({"a": [1, -2.5, "x\n\u0041", true, null], "b": {}, "c": []})", "17", "\"\"", " [ ] "})
    EXPECT_EQ(strict(text), llvm::cantFail(llvm::json::parse(text)));
}

TEST(LocatedJson, RelaxedNeedsNoQuotes) {
  EXPECT_EQ(relaxed("{type: bf16, dims: [64,8,], swizzle: 128B, x: 0x10, \"q\": nan, }"),
            Value(llvm::json::Object{{"type", "bf16"},
                                     {"dims", llvm::json::Array{64, 8}},
                                     {"swizzle", "128B"},
                                     {"x", "0x10"},
                                     {"q", "nan"}}));
  EXPECT_EQ(relaxed("32B+8B-flip"), "32B+8B-flip");
  EXPECT_EQ(relaxed("[true, null, -3]"), Value(llvm::json::Array{true, nullptr, -3}));
}

TEST(LocatedJson, SaysWhereParts) {
  StringRef text = "{a: [7, {b: x}]}  remark";
  LocatedJson json = llvm::cantFail(LocatedJson::parse(text, JsonDialect::Relaxed));
  auto at = [&](SourceRange range) { return text.slice(range.begin, range.end); };
  EXPECT_EQ(text.take_front(json.end()), "{a: [7, {b: x}]}");
  EXPECT_EQ(at(json.find({"a", "1", "b"}).value), "x");
  EXPECT_EQ(at(json.find({"a", "1", "b"}).name), "b");
  EXPECT_EQ(at(json.find({"a", "0"}).value), "7");
  EXPECT_EQ(at(json.find({"a"}).value), "[7, {b: x}]");
  EXPECT_EQ(at(json.find({"a", "4", "b"}).value), "[7, {b: x}]");
}

TEST(LocatedJson, SaysWhatIsWrong) {
  EXPECT_EQ(relaxedFailure(""), "0: expected a value");
  EXPECT_EQ(relaxedFailure("{a 1}"), "3: expected `:` after `a`");
  EXPECT_EQ(relaxedFailure("{a: 1"), "5: expected `,` or `}`");
  EXPECT_EQ(relaxedFailure("{a: 1]"), "5: expected `,` or `}`");
  EXPECT_EQ(relaxedFailure("{a: }"), "4: expected a value");
  EXPECT_EQ(relaxedFailure("{: 1}"), "1: expected a name");
  EXPECT_EQ(relaxedFailure("{a: 1, a: 2}"), "7: `a` is given twice");
  EXPECT_EQ(relaxedFailure("[1, \"x]"), "4: no closing `\"`");
  EXPECT_EQ(relaxedFailure("\"\\"), "0: no closing `\"`");
  EXPECT_EQ(relaxedFailure("\"\\q\""), "0: a string that JSON does not allow");
  EXPECT_EQ(relaxedFailure("'x'"), "0: expected a value");
  EXPECT_EQ(relaxedFailure("\xFF"), "0: expected a value");
  EXPECT_EQ(strictFailure("{a: 1}"), "1: expected a name in double quotes");
  EXPECT_EQ(strictFailure("[bf16]"), "1: expected a value");
  EXPECT_EQ(strictFailure("[1,]"), "3: expected another entry after `,`");
  EXPECT_EQ(strictFailure("{} {}"), "3: unexpected text after the value");
  EXPECT_EQ(strictFailure(StringRef("{\0}", 3)), "1: expected a name in double quotes");
}

TEST(LocatedJson, NestingIsBounded) {
  for (const char *open : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i != 1 << 20; ++i)
      text += open;
    EXPECT_NE(strictFailure(text).find("brackets nest too deeply"), std::string::npos);
  }
  EXPECT_EQ(strictFailure(std::string(15, '[') + std::string(15, ']')), "");
}

TEST(LocatedJson, NumbersBeyondSixtyFourBits) {
  EXPECT_FALSE(strict("123456789012345678901234567890").getAsUINT64());
  EXPECT_FALSE(strict("1e999").getAsInteger());
  EXPECT_EQ(strict("18446744073709551615").getAsUINT64(), UINT64_MAX);
}
