// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/LayoutCommands.h"
#include "ptx/Driver/TensorMapInput.h"
#include "ptx/Tensor/TensorAccess.h"
#include "ptx/Tensor/TensorMapRules.h"

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

llvm::Expected<NamedTensorMap> ptx::layoutMapNamed(const CommandLine &line, LayoutWords words,
                                                   StringRef command) {
  llvm::Expected<std::vector<NamedTensorMap>> maps = layoutMaps(words, command);
  if (!maps)
    return maps.takeError();
  std::optional<StringRef> name = line.value(OPT_map_name);
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

/// The load that uses all of `map`, without halo.
static TensorAccess plainLoad(const TensorMap &map) {
  TensorAccess access;
  access.mode = loadModeOf(map.mode.value_or(MapMode::Tiled));
  access.offsets = {0, 0};
  return access;
}

llvm::Expected<LayoutReport> ptx::layoutMap(const CommandLine &, LayoutWords words) {
  llvm::Expected<std::vector<NamedTensorMap>> maps = layoutMaps(words, "map");
  if (!maps)
    return maps.takeError();
  LayoutReport report("tensor maps");
  llvm::json::Object entries;
  std::vector<std::string> lines;
  for (const auto &[name, map] : *maps) {
    Violations violations = checkTensorMap(map);
    bool legal = isLegal(violations);
    std::optional<uint64_t> bytes = tensorAccessBytes(map, plainLoad(map));
    llvm::json::Object entry{{"legal", legal}};
    std::string text = legal ? "legal" : "not legal";
    if (bytes && legal) {
      entry["bytes"] = *bytes;
      text += (", " + Twine(*bytes) + " bytes an access").str();
    }
    lines.push_back((Twine("  ") + (name.empty() ? "(unnamed)" : name) + ": " + text).str());
    entries[name] = std::move(entry);
    for (Violation &violation : violations) {
      if (!name.empty())
        violation.text = ("map `" + Twine(name) + "`: " + violation.text).str();
    }
    report.add(violations);
  }
  report.addTable("maps", std::move(entries), std::move(lines));
  return report;
}
