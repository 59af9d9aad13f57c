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

/// What was found at one place: a diagnostic, or a note, which has the rule of its diagnostic.
struct Finding {
  Severity severity;
  DiagId id;
  uint32_t line;
  uint32_t offset;
  /// As the text form shows it.
  std::string message;
  /// Index of the expectation that it meets, or `nobody`.
  uint32_t expectedBy = nobody;

  static constexpr uint32_t nobody = ~0u;
};

/// The expectations of an input side by side with what was found in it.
struct Comparison {
  std::vector<Expectation> expectations;
  /// How many findings meet each of them; at most its count.
  std::vector<uint32_t> met;
  /// In the order of their positions.
  std::vector<Finding> findings;
  /// Whether each expectation was compared with all findings that it can be about.
  bool isComplete = true;

  bool isMet(size_t expectation) const {
    return met[expectation] == expectations[expectation].count;
  }
};

/// Assigns each finding of `report` to an expectation that accepts it, if there is one.
/// Expectations that say more choose first. Findings of the kinds `ignored` that nobody expects are
/// left out. That there are no diagnostics is met if none is left.
Comparison compare(const SourceBuffer &source, const Report &report,
                   std::vector<Expectation> expectations, llvm::ArrayRef<Severity> ignored = {});

/// What keeps `--verify` from success, in the order of the text: malformed expectations,
/// expectations that are not met, and findings that nobody expects, notes included. One of each on
/// a line are told as one.
std::vector<VerifyProblem> verify(const SourceBuffer &source, const Report &report,
                                  const VerifyOptions &options = {});

/// Writes `file:line:column: error: message` for each problem.
void printProblems(llvm::raw_ostream &os, const SourceBuffer &source,
                   llvm::ArrayRef<VerifyProblem> problems);

} // namespace ptx

#endif // PTX_DRIVER_VERIFY_VERIFIER_H
