// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/FixEngine.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Support/SourceBuffer.h"

#include "gtest/gtest.h"

#include <string>

using namespace ptx;

namespace {

/// How often a text of `size` bytes is checked where each fix brings the next finding.
unsigned checksOf(size_t size) {
  std::string text;
  while (text.size() < 10'000)
    text += "a;\n\n";
  text.resize(size, '\n');
  unsigned checks = 0;
  auto check = [&](const SourceBuffer &source) {
    ++checks;
    Report report;
    auto place = static_cast<uint32_t>(source.text().find('a'));
    SourceRange found = {place, place + 1};
    Diagnostic d;
    d.id = diag::EmptyStatement::id;
    d.severity = Severity::Warning;
    d.range = found;
    d.fixes.push_back({found, "b", ""});
    report.diagnostics.push_back(d);
    return report;
  };
  auto source = SourceBuffer::fromString(text, "k.ptx");
  FixedText fixed = applyFixes(*source, {}, check);
  EXPECT_EQ(fixed.applied + 1, checks);
  return checks;
}

TEST(FixEngine, ChecksATextANumberOfTimesThatDependsOnItsSize) {
  EXPECT_EQ(checksOf(10'000), 1u + 128);
  EXPECT_EQ(checksOf((1 << 20) - 1), 1u + 32);
  EXPECT_EQ(checksOf(5 << 20), 1u + 8);
}

} // namespace
