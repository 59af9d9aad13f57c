// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Errors/JoinedGuard.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Instructions.h"

#include <algorithm>

using namespace ptx;

bool ptx::reportJoinedGuard(llvm::StringRef name, SourceRange range,
                            llvm::function_ref<bool(llvm::StringRef guard)> isGuard,
                            DiagnosticList &diagnostics) {
  constexpr size_t longest = 64; // limits the time for long names
  for (size_t i = 1; i < std::min(name.size(), longest); ++i) {
    llvm::StringRef guard = name.take_front(i), opcode = name.drop_front(i);
    if (!findOpcode(opcode) || !isGuard(guard))
      continue;
    uint32_t middle = range.begin + static_cast<uint32_t>(i);
    diagnostics.emit(diag::MissingBlank{.range = range, .guard = guard, .opcode = opcode})
        .fix({middle, middle}, " ", "insert a blank");
    return true;
  }
  return false;
}
