// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TENSORMAPJSON_H
#define PTX_TENSOR_MAPS_TENSORMAPJSON_H

#include "ptx/Tensor/Maps/TensorMap.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

// Descriptions of tensor maps as JSON; docs/guide/tensor-maps.md has their members.

namespace ptx {

/// The map described by the object `value`. Fails with a `DescriptionError` for an unknown member,
/// an invalid value, or an unknown name. Numbers may be written as text, `"0x1000"`.
llvm::Expected<TensorMap> parseTensorMap(const llvm::json::Value &value);

/// The inverse: the known members, with the names of PTX, from which `parseTensorMap` creates the
/// same map. A swizzle mode or atomicity that is not in table 14 is omitted.
llvm::json::Object describeTensorMap(const TensorMap &map);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TENSORMAPJSON_H
