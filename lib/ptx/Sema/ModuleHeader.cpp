// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/ModuleHeader.h"

using namespace ptx;

static void readTargets(const SyntaxUnit &unit, const Directive &directive, ModuleHeader &header) {
  for (ExprId id : unit.list(directive.operands)) {
    llvm::StringRef name = unit.text(unit[id].token);
    if (name == "map_f64_to_f32")
      header.mapF64ToF32 = true;
    else if (name == "texmode_independent")
      header.independentTextures = true;
    std::optional<TargetId> target = findTarget(name);
    if (!target)
      continue;
    header.target = target;
    header.targetRange = unit.range(id);
  }
}

ModuleHeader ptx::readHeader(const Module &module) {
  ModuleHeader header;
  const SyntaxUnit &unit = module.top();
  for (const Directive &directive : unit.directives()) {
    if (directive.kind == DirectiveKind::Version && directive.operands.count) {
      ExprId number = unit.list(directive.operands)[0];
      header.version = parseVersion(unit.text(unit[number].token));
      header.versionRange = unit.range(number);
    } else if (directive.kind == DirectiveKind::Target) {
      readTargets(unit, directive, header);
    } else if (directive.kind != DirectiveKind::AddressSize) {
      break; // the header stands in front of all else
    }
  }
  return header;
}
