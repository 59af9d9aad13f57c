// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_PLATFORM_FEATURES_H
#define PTX_ISA_PLATFORM_FEATURES_H

#include "ptx/Isa/Platform/Releases.h"

namespace ptx {

/// The availability of a directive, a type or a declaration that not all versions and targets
/// support. (Manual 5, 11)
struct FeatureInfo {
  Feature id;
  /// The name in messages: `.alias`.
  llvm::StringLiteral name;
  PtxVersion since;
  TargetSetId targets;
  /// The first version without it; 1.0 if it was never removed.
  PtxVersion closed;
  /// Whether only the manual requires the version and the target: `ptxas` checks neither.
  bool ptxasIgnores;
  /// The first release whose `ptxas` requires them.
  ReleaseNumber ptxasFrom;
};

/// All features, in the order of `Feature`.
llvm::ArrayRef<FeatureInfo> allFeatures();

/// The record of `feature`.
const FeatureInfo &info(Feature feature);

} // namespace ptx

#endif // PTX_ISA_PLATFORM_FEATURES_H
