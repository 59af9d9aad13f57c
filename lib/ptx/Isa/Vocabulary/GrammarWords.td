// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that the grammar knows: state spaces and directives.

include "ptx/Isa/Vocabulary/StateSpaces.td"
include "ptx/Isa/Vocabulary/Directives.td"
