// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Instructions.h"

#include "ptx/Isa/Reference/Describe.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;

Expected<std::string> ptxkit::describe(std::string_view mnemonic) {
  llvm::Expected<ptx::Description> description = ptx::describe({mnemonic.data(), mnemonic.size()});
  if (!description)
    return Failure{llvm::toString(description.takeError())};
  std::string json;
  llvm::raw_string_ostream os(json);
  ptx::printJson(os, *description);
  return json;
}

std::string ptxkit::instructions() {
  std::string json;
  llvm::raw_string_ostream os(json);
  ptx::printListJson(os, ptx::sortedInstructions());
  return json;
}

std::string ptxkit::specialRegisters() {
  std::string json;
  llvm::raw_string_ostream os(json);
  ptx::printSpecialRegistersJson(os);
  return json;
}
