// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction set in words, as messages and descriptions use them: one line, lower case, PTX's
// own words in backticks.

#ifndef PTX_ISA_REFERENCE_WORDS_H
#define PTX_ISA_REFERENCE_WORDS_H

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace ptx {

/// The text between backquotes, as messages show what is written in PTX.
std::string quoted(llvm::StringRef text);

/// "a", "a or b", "a, b or c"; another `conjunction` in place of "or".
std::string listText(llvm::ArrayRef<std::string> items, llvm::StringRef conjunction = "or");

/// "; did you mean `a` or `b`?", with the words of `known`, after `prefix`, most similar to `word`;
/// empty if there are none or too many.
std::string suggestNames(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> known,
                         llvm::StringRef prefix = "");

/// "`.u16x2` or `.s16x2`".
std::string describeModifiers(llvm::ArrayRef<Modifier> modifiers);

/// The types of a set: "`.b32`, `.u32` or `.s32`".
std::string describeTypes(TypeSet types);

/// All members of `set`, whatever their first version: "`sm_80` or higher", "`sm_90a`, or `sm_100f`
/// or `sm_120f` or higher in the same family", "any target".
std::string describeTargets(TargetSetId set);

/// The members of `set` that a module of `.version` `version` can have, in the fewest words; all
/// members if it can have none.
std::string describeTargets(TargetSetId set, PtxVersion version);

/// The requirement of the gate, without its condition: "PTX 7.8 and `sm_90` or higher", "PTX 8.6
/// for `sm_100a`, or PTX 8.8 for `sm_100f` or higher in the same family". For a removal: "not in
/// PTX 6.4 or later for `sm_70` or higher".
std::string describeGateNeeds(const GateInfo &gate);

/// The modules that a removal affects: "in PTX 6.4 or later for `sm_70` or higher".
std::string describeClosed(const GateInfo &gate);

/// A condition of `form` as properties of an instruction: "`.sat` and `.u32`", "no `.ftz`", "`.u8`
/// as `.dtype`", "operand `c`". Empty if it always holds.
std::string describeCondition(const FormInfo &form, uint16_t condition);

/// The same without the parts that always hold for the open form.
std::string describeCondition(const OpenForm &open, uint16_t condition);

/// A rule of `form` as a sentence: "`.ftz` requires `.f32`", "`.v4` excludes `.b64`".
std::string describeRule(const FormInfo &form, const RuleInfo &rule);
std::string describeRule(const OpenForm &open, const RuleInfo &rule);

/// The same for an instruction that violates it, with its modifiers: "`.u32` and `.f32` need
/// `.rni`, `.rzi`, `.rmi` or `.rpi`".
std::string describeBrokenRule(const InstrView &view, const RuleInfo &broken);

/// The modifiers of `view` that determine `operand`: "`.2d`", "`.m16n8k16` and `.f16`". Empty if
/// there are none.
std::string decidingWords(const InstrView &view, const OperandInfo &operand);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_WORDS_H
