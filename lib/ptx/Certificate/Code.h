// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CERTIFICATE_CODE_H
#define PTX_CERTIFICATE_CODE_H

#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <map>
#include <optional>
#include <string>

namespace ptx::certificate {

/// Generic addresses of shared memory, and of parameters.
inline constexpr uint64_t sharedWindow = 0x0000'7F00'0000'0000;
inline constexpr uint64_t parameterWindow = 0x0000'7D00'0000'0000;
inline constexpr uint64_t windowSize = 0x0000'0001'0000'0000;
inline constexpr uint32_t warpLanes = 32;

/// A part of an operand.
struct Element {
  enum class Kind : uint8_t { Unknown, Register, Constant, Special, Sink, Label };
  Kind kind = Kind::Unknown;
  bool isNegated = false;
  char component = 0; ///< of a special register
  uint32_t index = 0; ///< of a register
  SpecialRegister special{};
  uint64_t number = 0; ///< that is added to a register
};

struct Operand {
  bool isAddress = false;
  llvm::SmallVector<Element, 2> elements;
};

/// What the checker does with an instruction.
enum class Does : uint8_t {
  NotChecked,
  Computes, ///< from registers alone
  ComputesUnknown,
  AccessesGlobal,
  LoadsParameter,
  Nothing,
  Branches,
  Ends,
  Loads,
  Stores,
  InitializesMbarrier,
  InvalidatesMbarrier,
  Arrives, ///< or changes the number of missing bytes
  Waits,
  Barrier,
  WarpBarrier,
  Elects,
  Shuffles,
  OtherOfWarp,
  FencesProxy,
  LoadsBulk,
  LoadsTensor,
  StoresBulk,
  StoresTensor,
  CommitsBulk,
  AwaitsBulk,
  Copies,
  CommitsCopies,
  AwaitsCopies,
};

struct Step {
  static constexpr uint32_t none = ~0u;

  Does does = Does::NotChecked;
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SmallVector<Operand, 4> operands;
  uint32_t guard = none; ///< register
  bool isGuardNegated = false;
  uint32_t target = none;
  uint32_t line = 0;
  unsigned width = 32; ///< of the last type
  unsigned fromWidth = 32;
  bool isSigned = false, isFromSigned = false, isFloat = false;
  unsigned vector = 1;

  bool has(llvm::StringRef word) const { return llvm::is_contained(words, word); }
};

/// An entry as a list of steps.
struct Code {
  /// The extents that `.reqntid` and `.reqnctapercluster` require.
  std::optional<std::array<uint64_t, 3>> block, cluster;
  std::vector<Step> steps;
  std::vector<unsigned> widths;                                    ///< of registers
  std::map<std::string, std::pair<uint64_t, uint64_t>> parameters; ///< address and size
  std::vector<std::pair<uint64_t, uint64_t>> shared;               ///< variables
};

/// Reads the entry `name`; none if the module has no such entry.
std::optional<Code> readCode(const Module &module, const SemaResult &sema, llvm::StringRef name,
                             uint64_t dynamicShared);

} // namespace ptx::certificate

#endif // PTX_CERTIFICATE_CODE_H
