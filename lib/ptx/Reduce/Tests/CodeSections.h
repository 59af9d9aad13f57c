// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_TESTS_CODESECTIONS_H
#define PTX_REDUCE_TESTS_CODESECTIONS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace ptx {

/// The names and bytes of the code sections (`.text.<name>`) of a cubin, sorted by name; none if
/// `object` is not a 64-bit ELF file.
std::optional<std::string> codeSections(llvm::StringRef object);

} // namespace ptx

#endif // PTX_REDUCE_TESTS_CODESECTIONS_H
