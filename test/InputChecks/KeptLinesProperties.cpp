// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Properties.h"

#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::StringRef;

namespace {

constexpr StringRef whiteSpace(" \t\n\r\f\x1A", 6);

/// The lines of a text without their ends, and which of its words come first in each: words are the
/// bytes that are not white space, counted from 0.
struct Lines {
  explicit Lines(StringRef text) {
    text.split(lines, '\n');
    uint32_t words = 0;
    for (auto [i, line] : llvm::enumerate(lines)) {
      firstWord.push_back(words);
      for (char c : line)
        if (!whiteSpace.contains(c))
          lineOfWord[words++] = static_cast<uint32_t>(i + 1);
    }
  }
  StringRef line(uint32_t number) const { return lines[number - 1]; }
  bool isBlank(uint32_t number) const { return line(number).trim(whiteSpace).empty(); }

  llvm::SmallVector<StringRef, 0> lines;
  std::vector<uint32_t> firstWord;
  llvm::DenseMap<uint32_t, uint32_t> lineOfWord;
};

/// Some lines of a text that do not begin or end with a blank one.
struct Run {
  uint32_t first, last;
};

/// Every other run of `length` lines.
std::vector<Run> runsOf(const Lines &text, uint32_t length) {
  std::vector<Run> runs;
  auto count = static_cast<uint32_t>(text.lines.size());
  for (uint32_t first = 1 + length / 2; first <= count; first += 2 * length) {
    Run run{first, std::min(first + length - 1, count)};
    while (run.first <= run.last && text.isBlank(run.first))
      ++run.first;
    while (run.first <= run.last && text.isBlank(run.last))
      --run.last;
    if (run.first <= run.last)
      runs.push_back(run);
  }
  return runs;
}

LineSet setOf(llvm::ArrayRef<Run> runs) {
  LineSet set;
  for (Run run : runs)
    set.add(run.first, run.last);
  return set;
}

std::string printKeeping(const Module &module, const LineSet &kept) {
  std::string text;
  printLayout(module, text, kept);
  return text;
}

/// Where the lines of `runs`, which are of `source`, are in `result`, which has the same words.
Problem findRuns(const Lines &source, const Lines &result, std::vector<Run> &runs) {
  for (Run &run : runs) {
    uint32_t first = result.lineOfWord.lookup(source.firstWord[run.first - 1]);
    for (uint32_t i = 0; i <= run.last - run.first; ++i)
      if (first + i > result.lines.size() || result.line(first + i) != source.line(run.first + i))
        return formatv("line {0} changes, which is to be kept", run.first + i);
    run = {first, first + run.last - run.first};
  }
  return "";
}

Problem checkRuns(const SourceBuffer &source, const Module &module, uint32_t length) {
  Lines before(source.text());
  std::vector<Run> runs = runsOf(before, length);
  if (runs.empty())
    return "";
  auto result =
      SourceBuffer::fromString(printKeeping(module, setOf(runs)), "the text with kept lines");
  if (Problem problem = compareTokens(source, *result); !problem.empty())
    return problem;
  Lines after(result->text());
  if (before.lineOfWord.size() != after.lineOfWord.size())
    return "with kept lines, words are lost";
  if (Problem problem = findRuns(before, after, runs); !problem.empty())
    return problem;
  std::unique_ptr<Module> again = parseComplete(*result);
  if (!again)
    return "the text with kept lines does not parse";
  if (printKeeping(*again, setOf(runs)) != result->text())
    return "printing the text with kept lines again changes it";
  return "";
}

} // namespace

Problem ptx::test::checkKeptLines(const SourceBuffer &source) {
  std::unique_ptr<Module> module = parseComplete(source);
  if (!module)
    return "";
  LineSet all;
  all.add(1, LineSet::end);
  if (printKeeping(*module, all) != source.text())
    return "keeping all lines changes something";
  for (uint32_t length : {1, 2, 5})
    if (Problem problem = checkRuns(source, *module, length); !problem.empty())
      return formatv("{0} (runs of {1})", problem, length);
  return "";
}
