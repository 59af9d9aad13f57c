// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_SYMBOLACCESS_H
#define PTX_ANALYSIS_SYMBOLACCESS_H

#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// Whether instructions of this opcode read or write memory at one address, by themselves.
bool accessesMemory(Opcode opcode);

/// An access to memory at a constant distance from the begin of a variable: `ld.u32 r, [var+4]`.
struct SymbolAccess {
  InstId inst;
  /// The name with what is added to it.
  ExprId address;
  SymbolRef ref;
  const Symbol *symbol;
  int64_t offset;
  /// What is read or written there, all elements of a vector together. (Manual 5.4.5, 6.4.1)
  uint32_t bytes;

  /// What the offset must be a multiple of, so that the address can be one of the size: of the
  /// address of a variable no more is known than its alignment. (Manual 5.4.5)
  uint32_t unit() const;
  bool isMisaligned() const { return offset % unit() != 0; }
};

/// The accesses of `ld`, `ldu`, `st`, `atom` and `red` in a body whose addresses name a variable in
/// memory, in the order of the source.
std::vector<SymbolAccess> findSymbolAccesses(const CheckedUnit &checked);

} // namespace ptx

#endif // PTX_ANALYSIS_SYMBOLACCESS_H
