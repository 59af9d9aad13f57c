// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Addresses/SharedMemory.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Module/Prototype.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// Adds a variable to the sequential layout.
static uint64_t append(uint64_t bytes, const Symbol &symbol) {
  uint64_t alignment = std::max<uint64_t>(effectiveAlignment(symbol), 1);
  bool overflow = false;
  uint64_t sum =
      llvm::SaturatingAdd(llvm::divideCeil(bytes, alignment) * alignment, symbol.bytes, &overflow);
  return overflow ? ~0ull : sum;
}

/// The variables of a bank of constant memory together. (Manual 5.1.3)
void ptx::checkConstantMemorySize(ModuleLintContext &context) {
  constexpr uint64_t limit = 65536;
  llvm::DenseMap<unsigned, uint64_t> banks;
  for (const Symbol &symbol : context.tables.symbols.all()) {
    if (!symbol.isMemory() || symbol.space != StateSpace::Const || symbol.broken ||
        symbol.linkage == Linkage::Extern)
      continue;
    const SyntaxUnit &unit = *symbol.unit;
    unsigned bank = 0;
    unit.text(unit[symbol.variable].space).substr(7).consumeInteger(10, bank);
    uint64_t &bytes = banks[bank];
    bool fitted = bytes <= limit;
    bytes = append(bytes, symbol);
    if (fitted && bytes > limit)
      context.diagnostics.emit(diag::ConstantMemorySize{
          .range = symbol.range, .name = symbol.name, .bytes = bytes, .limit = limit});
  }
}

/// The variables of a scope together.
static uint64_t staticSharedBytes(const SymbolTable &symbols) {
  uint64_t sum = 0;
  for (const Symbol &symbol : symbols.all())
    if (isStaticShared(symbol))
      sum = llvm::SaturatingAdd(sum, symbol.bytes);
  return sum;
}

void ptx::addSharedMemory(const BodyScope &scope, uint64_t harmless, BodySummary &summary) {
  summary.sharedBytes = staticSharedBytes(scope.symbols());
  if (summary.sharedBytes <= harmless)
    return;
  llvm::ArrayRef<Symbol> symbols = scope.symbols().all();
  llvm::BitVector named(static_cast<unsigned>(symbols.size()));
  for (uint32_t i = 0; i != scope.unit.expressions().size(); ++i) {
    SymbolRef ref = scope.binding({i});
    if (!ref || ref.isSpecial() || ref.isModule() || !isStaticShared(symbols[ref.index()]) ||
        named.test(ref.index()))
      continue;
    named.set(ref.index());
    summary.namedSharedBytes =
        llvm::SaturatingAdd(summary.namedSharedBytes, symbols[ref.index()].bytes);
  }
}

namespace {

/// Adds up the shared memory of an entry: the variables that the entry, and the functions that it
/// can call, name.
class SharedMemory {
public:
  explicit SharedMemory(const ModuleLintContext &context) : context(context) {
    for (const Function &function : context.module.top().functions())
      if (function.body < context.bodies.size())
        bodies.try_emplace(context.module.top().text(function.name), function.body);
  }

  uint64_t bytesOf(const Function &entry);

private:
  const ModuleLintContext &context;
  llvm::StringMap<uint32_t> bodies; ///< by name of the function
  /// The maximum number of bodies to visit for all entries: many entries could each call all
  /// functions of a long module.
  unsigned budget = 1'000'000;
};

} // namespace

uint64_t SharedMemory::bytesOf(const Function &entry) {
  llvm::ArrayRef<Symbol> symbols = context.tables.symbols.all();
  llvm::SetVector<uint32_t> called;
  llvm::DenseSet<uint32_t> counted;
  uint64_t bytes = 0;
  called.insert(entry.body);
  for (size_t i = 0; i != called.size() && budget != 0; ++i, --budget) {
    const BodySummary *body = context.bodies[called[i]].get();
    if (!body)
      continue;
    for (llvm::StringRef function : body->functions)
      if (auto found = bodies.find(function); found != bodies.end())
        called.insert(found->second);
    bytes = llvm::SaturatingAdd(bytes, body->namedSharedBytes);
    for (uint32_t variable : body->variables)
      if (isStaticShared(symbols[variable]) && counted.insert(variable).second)
        bytes = llvm::SaturatingAdd(bytes, symbols[variable].bytes);
  }
  return bytes;
}

const TargetInfo *ptx::leastShared(const Platform &platform) {
  const TargetInfo *least = nullptr;
  for (TargetId target : platform.targets)
    if (!least || info(target).staticShared < least->staticShared)
      least = &info(target);
  return least;
}

/// The shared memory of a CTA, without the dynamic part of a launch. (Manual 5.1.7)
void ptx::checkSharedMemorySize(ModuleLintContext &context) {
  constexpr uint64_t usualLimit = 49152; // a launch can request more
  const TargetInfo *target = leastShared(context.tables.platform);
  if (!target)
    return;
  const uint64_t limit = target->staticShared;
  const SyntaxUnit &top = context.module.top();
  auto ownBytes = [&](const Function &function) {
    const BodySummary *body = context.summaryOf(function);
    return body ? body->sharedBytes : 0;
  };
  // An upper bound on the shared memory of any entry, in addition to its own.
  uint64_t common = staticSharedBytes(context.tables.symbols);
  for (const Function &function : top.functions())
    if (!top.isEntry(function))
      common = llvm::SaturatingAdd(common, ownBytes(function));
  std::optional<SharedMemory> memory;
  for (const Function &function : top.functions()) {
    if (!top.isEntry(function) || !context.summaryOf(function) ||
        llvm::SaturatingAdd(common, ownBytes(function)) <= limit)
      continue;
    if (!memory)
      memory.emplace(context);
    if (uint64_t bytes = memory->bytesOf(function); bytes > limit)
      context.diagnostics.emit(diag::SharedMemorySize{
          .range = top.range(function.name),
          .name = top.text(function.name),
          .bytes = bytes,
          .target = target->name,
          .limit = limit,
          .hint = limit == usualLimit ? " (dynamic `.extern` shared memory may be larger)" : ""});
  }
}
