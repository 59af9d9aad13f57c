// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_PLATFORM_FEATUREGATES_H
#define PTX_SEMA_PLATFORM_FEATUREGATES_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace ptx {

/// What something in a module asks of `.version` and `.target`, whatever the module declares.
/// (Manual 11.1)
struct FeatureGate {
  /// What asks for it, as messages call it: an instruction with the modifiers that matter, a
  /// directive, a special register.
  std::string feature;
  PtxVersion version;
  TargetSetId targets = TargetSetId::AllTargets;
  /// Whether it is the reverse: from the version on, targets of the set have the feature no longer.
  bool closes = false;
  /// Whether only the manual asks for it: `ptxas` does not check it.
  bool ptxasIgnores = false;
  /// The first release whose `ptxas` checks it.
  ReleaseNumber ptxasFrom = 0;

  /// What is asked for, in words: "PTX 7.8 and `sm_90` or higher".
  std::string text() const;

  /// Of a gate that closes, for which modules: "in PTX 6.4 or later for `sm_70` or higher".
  std::string closedText() const;
};
using FeatureGates = llvm::SmallVector<FeatureGate, 2>;

/// The gates of an instruction, of a special register, and of a directive, a type or a way to
/// declare something. All have to be met.
FeatureGates featureGatesOf(const InstrView &view);
FeatureGates featureGatesOf(SpecialRegister reg);
FeatureGates featureGatesOf(Feature feature);

/// Something that a module uses and that not every version and target has.
struct GatedUse {
  /// The gates of each way to read it; those of one way have to be met.
  llvm::SmallVector<FeatureGates, 1> ways;
  /// Where it is used first.
  SourceRange first;
};

/// The distinct uses of a module or of one body, in the order of their first use.
class GatedUses {
public:
  /// Adds what is used at `where`, unless the same is there or every target of any version has it.
  void add(llvm::SmallVector<FeatureGates, 1> ways, SourceRange where);

  /// Adds the uses of `other`, whose places are after those here.
  void append(GatedUses &&other);

  llvm::ArrayRef<GatedUse> all() const { return uses; }

  /// Whether the module declares `map_f64_to_f32`, with which no target lacks double precision.
  bool mapF64ToF32 = false;

private:
  std::vector<GatedUse> uses;
  llvm::StringMap<uint32_t> known; // by all that the gates say
};

} // namespace ptx

#endif // PTX_SEMA_PLATFORM_FEATUREGATES_H
