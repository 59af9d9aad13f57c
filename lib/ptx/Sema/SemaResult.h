// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_SEMARESULT_H
#define PTX_SEMA_SEMARESULT_H

#include "ptx/Sema/ModuleHeader.h"
#include "ptx/Sema/Signatures.h"

#include <memory>
#include <vector>

namespace ptx {

/// What the checks found out about a module, for the passes behind them. The module has to outlive
/// it.
struct SemaResult {
  /// How each instruction of a unit is to be read, by its number in the unit; null if the
  /// instruction has an error.
  using Signatures = std::vector<const Signature *>;

  /// What the signatures lie in and refer to.
  struct Tables {
    Tables(const WordTable &words, Platform platform)
        : platform(std::move(platform)), mnemonics(words, this->platform) {}

    Platform platform;
    MnemonicTable mnemonics;
  };

  SemaResult(const Module &module, Platform platform);

  std::unique_ptr<Tables> tables;
  /// Of `Module::top`, which has instructions in a fragment alone.
  Signatures top;
  /// Of `Module::bodies`, in their order.
  std::vector<Signatures> bodies;
};

} // namespace ptx

#endif // PTX_SEMA_SEMARESULT_H
