// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/Types.h"
#include "ptx/Isa/Tables.h"

using namespace ptx;

llvm::ArrayRef<TypeInfo> ptx::allTypes() { return tables::types(); }

const TypeInfo &ptx::info(TypeId type) { return tables::types()[static_cast<unsigned>(type)]; }

std::optional<TypeId> ptx::findType(llvm::StringRef name) {
  static const tables::NameIndex index(tables::types());
  return index.find(name);
}
