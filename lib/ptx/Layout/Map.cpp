// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Maps.h"
#include "ptx/Tensor/TensorAccess.h"
#include "ptx/Tensor/TensorMapRules.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The load that uses all of `map`, without halo.
static TensorAccess plainLoad(const TensorMap &map) {
  TensorAccess access;
  access.mode = loadModeOf(map.mode.value_or(MapMode::Tiled));
  access.offsets = {0, 0};
  return access;
}

llvm::Expected<LayoutReport> ptx::layoutMap(const LayoutOptions &, LayoutWords words) {
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
