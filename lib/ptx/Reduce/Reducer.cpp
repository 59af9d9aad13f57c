// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Reducer.h"

#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Reduce/Legality.h"
#include "ptx/Syntax/Lex/Lexer.h"

#include "llvm/Support/xxhash.h"

using namespace ptx;
using llvm::StringRef;

ReductionEnd Reducer::reasonToEnd() const {
  if (options.stop && *options.stop)
    return ReductionEnd::Stopped;
  bool isLate = options.deadline && std::chrono::steady_clock::now() >= *options.deadline;
  return isLate ? ReductionEnd::Time : ReductionEnd::Smallest;
}

bool Reducer::hasEnded() {
  if (ended == ReductionEnd::Smallest)
    ended = reasonToEnd();
  return ended != ReductionEnd::Smallest;
}

/// Whether `candidate` can replace the text.
bool Reducer::isKept(StringRef candidate, unsigned worker) {
  uint64_t hash = llvm::xxHash64(candidate);
  {
    std::lock_guard lock(mutex);
    if (refused.contains(hash))
      return false;
  }
  if (options.any || !firstErrorOf(candidate, test)) {
    ++asked;
    if (test.isInteresting(candidate, worker))
      return true;
  }
  // The result of an interrupted test has no meaning.
  if (reasonToEnd() == ReductionEnd::Smallest) {
    std::lock_guard lock(mutex);
    refused.insert(hash);
  }
  return false;
}

/// Consecutive changes that are tried together, in addition to the accepted ones.
static std::string candidateOf(StringRef text, llvm::ArrayRef<const Change *> taken,
                               llvm::ArrayRef<const Change *> more) {
  std::vector<const Change *> all(taken.begin(), taken.end());
  all.insert(all.end(), more.begin(), more.end());
  return withChanges(text, all);
}

/// Tries the changes from `begin` on in chunks. Returns the start of the first chunk whose text
/// stays interesting.
std::optional<size_t> Reducer::firstInteresting(StringRef text,
                                                llvm::ArrayRef<const Change *> taken,
                                                llvm::ArrayRef<const Change *> left, size_t chunk,
                                                size_t begin) {
  size_t count = (left.size() - begin + chunk - 1) / chunk;
  std::string current = withChanges(text, taken);
  std::atomic<size_t> first = count;
  workers.forEach(count, [&](size_t i, unsigned worker) {
    if (i > first || reasonToEnd() != ReductionEnd::Smallest)
      return;
    size_t from = begin + i * chunk;
    std::string candidate =
        candidateOf(text, taken, left.slice(from, std::min(chunk, left.size() - from)));
    if (candidate == current || !isKept(candidate, worker))
      return;
    for (size_t known = first; i < known && !first.compare_exchange_weak(known, i);) {
    }
  });
  return first < count ? std::optional(begin + first * chunk) : std::nullopt;
}

/// Applies the possible changes of `pass`. Returns whether it applied any.
bool Reducer::runPass(const ReductionPass &pass, std::string &text) {
  Subject subject(text);
  ChangeList list;
  pass.find(subject, list);
  std::vector<Change> changes = list.take();
  std::vector<const Change *> taken, left;
  for (const Change &change : changes)
    left.push_back(&change);
  size_t largest = pass.kind == ReductionPass::Choices ? 1 : left.size();
  for (size_t chunk = std::min(largest, left.size()); chunk > 0 && !hasEnded(); chunk /= 2) {
    for (size_t begin = 0; begin < left.size();) {
      std::optional<size_t> found = firstInteresting(text, taken, left, chunk, begin);
      if (!found)
        break;
      auto from = left.begin() + static_cast<ptrdiff_t>(*found);
      auto to = left.begin() + static_cast<ptrdiff_t>(std::min(*found + chunk, left.size()));
      taken.insert(taken.end(), from, to);
      left.erase(from, to);
      begin = *found;
    }
  }
  if (taken.empty())
    return false;
  text = withChanges(text, taken);
  return true;
}

/// Formats the text, if the result is interesting.
bool Reducer::tryLayout(std::string &text) {
  auto source = SourceBuffer::fromString(text, "candidate");
  DiagnosticList errors;
  std::string formatted;
  Workers single(1);
  if (!printLayout(*source, SourceKind::Module, errors, formatted, single) || formatted == text ||
      !isKept(formatted, 0))
    return false;
  text = std::move(formatted);
  return true;
}

static size_t tokenCount(StringRef text) {
  llvm::SmallVector<Token, 0> tokens;
  tokenize(text, {0, static_cast<uint32_t>(text.size())}, tokens);
  return tokens.size();
}

/// Runs `pass`; if it has choices, until no choice is better.
void Reducer::runRepeatedly(const ReductionPass &pass, std::string &text) {
  bool changed = false;
  while (!hasEnded() && runPass(pass, text)) {
    changed = true;
    if (pass.kind != ReductionPass::Choices)
      break;
  }
  if (changed && options.report)
    options.report(pass, text);
}

std::string Reducer::reduce(std::string text) {
  // Statements on separate lines are removed with their lines.
  tryLayout(text);
  size_t before;
  do {
    before = tokenCount(text);
    for (const ReductionPass *pass : options.passes)
      if (pass->kind != ReductionPass::ForAnyText || options.any)
        runRepeatedly(*pass, text);
  } while (tokenCount(text) < before && !hasEnded());
  tryLayout(text);
  return text;
}
