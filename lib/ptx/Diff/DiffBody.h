// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIFF_DIFFBODY_H
#define PTX_DIFF_DIFFBODY_H

#include "ptx/Canonical/MnemonicSpelling.h"
#include "ptx/Sema/SemaResult.h"

#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace ptx {

class SourceBuffer;

/// What a name that need not be the same on both sides refers to.
enum class NameKind : uint8_t { Register, Label, Variable, Parameter, Global };

/// A name that a body uses.
struct DiffName {
  llvm::StringRef text;
  const Symbol *symbol;
  NameKind kind;
  uint64_t declaration;  ///< a hash of what the declaration says, except the name
  uint32_t position;     ///< among the declarations of the body, which begin with its parameters
  uint32_t firstUse = 0; ///< in `DiffBody::uses`
  uint32_t firstLine = 0;
  uint32_t useCount = 0;
};

/// A name at its place in a line.
struct NameUse {
  uint32_t name;
  uint32_t token;
};

/// A statement that matters: an instruction, a label that one refers to, a list of targets, a
/// pragma.
struct DiffLine {
  uint64_t shape; ///< a hash of all but the names
  uint64_t head;  ///< a hash of the opcode, or of the kind of statement
  TokenId first;
  TokenId last;
  uint32_t firstUse;
  uint32_t useCount;
  TokenId opcode; ///< invalid if it is no instruction

  bool isInstruction() const { return opcode.valid(); }
};

/// A body, ready to be compared.
struct DiffBody {
  const SourceBuffer *source = nullptr;
  const CheckedUnit *checked = nullptr;
  std::vector<DiffLine> lines;
  std::vector<NameUse> uses; ///< in the order of the lines
  std::vector<DiffName> names;
  std::vector<const Symbol *> unused; ///< declared variables that no line names
  uint32_t parameterCount = 0;

  const SyntaxUnit &unit() const { return checked->scope.unit; }
  llvm::ArrayRef<NameUse> usesOf(const DiffLine &line) const {
    return llvm::ArrayRef(uses).slice(line.firstUse, line.useCount);
  }
};

/// Reads a body. Names of the module that are in `fixed` are part of what lines say.
DiffBody readDiffBody(const CheckedUnit &checked, MnemonicSpeller &mnemonics,
                      const llvm::StringSet<> &fixed);

/// What the declaration of a variable says, except its name: `.shared .align 16 .b8[1024]`.
std::string declarationText(const Symbol &symbol);

/// The tokens `first` to `last` on one line, as they are spaced in the source, without comments.
/// `replacement` of a token is written in its place unless it is empty.
std::string tokensText(const SyntaxUnit &unit, TokenId first, TokenId last,
                       llvm::function_ref<llvm::StringRef(uint32_t token)> replacement = nullptr);

} // namespace ptx

#endif // PTX_DIFF_DIFFBODY_H
