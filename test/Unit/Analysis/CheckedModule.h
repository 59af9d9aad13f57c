// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_UNIT_ANALYSIS_CHECKEDMODULE_H
#define PTX_TEST_UNIT_ANALYSIS_CHECKEDMODULE_H

#include "../Check/CheckedText.h"

namespace ptx::test {

/// A module of PTX 9.0 that is parsed and checked, errors or not.
class CheckedModule {
public:
  /// `declarations` are before an entry with registers `%r<20>`, `%rd<9>` and `%p<9>` and
  /// with `statements`.
  CheckedModule(const std::string &statements, const std::string &declarations = "",
                const std::string &target = "sm_90");

  /// The last body, that of the entry.
  const CheckedUnit &body() const { return *module.sema().bodies.back(); }
  const SyntaxUnit &unit() const { return body().scope.unit; }

private:
  CheckedText module;
};

} // namespace ptx::test

#endif // PTX_TEST_UNIT_ANALYSIS_CHECKEDMODULE_H
