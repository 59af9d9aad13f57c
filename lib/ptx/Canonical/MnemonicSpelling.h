// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CANONICAL_MNEMONICSPELLING_H
#define PTX_CANONICAL_MNEMONICSPELLING_H

#include "ptx/Sema/Instructions/Signatures.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include "llvm/ADT/DenseMap.h"

#include <string>

namespace ptx {

/// Finds the canonical spelling of mnemonics with their modifiers. All instructions with one
/// signature have the same words, so each signature is processed once.
class MnemonicSpeller {
public:
  explicit MnemonicSpeller(const Platform &platform) : platform(platform) {}

  /// The canonical mnemonic of `inst`, whose signature is `signature`; empty if it is already
  /// written so. Valid until the next call.
  llvm::StringRef respelled(const SyntaxUnit &unit, const Instruction &inst,
                            const Signature &signature);

private:
  const Platform &platform;
  llvm::DenseMap<const Signature *, std::string> known;
};

/// The spelling of the component `text` of a vector: `.x` to `.w`, which are also called `.r`,
/// `.g`,
/// `.b` and `.a`. (Manual 6.4.3)
llvm::StringRef canonicalComponent(llvm::StringRef text);

} // namespace ptx

#endif // PTX_CANONICAL_MNEMONICSPELLING_H
