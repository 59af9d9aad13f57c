// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorComments.h"

#include "ptx/Syntax/Parse/Parser.h"

#include "gtest/gtest.h"

using namespace ptx;

namespace {

struct Read {
  std::unique_ptr<SourceBuffer> source;
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module;
  TensorComments comments;
};

Read readText(std::string text) {
  Read result;
  result.source = SourceBuffer::fromString(std::move(text), "k.ptx");
  result.module = parseModule(*result.source, result.diagnostics);
  result.comments = readTensorComments(*result.module);
  return result;
}

/// "column: text" of the problem with a comment, which is a line of its own.
std::string problemWith(const std::string &comment) {
  Read result = readText(".version 9.0\n.target sm_90\n" + comment + "\n");
  if (result.comments.problems.empty())
    return "";
  EXPECT_EQ(result.comments.problems.size(), 1u);
  const CommentProblem &problem = result.comments.problems.front();
  LineColumn at = result.source->lineColumn(problem.range.begin);
  EXPECT_EQ(at.line, 3u);
  EXPECT_LE(problem.range.end, result.source->text().size());
  return std::to_string(at.column) + ": " + problem.text;
}

} // namespace

TEST(TensorComments, SaysWhereItIsWrong) {
  EXPECT_EQ(problemWith("//@tensormap a {rank: 2}"), "");
  EXPECT_EQ(problemWith("//@tensormap"), "13: expected the name of what is described");
  EXPECT_EQ(problemWith("//@tensormap a"), "15: expected `{` after the name");
  EXPECT_EQ(problemWith("//@tensormap a {rank: x}"), "23: `rank`: expected a number of 0 or more");
  EXPECT_EQ(problemWith("//@tensormap a {ranks: 1}"),
            "17: `ranks`: unknown member of a tensor map");
  EXPECT_EQ(problemWith("//@tensormap a {rank: 1"), "24: expected `,` or `}`");
  EXPECT_EQ(problemWith("//@tensormap a {rank: 1} }"), "25: unexpected text after `}`");
  EXPECT_EQ(problemWith("//@tensormap a {rank: 1} the map of A"), "");
  EXPECT_EQ(problemWith("//@tensormpa a {rank: 1}"),
            "4: unknown word `tensormpa`; did you mean `tensormap`?");
  EXPECT_EQ(problemWith("//@tile a stages=x"), "18: `stages`: expected a number of 0 or more");
  EXPECT_EQ(problemWith("//@tile a {}"), "11: expected `map`, the name of a tensor map");
  EXPECT_EQ(problemWith("//@mbar a {counts: 1}"),
            "12: `counts`: unknown member of an mbarrier object");
}

TEST(TensorComments, HostileText) {
  EXPECT_EQ(problemWith("//@tensormap a {" + std::string(1 << 16, '[')).substr(0, 4), "17: ");
  std::string deep;
  for (int i = 0; i != 1000; ++i)
    deep += "{a:";
  EXPECT_NE(problemWith("//@tensormap a " + deep).find("nest too deeply"), std::string::npos);
  EXPECT_EQ(problemWith("//@tensormap a {rank: 99999999999999999999999}"),
            "23: `rank`: expected a number of 0 or more");
  EXPECT_EQ(problemWith("//@tensormap a {\"type"), "17: no closing `\"`");
  EXPECT_EQ(problemWith("//@tensormap a {type: \xFF}"), "23: expected a value");
  // Descriptions that never end.
  std::string lines = "//@tensormap a {\n";
  for (int i = 0; i != 10000; ++i)
    lines += "// x: 1,\n";
  EXPECT_EQ(readText(lines).comments.problems.size(), 1u);
  EXPECT_EQ(readText("//@").comments.problems.size(), 0u);
}

TEST(TensorComments, BelongToWhatFollows) {
  Read result = readText(R"(.version 9.0
.target sm_90
//@tensormap a {rank: 1}
.global .b8 a[128];
//@tensormap b {rank: 2,
//   dims: [1, 2]}
.entry k(
  //@tensormap c {rank: 3}
  .param .b8 c[128])
{
  //@mbar d {count: 4}
  ret; // "//@mbar e {count: 4}"
}
.file 1 "//@mbar e {count: 4}"
/* //@mbar e {count: 4} */
//@tile f base=0x480
)");
  llvm::ArrayRef<TensorComment> comments = result.comments.comments;
  EXPECT_TRUE(result.comments.problems.empty());
  ASSERT_EQ(comments.size(), 5u);
  EXPECT_FALSE(comments[0].function);
  EXPECT_TRUE(comments[1].function);
  EXPECT_FALSE(comments[1].inBody);
  EXPECT_EQ(std::get<DescribedTensorMap>(comments[1].description).map.dims,
            (TensorMap::Numbers{1, 2}));
  EXPECT_TRUE(comments[2].function);
  EXPECT_FALSE(comments[2].inBody);
  EXPECT_TRUE(comments[3].inBody);
  EXPECT_EQ(std::get<DescribedBarrier>(comments[3].description).count, 4u);
  EXPECT_FALSE(comments[4].function);
  EXPECT_EQ(std::get<DescribedTile>(comments[4].description).base, 0x480u);
}
