// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_MODULEJSON_H
#define PTXKIT_MODULEJSON_H

#include "ptxkit/Check.h"

#include <optional>
#include <string>
#include <vector>

namespace ptxkit::detail {

/// The module of `check` as one JSON object; docs/library.md lists its keys.
std::string moduleJson(const Check &check);

/// The same without the symbols and instructions of the functions.
std::string outlineJson(const Check &check);

/// One function of it.
std::string functionJson(const Check &check, const Function &function);

/// The texts as a JSON array.
std::string textsJson(const std::vector<std::string> &texts);

/// The control-flow graph and the registers of a function as one JSON object.
std::string flowJson(const Function &function);

/// An origin as one JSON object, or `null`.
std::string originJson(const std::optional<Origin> &origin);

} // namespace ptxkit::detail

#endif // PTXKIT_MODULEJSON_H
