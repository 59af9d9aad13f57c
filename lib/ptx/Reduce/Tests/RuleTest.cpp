// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Tests/RuleTest.h"

#include "ptx/Check/Check.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

class RuleTest : public InterestTest {
public:
  RuleTest(RuleName rule, CheckOptions options) : rule(rule), options(std::move(options)) {}

  bool isInteresting(llvm::StringRef text, unsigned) const override {
    auto source = SourceBuffer::fromString(text.str(), "candidate");
    return llvm::any_of(checkSource(*source, options).diagnostics,
                        [&](const Diagnostic &found) { return rule.covers(info(found.id)); });
  }

  bool allowsError(DiagId id) const override { return rule.covers(info(id)); }

private:
  RuleName rule;
  CheckOptions options;
};

} // namespace

llvm::Expected<std::unique_ptr<InterestTest>> ptx::ruleTest(llvm::StringRef name) {
  std::optional<RuleName> rule = RuleName::find(name);
  if (!rule) {
    llvm::StringRef nearest = nearestRuleName(name, /*withErrors=*/true);
    return llvm::createStringError("there is no rule `" + name + "`" +
                                   (nearest.empty() ? "" : "; did you mean `" + nearest + "`?"));
  }
  CheckOptions options;
  options.diagnostics.errorLimit = 0;
  // Rules that are always errors cannot be turned on.
  llvm::consumeError(options.diagnostics.addWarningFlag(name));
  return std::make_unique<RuleTest>(*rule, std::move(options));
}
