// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Maps.h"

#include "ptx/Check/TensorMapInput.h"

#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

llvm::Expected<std::vector<NamedTensorMap>> ptx::layoutMaps(LayoutWords words, StringRef command) {
  llvm::Expected<StringRef> file = onlyWord(words, command, "one file with tensor maps");
  if (!file)
    return file.takeError();
  if (file->ends_with(".ptx"))
    return readCommentedMaps(*file);
  llvm::Expected<TensorMapFile> maps = readTensorMapFile(*file);
  if (!maps)
    return maps.takeError();
  return std::move(maps->maps);
}

llvm::Expected<NamedTensorMap> ptx::layoutMapNamed(const LayoutOptions &options, LayoutWords words,
                                                   StringRef command) {
  llvm::Expected<std::vector<NamedTensorMap>> maps = layoutMaps(words, command);
  if (!maps)
    return maps.takeError();
  std::optional<StringRef> name = options.map;
  if (!name && maps->size() != 1)
    return llvm::createStringError("the file has " + Twine(maps->size()) +
                                   " tensor maps; choose one with --map");
  for (NamedTensorMap &map : *maps)
    if (!name || map.name == *name)
      return std::move(map);
  return llvm::createStringError("the file has no tensor map `" + *name + "`");
}

std::optional<Swizzle> ptx::assumedSwizzle(const TensorMap &map) {
  // 128B alone is what the driver calls 128B: the atomicity is 16 bytes.
  if (!map.swizzle() && map.swizzleMode == 3u)
    return Swizzle::B128;
  return map.swizzle();
}
