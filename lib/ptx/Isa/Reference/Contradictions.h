// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_REFERENCE_CONTRADICTIONS_H
#define PTX_ISA_REFERENCE_CONTRADICTIONS_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"

#include "llvm/ADT/SmallVector.h"

#include <string>

namespace ptx {

/// Contradictions between two places of a manual, or between the manual and libcu++, whose headers
/// contain PTX. The records are in Contradictions.td.
struct ContradictionInfo {
  /// The version of the manual.
  PtxVersion manual;
  /// Whether the second place is libcu++.
  bool isByLibrary;
  /// The two statements with their sections, and the one that the records follow.
  llvm::StringLiteral first;
  llvm::StringLiteral second;
  llvm::StringLiteral taken;
  /// The requirements for a module to be legal by both places.
  PtxVersion since;
  TargetSetId targets;
  /// Whether no module is legal by both places.
  bool isNeverLegalByBoth;

  /// Whether both places admit a module of this `.target` and `.version`.
  bool isSettledFor(TargetId target, PtxVersion version) const {
    return !isNeverLegalByBoth && since <= version && satisfies(target, version, targets);
  }

  /// The sources in words: "the manual of PTX 9.4 contradicts itself".
  std::string parties() const;
};

/// A form to which a contradiction applies, under a condition.
struct DisputeInfo {
  FormId form;
  uint16_t condition;
  uint16_t contradiction;

  const ContradictionInfo &info() const;
};

/// The contradictions that are about `form`, under conditions.
llvm::ArrayRef<DisputeInfo> disputesOf(const FormInfo &form);

/// Whether libcu++ has the form, and the manual does not.
bool isOfLibraryAlone(const FormInfo &form);

/// The contradictions whose conditions an instruction fulfils.
llvm::SmallVector<const DisputeInfo *, 1> disputesOf(const InstrView &view);

/// The instruction with the modifiers that `dispute` is about: `tcgen05.alloc.exclusive`.
std::string featureText(const InstrView &view, const DisputeInfo &dispute);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_CONTRADICTIONS_H
