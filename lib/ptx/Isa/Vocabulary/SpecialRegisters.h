// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_VOCABULARY_SPECIALREGISTERS_H
#define PTX_ISA_VOCABULARY_SPECIALREGISTERS_H

#include "ptx/Isa/Names.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Isa/Vocabulary/Directives.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The record of a special register. (Manual 10)
struct SpecialRegisterInfo {
  SpecialRegister id;
  /// With the percent sign: `%tid`.
  llvm::StringLiteral name;
  /// Of the register, or of one component of a vector.
  TypeId type;
  /// 4 if it has the components `.x`, `.y`, `.z`, `.w`, else 1.
  uint8_t components;
  PtxVersion since;
  TargetSetId targets;
  /// Other types of registers into which the low bits can be read.
  TypeSet alsoReadAs;
  /// Whether only the manual requires the version: `ptxas` accepts the register in any version.
  bool ptxasIgnores;
  /// Whether two reads by one thread give different values: a clock or a counter of events.
  bool changes;
  /// Whether adjacent threads of a warp read different values; for a vector, in the component `.x`.
  bool variesByLane;
  /// The directive that an entry must have to read the register.
  std::optional<DirectiveWord> onlyWith;
  /// 3 of the manual's section 10.3; 0 if no manual that we read has it.
  uint8_t section;
  /// A short description. PTX words are in backticks.
  llvm::StringLiteral summary;
};

/// All special registers, in the order of `SpecialRegister`.
llvm::ArrayRef<SpecialRegisterInfo> allSpecialRegisters();

/// The record of `reg`.
const SpecialRegisterInfo &info(SpecialRegister reg);

/// Finds a special register by its name with the percent sign, without a component.
std::optional<SpecialRegister> findSpecialRegister(llvm::StringRef name);

/// The section of the manual: "10.3", or "10".
std::string sectionOf(const SpecialRegisterInfo &reg);

/// Writes a description of `reg` as plain text.
void printSpecialRegister(llvm::raw_ostream &os, const SpecialRegisterInfo &reg);

/// Writes the reference of special registers, in Markdown.
void printSpecialRegisters(llvm::raw_ostream &os);

} // namespace ptx

#endif // PTX_ISA_VOCABULARY_SPECIALREGISTERS_H
