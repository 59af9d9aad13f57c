// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdlib>
#include <string>

/// Made before main() begins.
extern const std::string home;
const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
