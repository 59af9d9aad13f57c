// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_OPTIONSUGGESTIONS_H
#define PTX_DRIVER_OPTIONS_OPTIONSUGGESTIONS_H

#include "ptx/Driver/Options/CommandLine.h"

namespace ptx {

/// The error message for `spelling`, an argument with dashes that is not an option of `tool`. It
/// suggests the likely option: the equivalent of another program's option with this name, otherwise
/// an option of `table` with a similar spelling.
std::string unknownOption(const llvm::opt::OptTable &table, Tool tool, llvm::StringRef spelling);

/// Whether `written`, a short option with its value, is probably a long option without its second
/// dash: `-output` for `-o utput`. Names of options in other programs are included.
bool lacksDash(Tool tool, llvm::StringRef written);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_OPTIONSUGGESTIONS_H
