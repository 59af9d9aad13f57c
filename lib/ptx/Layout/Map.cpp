// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Maps.h"
#include "ptx/Tensor/Maps/TensorAccess.h"
#include "ptx/Tensor/Maps/TensorMapJson.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The load of all of `map`, without halo.
static TensorAccess plainLoad(const TensorMap &map) {
  TensorAccess access;
  access.mode = loadModeOf(map.mode.value_or(MapMode::Tiled));
  access.offsets = {0, 0};
  return access;
}

/// Adds the strides of a map of rank 2 or more, and whether the user gave them.
static void addStrides(LayoutReport &report, const LayoutOptions &options, const TensorMap &map) {
  if (!map.strides || map.strides->empty())
    return;
  std::string text;
  for (uint64_t stride : *map.strides)
    text += (Twine(text.empty() ? "" : ", ") + Twine(stride)).str();
  report.add("strides", "strides", llvm::json::Array(*map.strides),
             text + (options.strides ? " bytes" : " bytes: packed, without --strides"));
}

llvm::Expected<LayoutReport> ptx::layoutMap(const LayoutOptions &options, LayoutWords words) {
  llvm::Expected<std::vector<NamedTensorMap>> maps = layoutMaps(options, words, "map");
  if (!maps)
    return maps.takeError();
  LayoutReport report("tensor maps");
  if (describesMap(options))
    addStrides(report, options, maps->front().map);
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
  if (options.to_tensormap) {
    if (!describesMap(options))
      return llvm::createStringError("--to-tensormap of `map` requires --dims or --box");
    if (report.isLegal())
      report.document = describeTensorMap(maps->front().map);
  }
  report.addTable("maps", std::move(entries), std::move(lines));
  return report;
}
