// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/PlatformOptions.h"

#include "ptx/Isa/Reference/PlatformNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Reads the targets of all `--target` options, without duplicates.
static llvm::Error readTargets(const CommandLine &line, SemaOptions &options) {
  llvm::SmallVector<TargetId, 1> targets;
  for (const std::string &list : line.arguments().getAllArgValues(OPT_target))
    for (StringRef name : llvm::split(list, ',')) {
      llvm::Expected<TargetId> target = readTarget(name);
      if (!target)
        return target.takeError();
      if (!llvm::is_contained(targets, *target))
        targets.push_back(*target);
    }
  if (!targets.empty())
    options.targets = std::move(targets);
  return llvm::Error::success();
}

llvm::Error ptx::readConsumer(const CommandLine &line, Consumer &consumer) {
  for (OptionId id : {OPT_for_cuda, OPT_for_driver}) {
    std::optional<StringRef> text = line.value(id);
    if (!text)
      continue;
    bool isDriver = id == OPT_for_driver;
    llvm::Expected<const ReleaseInfo *> release = isDriver ? readDriver(*text) : readRelease(*text);
    if (!release)
      return release.takeError();
    consumer = {*release, isDriver};
  }
  return llvm::Error::success();
}

llvm::Error ptx::readPlatformOptions(const CommandLine &line, SemaOptions &options) {
  if (llvm::Error error = readTargets(line, options))
    return error;
  if (std::optional<StringRef> text = line.value(OPT_ptx_version)) {
    llvm::Expected<PtxVersion> version = readVersion(*text);
    if (!version)
      return version.takeError();
    options.version = *version;
  }
  if (std::optional<StringRef> name = line.value(OPT_for_gpu)) {
    llvm::Expected<TargetId> gpu = readTarget(*name);
    if (!gpu)
      return gpu.takeError();
    options.gpu = *gpu;
  }
  return readConsumer(line, options.consumer);
}
