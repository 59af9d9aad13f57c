// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TENSORMAPJSON_H
#define PTX_TENSOR_MAPS_TENSORMAPJSON_H

#include "ptx/Tensor/Maps/TensorMap.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

// Descriptions of tensor maps as JSON; docs/guide/tensor-maps.md has their members.

namespace ptx {

/// The map that `value`, an object, describes. Fails with a `DescriptionError` for a member that is
/// not known, with a value that is none for it, or a name that means nothing. Numbers may be
/// written as text, `"0x1000"`.
llvm::Expected<TensorMap> parseTensorMap(const llvm::json::Value &value);

/// The inverse: the members that are known, by PTX's names, of which `parseTensorMap` makes the
/// same map. A swizzle mode or atomicity that table 14 does not have is left out.
llvm::json::Object describeTensorMap(const TensorMap &map);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TENSORMAPJSON_H
