// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Releases of CUDA.
//
// RUN: not ptx-tblgen -gen-releases -I %{source}/lib %s 2>&1 | FileCheck %s

include "ptx/Isa/Platform/Releases.td"

// CHECK: error: `{{.*}}`: the release reads an older `.version` than the one before
def : Release<"9.0", "14.0", 700>;
// CHECK: error: `{{.*}}`: the release has an older driver than the one before
def : Release<"9.9", "14.1", 699>;
// CHECK: error: `{{.*}}`: a release has one default target
def : Release<"9.9", "14.2", 701> { let Default = [sm_80, sm_90]; }
