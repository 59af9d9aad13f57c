// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/MbarrierReports.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

bool ptx::reportsValidity(const InstrView &view) {
  return llvm::any_of(view.modifiers, [](Modifier word) {
    return word != Modifier::none && info(word).name.starts_with("mbarrier::report::validity");
  });
}
