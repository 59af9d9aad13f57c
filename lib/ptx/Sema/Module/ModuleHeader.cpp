// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Isa/Platform/TargetOptions.h"
#include "ptx/Sema/Declarations/Constant.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

std::optional<TargetId> ptx::targetNamed(llvm::StringRef word) {
  if (!word.consume_front("compute_") && !word.consume_front("sm_"))
    return std::nullopt;
  if (word == undocumentedTarget)
    return TargetId::sm_80;
  return findTarget(("sm_" + word).str());
}

bool ptx::isVersion(PtxVersion version) {
  return version > newestVersion || llvm::is_contained(allVersions(), version);
}

/// Returns whether all words of the list are known.
static bool readTargets(const SyntaxUnit &unit, const Directive &directive, ModuleHeader &header) {
  bool known = true;
  for (ExprId id : unit.list(directive.operands)) {
    llvm::StringRef word = unit.text(unit[id].token);
    if (std::optional<TargetId> target = targetNamed(word)) {
      header.target = target;
      header.targetRange = unit.range(id);
    } else if (std::optional<TargetOption> option = targetOptionNamed(word)) {
      header.mapF64ToF32 |= option == TargetOption::MapF64ToF32;
      header.independentTextures |= option == TargetOption::IndependentTextures;
    } else {
      known = false;
    }
  }
  return known;
}

ModuleHeader ptx::readHeader(const Module &module) {
  ModuleHeader header;
  const SyntaxUnit &unit = module.top();
  bool known = true;
  for (const Directive &directive : unit.directives()) {
    if (directive.kind == DirectiveKind::Version && directive.operands.count) {
      ExprId number = unit.list(directive.operands)[0];
      header.version = parseVersion(unit.text(unit[number].token));
      if (header.version && !isVersion(*header.version))
        header.version.reset();
      header.versionRange = unit.range(number);
    } else if (directive.kind == DirectiveKind::Target) {
      known &= readTargets(unit, directive, header);
    } else if (directive.kind == DirectiveKind::AddressSize) {
      llvm::ArrayRef<ExprId> size = unit.list(directive.operands);
      std::optional<Constant> bits =
          size.empty() ? std::nullopt : evaluate(unit, size[0], ConstantRules::Manual);
      header.wideAddresses = bits && bits->isInteger() && bits->bits == 64;
    } else {
      break; // the header precedes everything else
    }
  }
  if (!known)
    header.target.reset();
  return header;
}
