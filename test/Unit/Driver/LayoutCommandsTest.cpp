// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Layout/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Option.h"

#include "gtest/gtest.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The names of the options that commands choose from.
std::vector<StringRef> layoutOptions() {
  std::vector<StringRef> names;
  for (const auto &option : allOptions())
    if (option.GroupID == OPT_Layout_Group && option.HelpText)
      names.push_back(prefixedName(option).trim("-="));
  return names;
}

TEST(LayoutCommandsTest, OptionsOfCommandsExist) {
  std::vector<StringRef> known = layoutOptions();
  for (const LayoutCommand &command : layoutCommands())
    for (StringRef name : llvm::split(command.options, ' '))
      EXPECT_TRUE(llvm::is_contained(known, name)) << command.name.str() << " --" << name.str();
}

TEST(LayoutCommandsTest, EachOptionIsOfACommand) {
  for (StringRef name : layoutOptions())
    EXPECT_TRUE(llvm::any_of(layoutCommands(), [&](const LayoutCommand &command) {
      return command.uses(name);
    })) << name.str();
}

} // namespace
