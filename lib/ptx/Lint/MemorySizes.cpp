// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Prototype.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// Adds a variable to what is laid out one behind the other.
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
  for (const Symbol &symbol : context.checked.tables->symbols.all()) {
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

static bool isStaticShared(const Symbol &symbol) {
  return symbol.isMemory() && symbol.space == StateSpace::Shared && !symbol.broken &&
         symbol.linkage != Linkage::Extern;
}

/// The variables of a scope together.
static uint64_t staticSharedBytes(const SymbolTable &symbols) {
  uint64_t sum = 0;
  for (const Symbol &symbol : symbols.all())
    if (isStaticShared(symbol))
      sum = llvm::SaturatingAdd(sum, symbol.bytes);
  return sum;
}

namespace {

/// Adds up the shared memory that an entry and the functions that it can call name.
class SharedMemory {
public:
  explicit SharedMemory(const ModuleLintContext &context) : context(context) {}

  uint64_t bytesOf(const Function &entry);

private:
  /// What one body names.
  struct Uses {
    llvm::SmallSetVector<const Symbol *, 4> variables;
    llvm::SmallSetVector<uint32_t, 4> called; ///< bodies
  };
  void prepare();
  const Uses &usesOf(uint32_t body);

  const ModuleLintContext &context;
  llvm::StringMap<uint32_t> bodies; ///< by the name of the function
  std::vector<std::optional<Uses>> uses;
  /// How many bodies are looked at for all entries together: many entries could each call all
  /// functions of a long module.
  unsigned budget = 1'000'000;
};

} // namespace

const SharedMemory::Uses &SharedMemory::usesOf(uint32_t body) {
  std::optional<Uses> &result = uses[body];
  if (result)
    return *result;
  result.emplace();
  const CheckedUnit *checked = context.checked.bodies[body].get();
  if (!checked)
    return *result;
  for (uint32_t i = 0; i != checked->scope.unit.expressions().size(); ++i) {
    const Symbol *symbol = checked->scope.symbol(checked->scope.binding({i}));
    if (!symbol)
      continue;
    if (symbol->kind == SymbolKind::Function) {
      if (auto found = bodies.find(symbol->name); found != bodies.end())
        result->called.insert(found->second);
    } else if (isStaticShared(*symbol)) {
      result->variables.insert(symbol);
    }
  }
  return *result;
}

/// Names the bodies, once.
void SharedMemory::prepare() {
  if (!uses.empty())
    return;
  uses.resize(context.module.bodies().size());
  for (const Function &function : context.module.top().functions())
    if (context.module.bodyOf(function))
      bodies.try_emplace(context.module.top().text(function.name), function.body);
}

uint64_t SharedMemory::bytesOf(const Function &entry) {
  prepare();
  llvm::SetVector<uint32_t> called;
  llvm::DenseSet<const Symbol *> counted;
  uint64_t bytes = 0;
  called.insert(entry.body);
  for (size_t i = 0; i != called.size() && budget != 0; ++i, --budget) {
    const Uses &found = usesOf(called[i]);
    called.insert(found.called.begin(), found.called.end());
    for (const Symbol *symbol : found.variables)
      if (counted.insert(symbol).second)
        bytes = llvm::SaturatingAdd(bytes, symbol->bytes);
  }
  return bytes;
}

/// The target of the module that has the least static shared memory; null if none is known.
static const TargetInfo *leastShared(const Platform &platform) {
  const TargetInfo *least = nullptr;
  for (TargetId target : platform.targets)
    if (!least || info(target).staticShared < least->staticShared)
      least = &info(target);
  return least;
}

/// What a CTA has, without what a launch adds to it. (Manual 5.1.7)
void ptx::checkSharedMemorySize(ModuleLintContext &context) {
  constexpr uint64_t usualLimit = 49152; // besides it a launch can ask for more
  const TargetInfo *target = leastShared(context.checked.tables->platform);
  if (!target)
    return;
  const uint64_t limit = target->staticShared;
  const SyntaxUnit &top = context.module.top();
  const auto &bodies = context.checked.bodies;
  auto ownBytes = [&](const Function &function) {
    bool isKnown = context.module.bodyOf(function) && bodies[function.body];
    return isKnown ? staticSharedBytes(bodies[function.body]->scope.symbols()) : 0;
  };
  // What no entry can have more than, besides its own.
  uint64_t common = staticSharedBytes(context.checked.tables->symbols);
  for (const Function &function : top.functions())
    if (!top.isEntry(function))
      common = llvm::SaturatingAdd(common, ownBytes(function));
  SharedMemory memory(context);
  for (const Function &function : top.functions()) {
    if (!top.isEntry(function) || !context.module.bodyOf(function) ||
        llvm::SaturatingAdd(common, ownBytes(function)) <= limit)
      continue;
    if (uint64_t bytes = memory.bytesOf(function); bytes > limit)
      context.diagnostics.emit(diag::SharedMemorySize{
          .range = top.range(function.name),
          .name = top.text(function.name),
          .bytes = bytes,
          .target = target->name,
          .limit = limit,
          .hint = limit == usualLimit ? " (dynamic `.extern` shared memory may be larger)" : ""});
  }
}
