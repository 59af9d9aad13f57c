// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/AsmBodies.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Inline/Fragments/PtxText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// The rules about order that apply to the instructions of one statement, independent of its
/// context.
static constexpr DiagId lintsOfStatements[] = {
    diag::GenericMapAddress::id,    diag::NarrowArrivalScope::id,     diag::NoncoherentPoll::id,
    diag::OwnLaneShuffle::id,       diag::PendingTensorLoad::id,      diag::RelaxedPoll::id,
    diag::RepeatedMbarrierInit::id, diag::RepeatedClusterArrival::id, diag::UnwaitedCopy::id,
    diag::WaitWithoutCommit::id,
};

CheckOptions ptx::optionsOfFragments(const CheckOptions &options) {
  CheckOptions result = options;
  result.kind = SourceKind::Fragment;
  result.split = false;
  result.valueLintsOnly = true;
  result.furtherLints = lintsOfStatements;
  return result;
}

AsmBodies::AsmBodies(std::vector<AsmStatement> given, llvm::ArrayRef<TargetId> targets,
                     Unclear unclear)
    : statements(std::move(given)), targets(targets) {
  classify(unclear);
  llvm::ArrayRef<const AsmStatement *> rest = ptx;
  while (!rest.empty()) {
    // Outside of functions, each statement is separate.
    uint32_t function = rest.front()->functionNumber;
    auto group =
        function == 0 ? rest.take_front() : rest.take_while([&](const AsmStatement *other) {
          return other->functionNumber == function;
        });
    addFunction(group);
    rest = rest.drop_front(group.size());
  }
}

/// The counter of the reason why `statement` is in no body; null if it is in one.
uint64_t *AsmBodies::reasonToSkip(const AsmStatement &statement, Dialect dialect) {
  // Whether its enclosing conditions admit one of the targets.
  bool isForTargets = targets.empty() || llvm::any_of(targets, [&](TargetId target) {
                        return statement.platforms.contains(target);
                      });
  if (statement.platforms == Platforms::others() || dialect == Dialect::Other)
    return &found.foreign;
  if (statement.platforms.isEmpty() || !isForTargets)
    return &found.disabled;
  if (statement.isBroken)
    return &found.unreadable;
  return dialect == Dialect::Empty ? &found.empty : nullptr;
}

/// Selects the statements that are PTX.
void AsmBodies::classify(Unclear unclear) {
  std::vector<Dialect> dialects = dialectsOf(statements, unclear);
  llvm::StringMap<std::pair<unsigned, bool>> uses; // number of statements, and whether one writes
  for (auto [statement, dialect] : llvm::zip(statements, dialects)) {
    uint64_t *reason = reasonToSkip(statement, dialect);
    if (statement.variant == 0) {
      ++found.found;
      if (reason)
        ++*reason;
      bool hasFault = statement.missingEnd || statement.fault;
      bool isFaulty = statement.excess || (reason == &found.unreadable && hasFault);
      if (isFaulty && isPtx(dialect) && reason != &found.foreign && reason != &found.disabled)
        withFault.push_back(&statement);
    }
    if (!reason) {
      ptx.push_back(&statement);
      if (dialect == Dialect::LikelyPtx)
        likely.insert(&statement);
      collectLeaks(statement.text.text(), !statement.holes.empty(), stems);
      if (statement.variant > 0)
        continue;
      llvm::StringMap<bool> names;
      collectUses(statement.text.text(), names);
      for (const auto &name : names) {
        auto &[count, isWritten] = uses[name.getKey()];
        ++count;
        isWritten |= name.getValue();
      }
    }
  }
  // A register that one statement passes to another was declared by a function in a header.
  for (const auto &use : uses)
    if (use.getValue().first > 1 && use.getValue().second)
      stems.insert(declaredStem(use.getKey()));
}

void AsmBodies::addBody(llvm::ArrayRef<const AsmStatement *> parts) {
  bool isCertain =
      llvm::none_of(parts, [&](const AsmStatement *part) { return likely.contains(part); });
  bodies.push_back({{parts.begin(), parts.end()}, declaring, isCertain});
  const AsmStatement &last = *parts.back();
  if (declaring.size() < mostDeclaring && last.functionNumber != 0 && last.variant == 0 &&
      last.holes.empty() && last.text.size() <= mostDeclaringBytes &&
      !registerDeclarations(last.text.text()).empty())
    declaring.push_back(&last);
}

/// Whether `statement`, whose braces are unbalanced, certainly or possibly relies on other
/// statements for the rest: it has no instruction, or an unknown part.
static bool isForOthers(const AsmStatement &statement) {
  return !statement.holes.empty() || !hasInstruction(statement.text.text());
}

/// Adds the statements of one function. Statements from an opening brace in one to the closing
/// brace in another form one body.
void AsmBodies::addFunction(llvm::ArrayRef<const AsmStatement *> group) {
  declaring.clear();
  std::vector<Balance> balances;
  std::optional<uint32_t> region; // of those that are not balanced
  int depth = 0, lowest = 0;
  unsigned unbalanced = 0;
  bool canJoin = true;
  for (const AsmStatement *statement : group) {
    balances.push_back(balanceOf(statement->text.text()));
    const Balance &balance = balances.back();
    if (balance.isEven())
      continue;
    ++unbalanced;
    lowest = std::min(lowest, depth + balance.lowest);
    depth += balance.depth;
    // In branches of an `#if`, the order of statements is unknown.
    canJoin &= statement->variant == 0 && region.value_or(statement->region) == statement->region;
    region = statement->region;
  }
  canJoin &= depth == 0 && lowest == 0;
  for (size_t i = 0; i != group.size(); ++i) {
    bool isAlone = unbalanced < 2 && !isForOthers(*group[i]);
    if (isAlone || balances[i].isEven()) {
      addBody(group.slice(i, 1));
      continue;
    }
    if (unbalanced < 2 || !canJoin) {
      found.unbalanced += group[i]->variant == 0;
      continue;
    }
    llvm::SmallVector<const AsmStatement *> body{group[i]};
    for (int open = balances[i].depth; open > 0;) {
      open += balances[++i].depth;
      if (group[i]->region == *region && group[i]->variant == 0)
        body.push_back(group[i]);
      else
        addBody(group.slice(i, 1));
    }
    addBody(body);
  }
}
