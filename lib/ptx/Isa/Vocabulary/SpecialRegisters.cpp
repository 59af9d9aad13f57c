// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Tables.h"

using namespace ptx;

llvm::ArrayRef<SpecialRegisterInfo> ptx::allSpecialRegisters() { return tables::registers(); }

const SpecialRegisterInfo &ptx::info(SpecialRegister reg) {
  return tables::registers()[static_cast<unsigned>(reg)];
}

std::optional<SpecialRegister> ptx::findSpecialRegister(llvm::StringRef name) {
  static const tables::NameIndex index(tables::registers());
  return index.find(name);
}
