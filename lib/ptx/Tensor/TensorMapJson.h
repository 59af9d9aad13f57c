// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_TENSORMAPJSON_H
#define PTX_TENSOR_TENSORMAPJSON_H

#include "ptx/Tensor/TensorMap.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

// Descriptions of tensor maps as JSON; docs/guide/layouts.md has their members.

namespace ptx {

/// The map that `object` describes. Fails for a member that is not known, with a value that is none
/// for it, or a name that means nothing; the text begins with the member's name. Numbers may be
/// written as text, `"0x1000"`.
llvm::Expected<TensorMap> parseTensorMap(const llvm::json::Object &object);

/// The inverse: the members that are known, by PTX's names, of which `parseTensorMap` makes the
/// same map. A swizzle mode or atomicity that table 14 does not have is left out.
llvm::json::Object describeTensorMap(const TensorMap &map);

/// A map of a file, with its name.
struct NamedTensorMap {
  std::string name;
  TensorMap map;
};

/// The maps of a file, in the order of their names: `{"version": 1, "maps": {"A": {...}}}`; or one
/// map alone, whose name is empty. Fails for text that is no JSON, and as `parseTensorMap`.
llvm::Expected<std::vector<NamedTensorMap>> parseTensorMaps(llvm::StringRef text);

} // namespace ptx

#endif // PTX_TENSOR_TENSORMAPJSON_H
