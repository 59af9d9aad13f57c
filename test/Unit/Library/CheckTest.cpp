// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Check.h"
#include "ptxkit/Instructions.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ptxkit;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The second statement requires sm_80, and the first has a wrong operand. (Manual 9.7.14.6)
static const std::string source = R"cu(
__device__ void f(unsigned x, double y) {
  asm("add.u32 %0, %0, %1;" : "+r"(x) : "d"(y));
  asm("redux.sync.add.u32 %0, %0, 0xffffffff;" : "+r"(x));
}
)cu";

static std::string errorOf(const Options &options) {
  return Check::text("", "k.ptx", options).error();
}

TEST(Check, StatementsOfAnotherLanguage) {
  Expected<Check> check = Check::text(source, "f.cu");
  ASSERT_TRUE(check);
  EXPECT_EQ(check->errors(), 1u);
  EXPECT_EQ(check->diagnostics().front().code, "PTX8005");
  EXPECT_EQ(check->position(check->diagnostics().front().range.begin).line, 3u);
  EXPECT_TRUE(check->functions().empty());
  EXPECT_TRUE(check->symbols().empty());
  EXPECT_EQ(check->version(), "");
  EXPECT_EQ(check->canonical().error(), "the source is not a PTX module");

  std::vector<AsmStatement> statements = check->statements();
  ASSERT_EQ(statements.size(), 1u); // without the one that has an error
  EXPECT_EQ(statements[0].function, "f");
  EXPECT_EQ(check->position(statements[0].range.begin).line, 4u);
  EXPECT_EQ(statements[0].requirements.version, "7.0");
  EXPECT_EQ(statements[0].requirements.cuda, "11.0");
  EXPECT_EQ(statements[0].requirements.targets.front().target, "sm_80");
  EXPECT_THAT(statements[0].condition, HasSubstr("__CUDA_ARCH__ >= 800"));
  EXPECT_THAT(check->requirementsJsonl(), HasSubstr("\"line\":4,\"function\":\"f\""));
}

TEST(Check, TheLanguageIsThatOfTheOption) {
  Options cuda;
  cuda.language = "cuda";
  EXPECT_EQ(Check::text(source, "text", cuda)->errors(), 1u);
  Options ptx;
  ptx.language = "ptx";
  EXPECT_NE(Check::text(source, "f.cu", ptx)->diagnostics().front().code, "PTX8005");
}

TEST(Check, OperandsOfATemplate) {
  Options options;
  options.fragment = true;
  options.operands = "=r,d";
  EXPECT_EQ(Check::text("add.u32 %0, %1, 1;", "t", options)->diagnostics().front().code, "PTX8005");
  options.operands = "=r,r";
  EXPECT_EQ(Check::text("add.u32 %0, %1, 1;", "t", options)->errors(), 0u);
}

TEST(Check, RequirementsAreThoseOfTheCode) {
  Options old;
  old.targets = {"sm_50"};
  Expected<Check> check = Check::text(
      ".version 9.0\n.target sm_100a\n.entry k() { wgmma.fence.sync.aligned; ret; }", "k.ptx", old);
  Requirements requirements = check->requirements();
  EXPECT_EQ(requirements.version, "8.0");
  EXPECT_EQ(requirements.cuda, "12.0");
  EXPECT_EQ(requirements.driver, "525");
  ASSERT_EQ(requirements.targets.size(), 1u);
  EXPECT_EQ(requirements.targets[0].target, "sm_90a");
  ASSERT_EQ(requirements.targets[0].versions.size(), 1u);
  EXPECT_EQ(requirements.targets[0].versions[0].last, "");
  EXPECT_THAT(requirements.reasons.front().message, HasSubstr("`wgmma.fence` requires PTX 8.0"));
  EXPECT_TRUE(check->statements().empty());
}

