// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Addresses/UsedBytes.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

using namespace ptx;
using llvm::StringRef;

/// The mask of a directive for the load after it. (Manual 12.2)
static std::optional<uint32_t> maskOf(const SyntaxUnit &unit, const Directive &directive) {
  if (directive.kind != DirectiveKind::Pragma)
    return std::nullopt;
  for (ExprId id : unit.list(directive.operands)) {
    StringRef text = unit.text(unit[id].token).drop_front().drop_back().trim();
    uint32_t mask;
    if (text.consume_front("used_bytes_mask") && !text.trim().getAsInteger(0, mask))
      return mask;
  }
  return std::nullopt;
}

void UsedBytes::readMasks() {
  isRead = true;
  named.resize(context.registers().size());
  namedTwice.resize(context.registers().size());
  for (const RegisterAccess &access : context.accesses().all()) {
    if (named.test(access.reg))
      namedTwice.set(access.reg);
    named.set(access.reg);
  }
  std::optional<uint32_t> mask;
  for (const Stmt &stmt : context.unit.statements()) {
    if (stmt.kind == StmtKind::Directive) {
      if (std::optional<uint32_t> next =
              maskOf(context.unit, context.unit[DirectiveId{stmt.index}]))
        mask = next;
    } else if (stmt.kind == StmtKind::Instruction && mask) {
      masks[stmt.index] = *mask;
      mask.reset();
    }
  }
}

/// Whether an element that `inst` loads is used. `_` is not used, nor is a register without another
/// occurrence. LLVM reads three numbers as a vector of four.
bool UsedBytes::isUsed(InstId inst, ExprId element) {
  const Expr &e = context.unit[element];
  if (e.kind != ExprKind::Name)
    return e.kind != ExprKind::Sink;
  for (const RegisterAccess &access : context.accesses()[inst])
    if (access.name == e.token)
      return namedTwice.test(access.reg);
  return true;
}

uint32_t UsedBytes::of(const AddressUse &use) {
  const SyntaxUnit &unit = context.unit;
  if (!context.checked.signatures[use.inst.index]->view.form->has(Trait::Loads))
    return use.bytes;
  if (!isRead)
    readMasks();
  uint32_t used = use.bytes;
  if (auto mask = masks.find(use.inst.index); mask != masks.end())
    used = std::min<uint32_t>(used, llvm::bit_width(mask->second));
  llvm::ArrayRef<ExprId> operands = unit.list(unit[use.inst].operands());
  if (const Expr &destination = unit[operands.front()]; destination.kind == ExprKind::Vector) {
    llvm::ArrayRef<ExprId> elements = unit.list(destination.list());
    size_t kept = elements.size();
    while (kept != 0 && !isUsed(use.inst, elements[kept - 1]))
      --kept;
    used = std::min(used, static_cast<uint32_t>(use.bytes / elements.size() * kept));
  }
  return used;
}
