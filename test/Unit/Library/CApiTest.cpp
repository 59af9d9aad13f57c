// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/ptxkit.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <memory>
#include <string>

namespace {

using ::testing::HasSubstr;

/// wgmma is on sm_90a, and not on sm_80. (Manual 9.7.15.7)
const std::string module = ".version 8.0\n.target sm_90a\n"
                           ".entry k() { wgmma.fence.sync.aligned; ret; }\n";

class OptionHandle {
public:
  int set(const char *name, const char *value) {
    return ptxkit_options_set(options.get(), name, value);
  }
  std::string error() const { return ptxkit_options_error(options.get()); }
  uint64_t errorsOfModule() const {
    ptxkit_check *check =
        ptxkit_check_text(module.data(), module.size(), "k.ptx", options.get(), nullptr);
    uint64_t errors = ptxkit_check_errors(check);
    ptxkit_check_destroy(check);
    return errors;
  }

private:
  std::unique_ptr<ptxkit_options, decltype(&ptxkit_options_destroy)> options{
      ptxkit_options_create(), ptxkit_options_destroy};
};

} // namespace

TEST(CApi, TargetsAddToThoseBefore) {
  for (auto [first, second] : {std::pair{"sm_80", "sm_90a"}, std::pair{"sm_90a", "sm_80"}}) {
    OptionHandle options;
    EXPECT_TRUE(options.set("target", first));
    EXPECT_TRUE(options.set("target", second));
    EXPECT_EQ(options.errorsOfModule(), 1u) << first << ' ' << second;
  }
  OptionHandle list, one;
  EXPECT_TRUE(list.set("target", "sm_80,sm_90a"));
  EXPECT_EQ(list.errorsOfModule(), 1u);
  EXPECT_TRUE(one.set("target", "sm_90a"));
  EXPECT_EQ(one.errorsOfModule(), 0u);
}

TEST(CApi, AValueThatMakesNoSenseIsRefusedAndChangesNothing) {
  const std::pair<const char *, const char *> wrong[] = {
      {"target", "sm_xx"}, {"target", "sm_90a,"}, {"target", ""},   {"ptx-version", "77"},
      {"W", "nonsense"},   {"for-cuda", "1.2.3"}, {"for-gpu", "x"}, {"language", "cobol"},
      {"final", "yes"},    {"error-limit", "x"},  {"lints", "yes"}, {"j", "-1"}};
  OptionHandle options;
  for (auto [name, value] : wrong) {
    EXPECT_FALSE(options.set(name, value)) << name << '=' << value;
    EXPECT_THAT(options.error(), HasSubstr("`")) << name << '=' << value;
  }
  EXPECT_FALSE(options.set("colour", "1"));
  EXPECT_EQ(options.error(), "there is no option `colour`");
  EXPECT_EQ(options.errorsOfModule(), 0u);
  EXPECT_TRUE(options.set("target", "sm_80"));
  EXPECT_EQ(options.error(), "");
  EXPECT_EQ(options.errorsOfModule(), 1u);
}

static std::string taken(char *text) {
  std::string result = text ? text : "";
  ptxkit_free(text);
  return result;
}

TEST(CApi, RequirementsAndFactsAreJson) {
  ptxkit_check *check = ptxkit_check_text(module.data(), module.size(), "k.ptx", nullptr, nullptr);
  EXPECT_THAT(taken(ptxkit_check_requirements_jsonl(check)), HasSubstr("\"version\":\"8.0\""));
  ptxkit_check_destroy(check);
  EXPECT_THAT(taken(ptxkit_describe_json("ret", nullptr)), HasSubstr("\"name\":\"ret\""));
  EXPECT_THAT(taken(ptxkit_instructions_json()), HasSubstr("\"name\":\"ret\""));
  char *error = nullptr;
  EXPECT_EQ(ptxkit_describe_json("nothing", &error), nullptr);
  EXPECT_THAT(taken(error), HasSubstr("unknown instruction `nothing`"));
  EXPECT_EQ(ptxkit_check_requirements_jsonl(nullptr), nullptr);
}

TEST(CApi, LaunchesAreExecuted) {
  const std::string_view text = ".version 8.0\n.target sm_90\n.address_size 64\n"
                                "//@launch k block=64\n"
                                ".entry k() { .shared .b32 x; .reg .b32 %r;\n"
                                "mov.u32 %r, %tid.x;\nst.shared.u32 [x], %r;\nret; }\n";
  ptxkit_check *check = ptxkit_check_text(text.data(), text.size(), "k.ptx", nullptr, nullptr);
  EXPECT_EQ(taken(ptxkit_check_launches_json(check)), "[\"k block=64\"]");
  std::string two = taken(ptxkit_check_sanitize_json(check, "k block=64", nullptr, nullptr));
  EXPECT_THAT(two, HasSubstr("\"verdict\":\"faults found\""));
  EXPECT_THAT(two, HasSubstr("\"code\":\"PTX6501\""));
  std::string one = taken(
      ptxkit_check_sanitize_json(check, "{\"entry\": \"k\", \"block\": 1}", nullptr, nullptr));
  EXPECT_THAT(one, HasSubstr("\"verdict\":\"clean\""));
  EXPECT_THAT(one, HasSubstr("\"notFollowed\":[],\"findings\":[]}"));
  char *error = nullptr;
  EXPECT_EQ(ptxkit_check_sanitize_json(check, "j", nullptr, &error), nullptr);
  EXPECT_EQ(taken(error), "the module has no entry `j`; did you mean `k`?");
  EXPECT_EQ(ptxkit_check_sanitize_json(check, nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(ptxkit_check_sanitize_json(nullptr, "", nullptr, nullptr), nullptr);
  ptxkit_check_destroy(check);
}

TEST(CApi, AModulePieceByPiece) {
  ptxkit_check *check = ptxkit_check_text(module.data(), module.size(), "k.ptx", nullptr, nullptr);
  EXPECT_THAT(taken(ptxkit_check_outline_json(check)), HasSubstr("\"defined\":true"));
  EXPECT_THAT(taken(ptxkit_check_function_json(check, 0)), HasSubstr("wgmma.fence"));
  EXPECT_EQ(ptxkit_check_function_json(check, 1), nullptr);
  EXPECT_EQ(taken(ptxkit_check_origin_json(check, 0)), "null");
  EXPECT_EQ(ptxkit_check_origin_json(check, module.size() + 1), nullptr);
  char *error = nullptr;
  EXPECT_EQ(ptxkit_check_report(check, "xml", 0, &error), nullptr);
  EXPECT_EQ(taken(error), "unknown format `xml`");
  EXPECT_THAT(taken(ptxkit_check_report(check, "sarif", 0, nullptr)), HasSubstr("2.1.0"));
  EXPECT_THAT(taken(ptxkit_check_report(check, "json", 0, nullptr)),
              HasSubstr(std::string(R"("name":"ptxkit","version":")") + ptxkit_version() + '"'));
  ptxkit_check_destroy(check);
}
