// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIFF_DIFF_H
#define PTX_DIFF_DIFF_H

#include "ptx/Check/Passes.h"
#include "ptx/Diff/DiffBody.h"

namespace ptx {

/// A module to compare. An empty text has no module; it is compared as one without anything.
struct DiffInput {
  const SourceBuffer &source;
  /// The results of a check that records uses, with trees; null for an empty text.
  const CheckedSource *checked;
  const GatedUses &uses;
};

/// Something with a name that differs. Empty texts mean that one side does not have it.
struct ItemChange {
  std::string what;
  std::string before;
  std::string after;
};

/// How many of something both sides have.
struct CountChange {
  std::string what;
  uint64_t before = 0;
  uint64_t after = 0;
};

/// The kinds of rows of a comparison.
enum class RowKind : uint8_t { Equal, Changed, Removed, Added, MovedAway, MovedHere };

/// A line of one or both sides. A moved line has two rows.
struct DiffRow {
  static constexpr uint32_t none = ~0u;

  RowKind kind;
  uint32_t before = none; ///< the number of the line
  uint32_t after = none;
  uint32_t move = 0; ///< of a moved line: the number of the move in the function, from 1
};

/// What became of a function.
enum class FunctionStatus : uint8_t { Equal, Changed, Added, Removed };

/// Two functions that were compared, or one that only one side has.
struct FunctionDiff {
  llvm::StringRef oldName;
  llvm::StringRef newName;
  bool isEntry = false;
  FunctionStatus status = FunctionStatus::Equal;
  /// Differences of the header and of declarations.
  std::vector<ItemChange> items;
  DiffBody before;
  DiffBody after;
  /// The rows of a function that both sides have.
  std::vector<DiffRow> rows;
  /// For each name of the new side, the name that the old side has for it, or one that the old side
  /// does not have.
  std::vector<std::string> oldNames;
  /// Numbers of instructions.
  uint32_t changed = 0, added = 0, removed = 0, moved = 0;
  uint32_t moves = 0;
  /// The number of places that differ: stretches of rows, moves and items.
  uint32_t places = 0;

  bool isRenamed() const { return !oldName.empty() && !newName.empty() && oldName != newName; }
  llvm::StringRef name() const { return newName.empty() ? oldName : newName; }

  /// A line as its own side spells it, or the new side with the names of the old one.
  std::string oldText(uint32_t line) const;
  std::string newText(uint32_t line, bool ownNames) const;
};

/// The differences of two modules.
struct ModuleDiff {
  /// Header, variables, aliases and other directives.
  std::vector<ItemChange> items;
  /// Facts that follow from the rest: requirements, shared memory.
  std::vector<ItemChange> facts;
  /// The numbers of instructions by opcode, and of registers by type, that differ.
  std::vector<CountChange> instructions;
  std::vector<CountChange> registers;
  /// In the order of the new module, with removed ones where they were.
  std::vector<FunctionDiff> functions;
  /// The number of comparisons, which is linear in the size of the modules.
  uint64_t steps = 0;

  /// Keeps the functions that have one of `names` on a side, and what is known of them.
  void keepFunctions(llvm::ArrayRef<std::string> names);

  bool isEqual() const;
  size_t count(FunctionStatus status) const;
  /// The number of places that differ.
  size_t places() const;
};

/// Compares two modules. What does not matter: names of registers, labels, parameters and variables
/// of functions; the order of functions and declarations; spelling and layout; debug information.
/// A name of a function that is used for two names of the other side is a difference.
ModuleDiff diffModules(const DiffInput &before, const DiffInput &after);

} // namespace ptx

#endif // PTX_DIFF_DIFF_H
