// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Unused/GeneratedNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;

bool ptx::isGeneratedLabel(llvm::StringRef name) {
  static constexpr llvm::StringLiteral beginnings[] = {
      "$L__tmp",   "$L__func_", "Ltmp", "Lfunc_", "func_begin", "func_end", "func_exec_",
      "$LDWbegin", "$LDWend",   "$LFB", "$LFE",   "$LBB",       "$Lt_"};
  if (llvm::any_of(beginnings,
                   [&](llvm::StringRef beginning) { return name.starts_with(beginning); }))
    return true;
  // `tmp12`, `$L12`, `$L_1_1282`
  if (!name.consume_front("tmp") && !name.consume_front("$L_") && !name.consume_front("$L"))
    return false;
  return !name.empty() && llvm::all_of(name, [](char c) { return llvm::isDigit(c) || c == '_'; });
}

bool ptx::isGeneratedRegister(llvm::StringRef name) {
  return name == "temp_param_reg" || name == "%SP" || name == "%SPL";
}

bool ptx::isGeneratedVariable(llvm::StringRef name) {
  return name.starts_with("__") || name.starts_with("_Z") || name.starts_with("$");
}
