// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Platform/TargetOptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static constexpr TargetOptionInfo targetOptions[] = {
    {TargetOption::UnifiedTextures, "texmode_unified", "textures with their samplers"},
    {TargetOption::IndependentTextures, "texmode_independent",
     "samplers named apart from textures"},
    {TargetOption::Debug, "debug", "with DWARF sections"},
    {TargetOption::MapF64ToF32, "map_f64_to_f32", "double precision becomes single precision"},
};

llvm::ArrayRef<TargetOptionInfo> ptx::allTargetOptions() { return targetOptions; }

std::optional<TargetOption> ptx::targetOptionNamed(llvm::StringRef word) {
  const auto *found = llvm::find_if(
      targetOptions, [&](const TargetOptionInfo &option) { return option.word == word; });
  return found == std::end(targetOptions) ? std::nullopt : std::optional(found->id);
}
