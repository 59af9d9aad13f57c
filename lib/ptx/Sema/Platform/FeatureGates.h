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

/// A requirement of a feature on `.version` and `.target`, regardless of the declared ones. (Manual
/// 11.1)
struct FeatureGate {
  /// The feature that has the requirement, in the words of a message: an instruction with the
  /// relevant modifiers, a directive, a special register.
  std::string feature;
  PtxVersion version;
  TargetSetId targets = TargetSetId::AllTargets;
  /// Whether it is a removal: from the version on, targets of the set no longer support the
  /// feature.
  bool closes = false;
  /// Whether only the manual requires it: `ptxas` does not check it.
  bool ptxasIgnores = false;
  /// The first release whose `ptxas` checks it.
  ReleaseNumber ptxasFrom = 0;

  /// The requirement in words: "PTX 7.8 and `sm_90` or higher".
  std::string text() const;

  /// For a removal, the modules that it affects: "in PTX 6.4 or later for `sm_70` or higher".
  std::string closedText() const;
};
using FeatureGates = llvm::SmallVector<FeatureGate, 2>;

/// The gates of an instruction, of a special register, and of a directive, a type or a kind of
/// declaration. All must be satisfied.
FeatureGates featureGatesOf(const InstrView &view);
FeatureGates featureGatesOf(SpecialRegister reg);
FeatureGates featureGatesOf(Feature feature);

/// A use of a feature that not every version and target supports.
struct GatedUse {
  /// The gates of each interpretation of the use. All gates of one interpretation must be
  /// satisfied.
  llvm::SmallVector<FeatureGates, 1> ways;
  /// The location of the first use.
  SourceRange first;
};

/// The distinct uses of a module or of one body, in the order of their first use.
class GatedUses {
public:
  /// Adds the use at `where`, unless an equal one exists or all versions and targets support it.
  void add(llvm::SmallVector<FeatureGates, 1> ways, SourceRange where);

  /// Adds the uses of `other`, which are after these in the source.
  void append(GatedUses &&other);

  llvm::ArrayRef<GatedUse> all() const { return uses; }

  /// Whether the module declares `map_f64_to_f32`, so that every target supports double precision.
  bool mapF64ToF32 = false;

private:
  std::vector<GatedUse> uses;
  llvm::StringMap<uint32_t> known; // by the full text of the gates
};

} // namespace ptx

#endif // PTX_SEMA_PLATFORM_FEATUREGATES_H
