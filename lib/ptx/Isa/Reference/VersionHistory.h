// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first versions of instructions, forms and words, on the first target that supports them.

#ifndef PTX_ISA_REFERENCE_VERSIONHISTORY_H
#define PTX_ISA_REFERENCE_VERSIONHISTORY_H

#include "ptx/Isa/Forms/OpenForm.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"

#include <map>
#include <vector>

namespace ptx {

/// The first versions of all forms. Construction evaluates all gates for every target and is slow:
/// create one object and reuse it.
class VersionHistory {
public:
  VersionHistory();

  /// The first version of a form, with some choice of its modifiers.
  PtxVersion since(const FormInfo &form) const;
  /// The first version of the instructions with this name.
  PtxVersion since(llvm::StringRef instructionName) const { return names.at(instructionName); }
  /// The words that `version` added, in the order of their enumeration.
  std::vector<Modifier> wordsOf(PtxVersion version) const;

private:
  void addWords(const FormInfo &form);

  std::vector<PtxVersion> forms; // by their identity
  std::map<llvm::StringRef, PtxVersion> names;
  std::map<Modifier, PtxVersion> words;
};

} // namespace ptx

#endif // PTX_ISA_REFERENCE_VERSIONHISTORY_H
