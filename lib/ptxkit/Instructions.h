// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_INSTRUCTIONS_H
#define PTXKIT_INSTRUCTIONS_H

#include "ptxkit/Expected.h"

#include <string>
#include <string_view>

namespace ptxkit {

/// The facts of the instructions called `mnemonic`, such as `cvt` or `cvt.rn.f16` with some of the
/// modifiers, as one JSON object: forms with their modifiers, operands, types, versions and
/// targets, and rules. docs/library.md lists the keys. Fails with a suggestion if there is none.
Expected<std::string> describe(std::string_view mnemonic);

/// All instructions as a JSON array: name, section of the manual, summary, first version and
/// target.
std::string instructions();

/// All special registers as a JSON array: name, section of the manual, summary, type, number of
/// components if there are several, and targets with the first version for each.
std::string specialRegisters();

} // namespace ptxkit

#endif // PTXKIT_INSTRUCTIONS_H
