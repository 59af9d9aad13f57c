// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_LINK_H
#define PTX_CHECK_LINK_H

#include "ptx/Check/LinkModule.h"

namespace ptx {

/// A module among those that are linked with each other.
struct LinkInput {
  const SourceBuffer &source;
  LinkModule module;
  /// The findings about it.
  DiagnosticList found = {};
};

/// Checks modules without errors as a linker would: each name that one of them requires is defined
/// exactly once, the declarations of a name agree, and some GPU supports all targets. The order of
/// the modules is that of the linker's inputs. (Manual 11.6)
void checkLink(llvm::MutableArrayRef<LinkInput> inputs);

} // namespace ptx

#endif // PTX_CHECK_LINK_H
