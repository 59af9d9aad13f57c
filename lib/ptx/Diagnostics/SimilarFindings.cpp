// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/SimilarFindings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <tuple>

using namespace ptx;

/// How many findings of a group are shown in full.
static constexpr size_t shownInFull = 3;

/// `message` with `#` for each number in quoted names that begin with a sign, in addresses and in
/// quoted numbers. Mnemonics and types keep theirs.
static std::string withoutNumbers(llvm::StringRef message) {
  std::string text;
  bool quoted = false, masked = false;
  for (size_t i = 0; i != message.size(); ++i) {
    char c = message[i];
    if (c == '`') {
      quoted = !quoted;
      char next = i + 1 == message.size() ? '`' : message[i + 1];
      masked = quoted && next != '.' && !llvm::isAlpha(next);
    }
    if (!masked || !llvm::isDigit(c))
      text += c;
    else if (text.back() != '#')
      text += '#';
  }
  return text;
}

SimilarFindings::SimilarFindings(llvm::ArrayRef<Diagnostic> diagnostics)
    : folded(diagnostics.size()) {
  using Key = std::tuple<DiagId, Severity, llvm::StringRef, llvm::StringRef, std::string>;
  std::map<Key, size_t> numbers;
  for (const auto &[index, d] : llvm::enumerate(diagnostics)) {
    size_t group =
        numbers
            .try_emplace({d.id, d.severity, d.entry, d.function, withoutNumbers(d.message)},
                         groups.size())
            .first->second;
    if (group == groups.size())
      groups.emplace_back();
    groupOf.push_back(group);
    groups[group].push_back(index);
  }
  // Instead of one finding more, a line about it would save nothing.
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
