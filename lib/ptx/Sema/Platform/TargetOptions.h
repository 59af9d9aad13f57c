// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_PLATFORM_TARGETOPTIONS_H
#define PTX_SEMA_PLATFORM_TARGETOPTIONS_H

#include "ptx/Sema/Module/ModuleHeader.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace ptx {

/// A word of a `.target` list that is not a target. (Manual 11.1.2)
struct TargetOptionInfo {
  TargetOption id;
  llvm::StringLiteral word;
  llvm::StringLiteral summary;
};

llvm::ArrayRef<TargetOptionInfo> allTargetOptions();

} // namespace ptx

#endif // PTX_SEMA_PLATFORM_TARGETOPTIONS_H
