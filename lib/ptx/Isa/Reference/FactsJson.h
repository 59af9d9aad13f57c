// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts as members of JSON objects: what descriptions and the database of instructions have in
// common.

#ifndef PTX_ISA_REFERENCE_FACTSJSON_H
#define PTX_ISA_REFERENCE_FACTSJSON_H

#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace ptx {

/// An array of texts.
void writeStrings(llvm::json::OStream &out, llvm::StringRef key,
                  const std::vector<llvm::StringRef> &texts);

/// An array `key` of one object for each element of a range.
template <class Range, class Write>
void writeObjects(llvm::json::OStream &out, llvm::StringRef key, const Range &range, Write write) {
  out.attributeArray(key, [&] {
    for (const auto &each : range)
      out.object([&] { write(out, each); });
  });
}

/// A version, or null for 1.0, by which the records say that there is none.
llvm::json::Value versionOrNull(PtxVersion version);

/// A text of the records, or null if it is empty.
llvm::json::Value textOrNull(llvm::StringRef text);

/// `targets`: each target that satisfies the set in some version from `since` on, with the first
/// such version.
void writeTargets(llvm::json::OStream &out, PtxVersion since, TargetSetId targets);

/// The names of the types of a set.
std::vector<llvm::StringRef> typeNames(TypeSet types);

/// Name, section, summary, first version and first target of an instruction.
void writeSummary(llvm::json::OStream &out, const InstructionInfo &instruction);

/// The syntax of a form, its modifiers and operands, and the targets that have it. `more` writes
/// further members of an operand.
void writeForm(
    llvm::json::OStream &out, const DescribedForm &form,
    llvm::function_ref<void(const OperandInfo &)> more = [](const OperandInfo &) {});

/// Name, section, summary, type and targets of a special register.
void writeRegister(llvm::json::OStream &out, const SpecialRegisterInfo &reg);

/// `instructions` of the database.
void writeInstructions(llvm::json::OStream &out);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_FACTSJSON_H
