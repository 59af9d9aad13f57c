// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Foreign/Foreign.h"
#include "ptx/Layout/Commands.h"
#include "ptx/Tensor/Maps/TensorMapJson.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

llvm::Expected<ForeignType> ptx::foreignType(const LayoutOptions &options, StringRef command) {
  llvm::Expected<StringRef> name = neededOption(options.type, command, "--type");
  if (!name)
    return name.takeError();
  // Signedness does not matter for layouts: tensor maps have unsigned types where other formats
  // have signed types, or more types.
  StringRef mapName = llvm::StringSwitch<StringRef>(name->lower())
                          .Case("s8", "u8")
                          .Case("int8", "u8")
                          .Case("uint8", "u8")
                          .Case("e4m3", "u8")
                          .Case("e5m2", "u8")
                          .Case("s16", "u16")
                          .Case("int16", "u16")
                          .Case("uint16", "u16")
                          .Case("int32", "s32")
                          .Case("uint32", "u32")
                          .Case("fp16", "f16")
                          .Case("fp32", "f32")
                          .Default(*name);
  std::optional<ElementType> type = parseElementType(mapName);
  if (!type || elementTypeInfo(*type).isSubByte())
    return llvm::createStringError("unknown element type `" + *name +
                                   "`; expected one of whole bytes, such as bf16, f32 or s8");
  return ForeignType{name->str(), *type};
}

void ptx::addEquivalentMap(const LayoutOptions &options, const EquivalentMap &map,
                           LayoutReport &report) {
  if (options.to_tensormap) {
    if (map.exists() && report.isLegal())
      report.document = describeTensorMap(map.map);
    report.add(map.obstacles);
    return;
  }
  if (!map.exists()) {
    report.add("tensor_map", "tensor map", nullptr, "none; --to-tensormap says why");
    return;
  }
  report.add(
      "tensor_map", "tensor map", describeTensorMap(map.map),
      "of dimensions " + llvm::join(map.dimensions, ", ") + ", accessed at (" +
          llvm::join(llvm::map_range(map.start, [](int64_t c) { return std::to_string(c); }), ",") +
          "); --to-tensormap prints it");
}
