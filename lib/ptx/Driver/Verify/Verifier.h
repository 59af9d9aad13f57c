// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_VERIFY_VERIFIER_H
#define PTX_DRIVER_VERIFY_VERIFIER_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Driver/Project/Expectations.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// A finding at one location: a diagnostic, or a note, which has the rule of its diagnostic.
struct Finding {
  Severity severity;
  DiagId id;
  uint32_t line;
  uint32_t offset;
  /// The message as in the text format.
  std::string message;
  /// The index of the expectation that the finding meets, or `nobody`.
  uint32_t expectedBy = nobody;

  static constexpr uint32_t nobody = ~0u;
};

/// The expectations of an input, matched with its findings.
struct Comparison {
  std::vector<Expectation> expectations;
  /// The number of findings that meet each expectation; at most its count.
  std::vector<uint32_t> met;
  /// The findings in the order of their positions.
  std::vector<Finding> findings;
  /// Whether each expectation was compared with all findings that it could match.
  bool isComplete = true;

  bool isMet(size_t expectation) const {
    return met[expectation] == expectations[expectation].count;
  }
};

/// Assigns each finding of `report` to an expectation that accepts it, if there is one. More
/// specific expectations are matched first. Unexpected findings with a severity in `ignored` are
/// omitted. `expected-no-diagnostics` is met if no finding is left.
Comparison compare(const SourceBuffer &source, const Report &report,
                   std::vector<Expectation> expectations, llvm::ArrayRef<Severity> ignored = {});

/// The reasons for failure of `--verify`, in source order: malformed expectations, expectations
/// that are not met, and unexpected findings, including notes. An unmet expectation and an
/// unexpected finding on the same line are reported as one problem.
std::vector<VerifyProblem> verify(const SourceBuffer &source, const Report &report,
                                  const VerifyOptions &options = {});

/// Writes `file:line:column: error: message` for each problem.
void printProblems(llvm::raw_ostream &os, const SourceBuffer &source,
                   llvm::ArrayRef<VerifyProblem> problems);

} // namespace ptx

#endif // PTX_DRIVER_VERIFY_VERIFIER_H
