// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions of PTX that no release reads.
//
// RUN: not ptx-tblgen -gen-isa-decls -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/Platform/Releases.td"

// CHECK: fail-version.td:[[@LINE+1]]:5: error: `sm_900`: no release of Releases.td has the version `8.9`
def sm_900 : Target<"8.9">;
