// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The additions of each version of PTX according to the records, for the pages of `docs/changes`.

#ifndef PTX_ISA_REFERENCE_CHANGES_H
#define PTX_ISA_REFERENCE_CHANGES_H

#include "ptx/Isa/Platform/Targets.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The first version that the pages describe.
inline constexpr PtxVersion firstDescribedVersion{6, 0};

/// The numbers before the dot of the described versions, in ascending order. Each has a page,
/// `<number>.md`.
llvm::SmallVector<unsigned> majorVersions();

/// Writes the page of the versions `major`.0, `major`.1 and so on, in Markdown: the targets, words,
/// instructions, forms, special registers and directives that each added, deprecated or removed.
/// (Manual 13)
void printChanges(llvm::raw_ostream &os, unsigned major);

/// Writes the page `index.md`: all described versions with their releases, and how much each added.
void printChangesIndex(llvm::raw_ostream &os);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_CHANGES_H
