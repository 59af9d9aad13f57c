// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  explicit SharedMemory(const ModuleLintContext &context) : context(context) {
    for (const Function &function : context.module.top().functions())
      if (context.module.bodyOf(function))
        bodies.try_emplace(context.module.top().text(function.name), function.body);
  }

  uint64_t bytesOf(const Function &entry);

private:
  void visit(const CheckedUnit &body);

  const ModuleLintContext &context;
  llvm::StringMap<uint32_t> bodies; ///< by the name of the function
  llvm::SetVector<uint32_t> called;
  llvm::DenseSet<const Symbol *> counted;
  uint64_t bytes = 0;
};

} // namespace

void SharedMemory::visit(const CheckedUnit &body) {
  for (uint32_t i = 0; i != body.scope.unit.expressions().size(); ++i) {
    const Symbol *symbol = body.scope.symbol(body.scope.binding({i}));
    if (!symbol)
      continue;
    if (symbol->kind == SymbolKind::Function) {
      if (auto found = bodies.find(symbol->name); found != bodies.end())
        called.insert(found->second);
    } else if (isStaticShared(*symbol) && counted.insert(symbol).second) {
      bytes = llvm::SaturatingAdd(bytes, symbol->bytes);
    }
  }
}

uint64_t SharedMemory::bytesOf(const Function &entry) {
  called.clear();
  counted.clear();
  bytes = 0;
  called.insert(entry.body);
  for (size_t i = 0; i != called.size(); ++i)
    if (const auto &body = context.checked.bodies[called[i]])
      visit(*body);
  return bytes;
}

/// What a CTA has, without what a launch adds to it. The manual has no number; on all targets it is
/// the same. (Manual 5.1.7)
void ptx::checkSharedMemorySize(ModuleLintContext &context) {
  constexpr uint64_t limit = 49152;
  uint64_t all = staticSharedBytes(context.checked.tables->symbols);
  for (const auto &body : context.checked.bodies)
    if (body)
      all = llvm::SaturatingAdd(all, staticSharedBytes(body->scope.symbols()));
  if (all <= limit)
    return;
  const SyntaxUnit &top = context.module.top();
  SharedMemory memory(context);
  for (const Function &function : top.functions()) {
    if (!top.isEntry(function) || !context.module.bodyOf(function))
      continue;
    if (uint64_t bytes = memory.bytesOf(function); bytes > limit)
      context.diagnostics.emit(diag::SharedMemorySize{.range = top.range(function.name),
                                                      .name = top.text(function.name),
                                                      .bytes = bytes,
                                                      .limit = limit});
  }
}
