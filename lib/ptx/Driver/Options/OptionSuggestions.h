// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_OPTIONSUGGESTIONS_H
#define PTX_DRIVER_OPTIONS_OPTIONSUGGESTIONS_H

#include "ptx/Driver/Options/CommandLine.h"

namespace ptx {

/// What is wrong with `spelling`, an argument with dashes that is not an option of `tool`, as a
/// text for the user. It names the option that was probably meant: one that other tools call so,
/// else one of `table` that is spelled nearly so.
std::string unknownOption(const llvm::opt::OptTable &table, Tool tool, llvm::StringRef spelling);

/// Whether `written`, a short option with its value, is a long option that lacks a dash: `-output`
/// for `-o utput`. Names that other tools have for an option count as well.
bool lacksDash(Tool tool, llvm::StringRef written);

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_OPTIONSUGGESTIONS_H
