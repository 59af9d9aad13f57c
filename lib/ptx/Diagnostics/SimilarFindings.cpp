// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/SimilarFindings.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <tuple>

using namespace ptx;

/// The number of findings of a group that are shown in full.
static constexpr size_t shownInFull = 3;

/// `argument` with `#` in place of each number: in names that start with a sign, in addresses and
/// in literals, if they are code. Mnemonics and types keep their numbers. `isCode`: whether
/// `argument` starts inside backticks.
static std::string withoutNumbers(llvm::StringRef argument, bool isCode) {
  auto isMasked = [&](size_t i) {
    char next = i == argument.size() ? '`' : argument[i];
    return next != '.' && !llvm::isAlpha(next);
  };
  std::string text;
  bool quoted = isCode, masked = isCode && isMasked(0);
  for (size_t i = 0; i != argument.size(); ++i) {
    char c = argument[i];
    if (c == '`') {
      quoted = !quoted;
      masked = quoted && isMasked(i + 1);
    }
    if (!masked || !llvm::isDigit(c))
      text += c;
    else if (text.empty() || text.back() != '#')
      text += '#';
  }
  return text;
}

static std::vector<std::string> withoutNumbers(const Diagnostic &d) {
  std::vector<std::string> arguments;
  for (auto [name, argument] : llvm::zip(info(d.id).arguments, d.arguments))
    arguments.push_back(withoutNumbers(argument, isShownAsCode(info(d.id), name)));
  return arguments;
}

SimilarFindings::SimilarFindings(llvm::ArrayRef<Diagnostic> diagnostics)
    : folded(diagnostics.size()) {
  using Key =
      std::tuple<DiagId, Severity, llvm::StringRef, llvm::StringRef, std::vector<std::string>>;
  std::map<Key, size_t> numbers;
  for (const auto &[index, d] : llvm::enumerate(diagnostics)) {
    size_t group =
        numbers
            .try_emplace({d.id, d.severity, d.entry, d.function, withoutNumbers(d)}, groups.size())
            .first->second;
    if (group == groups.size())
      groups.emplace_back();
    groupOf.push_back(group);
    groups[group].push_back(index);
  }
  // A line about a single further finding would save nothing.
  for (const std::vector<size_t> &group : groups)
    if (group.size() > shownInFull + 1)
      for (size_t index : llvm::ArrayRef(group).drop_front(shownInFull))
        folded[index] = true;
}

llvm::ArrayRef<size_t> SimilarFindings::foldedAfter(size_t index) const {
  llvm::ArrayRef<size_t> group = groups[groupOf[index]];
  bool isLastInFull = group.size() > shownInFull + 1 && group[shownInFull - 1] == index;
  return isLastInFull ? group.drop_front(shownInFull) : llvm::ArrayRef<size_t>();
}
