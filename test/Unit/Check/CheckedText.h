// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_UNIT_CHECK_CHECKEDTEXT_H
#define PTX_TEST_UNIT_CHECK_CHECKEDTEXT_H

#include "ptx/Check/Passes.h"

#include <string>

namespace ptx::test {

/// A text that was checked, without lints and with all of its trees.
class CheckedText {
public:
  explicit CheckedText(std::string text, const SemaOptions &options = {},
                       SourceKind kind = SourceKind::Module);

  const Module &module() const { return *checked.module; }
  const SemaResult &sema() const { return *checked.sema; }
  const SyntaxUnit &body() const { return module().bodies().front(); }
  /// The errors of the syntax among them.
  const DiagnosticList &diagnostics() const { return checked.diagnostics; }

private:
  std::unique_ptr<SourceBuffer> source;
  CheckedSource checked;
};

} // namespace ptx::test

#endif // PTX_TEST_UNIT_CHECK_CHECKEDTEXT_H
