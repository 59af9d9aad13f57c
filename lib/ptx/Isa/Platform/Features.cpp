// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Tables.h"

using namespace ptx;

llvm::ArrayRef<FeatureInfo> ptx::allFeatures() { return tables::features(); }

const FeatureInfo &ptx::info(Feature feature) {
  return tables::features()[static_cast<unsigned>(feature)];
}
