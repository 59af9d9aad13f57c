// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_PLATFORM_TARGETOPTIONS_H
#define PTX_ISA_PLATFORM_TARGETOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace ptx {

/// The words that a `.target` list can contain besides targets. (Manual 11.1.2)
enum class TargetOption : uint8_t { UnifiedTextures, IndependentTextures, Debug, MapF64ToF32 };

/// A word of a `.target` list that is not a target. (Manual 11.1.2)
struct TargetOptionInfo {
  TargetOption id;
  llvm::StringLiteral word;
  llvm::StringLiteral summary;
};

llvm::ArrayRef<TargetOptionInfo> allTargetOptions();
std::optional<TargetOption> targetOptionNamed(llvm::StringRef word);

} // namespace ptx

#endif // PTX_ISA_PLATFORM_TARGETOPTIONS_H
