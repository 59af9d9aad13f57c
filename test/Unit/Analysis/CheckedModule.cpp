// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;

CheckedModule::CheckedModule(const std::string &statements, const std::string &declarations,
                             const std::string &target)
    : module(".version 9.0\n.target " + target + "\n.address_size 64\n" + declarations +
             "\n.entry k(.param .u32 p)\n{\n.reg .b32 %r<20>;\n.reg .b64 %rd<9>;\n"
             ".reg .v2 .b32 %v;\n.reg .pred %p<9>;\n" +
             statements + "\n}\n") {
  EXPECT_TRUE(module.module().isComplete());
}