TEST(Check, OnlyTheSyntax) {
  Options options;
  options.syntaxOnly = true;
  Expected<Check> check =
      Check::text(".version 9.0\n.target sm_90\n.entry k() { add.u32 %a, 1; }", "k.ptx", options);
  EXPECT_EQ(check->errors(), 0u);
  EXPECT_TRUE(check->functions().empty());
  EXPECT_TRUE(check->formatted());
  EXPECT_EQ(check->canonical().error(), "only the syntax of the source was checked");
  EXPECT_EQ(check->requirements().version, "1.0");
}

TEST(Check, ConsumersOfTheModule) {
  const std::string module = ".version 8.0\n.target sm_80\n.entry k() { ret; }";
  Options cuda, driver, gpu;
  cuda.forCuda = "11.8";
  driver.forDriver = "550";
  gpu.forGpu = "sm_75";
  EXPECT_EQ(Check::text(module, "k.ptx", cuda)->errors(), 1u); // 11.8 reads PTX up to 7.8
  EXPECT_EQ(Check::text(module, "k.ptx", driver)->errors(), 0u);
  EXPECT_EQ(Check::text(module, "k.ptx", gpu)->errors(), 1u);
}

TEST(Check, ProblemsOfOptions) {
  Options options;
  options.forCuda = "1.2.3";
  EXPECT_THAT(errorOf(options), HasSubstr("unknown CUDA release `1.2.3`"));
  options = {};
  options.forGpu = "sm_9";
  EXPECT_THAT(errorOf(options), HasSubstr("unknown target `sm_9`"));
  options = {};
  options.language = "cobol";
  EXPECT_EQ(errorOf(options), "unknown language `cobol`");
  options = {};
  options.operands = "=r";
  EXPECT_EQ(errorOf(options), "operands are of a statement list");
  options = {};
  options.forCuda = "12.4";
  options.forDriver = "550";
  EXPECT_EQ(errorOf(options), "a CUDA release and a driver exclude each other");
}

TEST(Check, FixesSayWhetherTheyAreSafe) {
  Expected<Check> check = Check::text(".version 9.0\n.target sm_90\n.entry k() { ret }", "k.ptx");
  ASSERT_EQ(check->diagnostics().front().fixes.size(), 1u);
  EXPECT_TRUE(check->diagnostics().front().fixes[0].isSafe);
}

/// `.loc`: manual 11.5.4.
TEST(Check, OriginsByTheSourceBeforeThoseOfTheOptions) {
  const std::string module = ".version 7.0\n.target sm_80\n.file 1 \"k.cu\"\n"
                             ".entry k() {\n  frob;\n  .loc 1 12 3\n  frob;\n}\n";
  Options options;
  options.origins = {{6, {"later.py", 60, 0}}, {5, {"dsl.py", 50, 2}}}; // in any order
  Expected<Check> check = Check::text(module, "k.ptx", options);
  ASSERT_TRUE(check);
  ASSERT_EQ(check->diagnostics().size(), 2u);
  auto places = [&](size_t index) {
    std::optional<Origin> origin = check->diagnostics()[index].origin;
    std::optional<Origin> asked = check->origin(check->diagnostics()[index].range.begin);
    EXPECT_EQ(origin->file, asked->file);
    return origin->file + ":" + std::to_string(origin->line) + ":" + std::to_string(origin->column);
  };
  EXPECT_EQ(places(0), "dsl.py:50:2");
  EXPECT_EQ(places(1), "k.cu:12:3");
  EXPECT_EQ(check->diagnostics()[0].notes.back().message, "from `dsl.py`:50:2");
  EXPECT_FALSE(check->origin(0));
}

