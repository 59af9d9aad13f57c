// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_MATRICES_H
#define PTX_TEST_AGREEMENT_MATRICES_H

#include "Table.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx::test {

/// Compares with a table of gates: `instruction_or_decl`, the first version that `ptxas` accepts it
/// at on the lowest target, and all targets that it takes it on at PTX 9.0. Builds a module for
/// each cell, prints how many cells are reproduced and every one that is not. Returns whether none
/// that `ptxas` accepts is rejected.
bool compareGates(const Table &table, llvm::raw_ostream &os);

/// Compares with a table of operand types: for each `probe` the types of which the register `x` may
/// be, and those of which it may not. As `compareGates`.
bool compareTypes(const Table &table, llvm::raw_ostream &os);

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_MATRICES_H
