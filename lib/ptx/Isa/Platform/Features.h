// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_PLATFORM_FEATURES_H
#define PTX_ISA_PLATFORM_FEATURES_H

#include "ptx/Isa/Platform/Releases.h"

namespace ptx {

/// What is known of a directive, a type or a way to declare something that not all versions and
/// targets have. (Manual 5, 11)
struct FeatureInfo {
  Feature id;
  /// As a message calls it: `.alias`.
  llvm::StringLiteral name;
  PtxVersion since;
  TargetSetId targets;
  /// The first version without it; 1.0 if all since then have it.
  PtxVersion closed;
  /// Whether only the manual asks for the version and the target: `ptxas` checks neither.
  bool ptxasIgnores;
  /// The first release whose `ptxas` asks for them.
  ReleaseNumber ptxasFrom;
};

/// All features, in the order of `Feature`.
llvm::ArrayRef<FeatureInfo> allFeatures();

/// What is known of `feature`.
const FeatureInfo &info(Feature feature);

} // namespace ptx

#endif // PTX_ISA_PLATFORM_FEATURES_H