TEST(Check, DirectivesAndComments) {
  Expected<Check> check = Check::text("# 3 \"k.in\"\n.version 7.0 // v\n.target sm_80\n"
                                      ".entry k() .maxntid 32 /* h */ {\n"
                                      "  .pragma \"nounroll\";\n  ret; }\n",
                                      "k.ptx");
  ASSERT_TRUE(check);
  auto text = [&](Range range) {
    return std::string(check->source().substr(range.begin, range.end - range.begin));
  };
  std::vector<std::string> comments, directives;
  for (const Comment &comment : check->comments())
    comments.push_back(text(comment.range) + (comment.isLineMarker ? "!" : ""));
  EXPECT_THAT(comments, ElementsAre("# 3 \"k.in\"!", "// v", "/* h */"));
  for (const Directive &directive : check->directives())
    directives.push_back(text(directive.range));
  EXPECT_THAT(directives, ElementsAre(".version 7.0", ".target sm_80"));
  const Function entry = check->functions().front();
  EXPECT_THAT(entry.directives().front().name, ".maxntid");
  EXPECT_EQ(text(entry.directives().back().range), ".pragma \"nounroll\";");
}

/// `%r<3>` declares `%r0` to `%r2`. (Manual 5.4.6)
TEST(Check, NumbersOfRegisters) {
  Options options;
  options.fragment = options.declaresNames = true;
  Expected<Check> check =
      Check::text(".reg .b32 %r<3>, %x; .reg .pred %p<4>; @!%p3 mov.b32 %r2, %x;", "text", options);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->errors(), 0u);
  const Instruction move = check->functions().front().instructions().front();
  EXPECT_EQ(move.operands()[0].number(), 2u);
  EXPECT_EQ(move.operands()[1].number(), std::nullopt);
  EXPECT_EQ(move.guard()->number, 3u);
  EXPECT_EQ(move.guard()->symbol->name, "%p");
  EXPECT_EQ(Check::text("mov.b32 %r2, 1;", "text", options)->errors(), 1u);
  options.declaresNames = false;
  EXPECT_EQ(Check::text("mov.b32 %r2, 1;", "text", options)->errors(), 0u);
}

TEST(Instructions, FactsOfAnInstruction) {
  Expected<std::string> facts = describe("mad.lo.u32");
  ASSERT_TRUE(facts);
  EXPECT_THAT(*facts, HasSubstr("\"syntax\":\"mad.lo.u32 d, a, b, c\""));
  EXPECT_THAT(*facts, HasSubstr("{\"name\":\"a\",\"kinds\":[\"register\",\"immediate\"],"
                                "\"types\":[\"u32\"],\"written\":false,\"optional\":false,"
                                "\"text\":[\"register or immediate, `.u32`\"]}"));
  EXPECT_THAT(describe("mda").error(), HasSubstr("did you mean `mad`"));
  EXPECT_THAT(instructions(), HasSubstr("{\"name\":\"wgmma.fence\",\"section\":\"9.7.15.7.1\","));
}

TEST(Check, ALaunchIsExecuted) {
  Expected<Check> check =
      Check::text(".version 8.0\n.target sm_90\n.address_size 64\n//@launch k block=32\n"
                  ".entry k() {\n.shared .b32 x; .reg .b32 %r;\nld.shared.u32 %r, [x]; ret; }",
                  "k.ptx");
  ASSERT_EQ(check->launches(), std::vector<std::string>{"k block=32"});
  SanitizeOptions options;
  options.schedules = 2;
  options.wantsTimeline = true;
  Expected<LaunchResult> result = check->sanitize(check->launches()[0], options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->launch, "k block=32 grid=1");
  EXPECT_EQ(result->verdict, "no fault, but warnings"); // nothing writes `x`
  ASSERT_EQ(result->diagnostics.size(), 1u);
  EXPECT_EQ(result->diagnostics[0].name, "uninitialized-shared");
  EXPECT_EQ(check->position(result->diagnostics[0].range.begin).line, 7u);
  EXPECT_EQ(result->executions, 2u);
  EXPECT_TRUE(result->notFollowed.empty());
  EXPECT_THAT(result->timeline, HasSubstr("</svg>"));
  EXPECT_THAT(check->sanitize("k block=0").error(), HasSubstr("for `block`"));
}
