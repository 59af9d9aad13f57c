// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_COMPARISON_H
#define PTX_TEST_AGREEMENT_COMPARISON_H

#include "Causes.h"
#include "Outcome.h"
#include "Verdicts.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx::test {

/// The lists that a report can hold.
enum class List : uint8_t { FalseRejections, Beyond, Missed, OtherLine, NotCovered, Unwarned };
inline constexpr unsigned numLists = 6;

/// What to print of a comparison.
struct ReportOptions {
  /// Whether to print each list.
  std::array<bool, numLists> lists{};
  /// Most entries of a list.
  size_t limit = SIZE_MAX;
  /// Whether to leave out of the lists what is not about instructions.
  bool instructionsOnly = false;
};

/// A part of a whole.
struct Rate {
  size_t part = 0;
  size_t whole = 0;

  void add(bool good) {
    part += good;
    ++whole;
  }
  std::string str() const;
};

/// How far the verdicts of `ptxas` and ours agree, with default settings and under
/// `--ptxas-compat`.
class Comparison {
public:
  /// Checks the source of `verdict` both ways and counts what comes out.
  void add(const Verdict &verdict, const SourceBuffer &source);

  void print(llvm::raw_ostream &os, const ReportOptions &options) const;

  /// Whether nothing that `ptxas` accepts is rejected, but for what the group `beyond-ptxas` finds
  /// on purpose, and whether all that is rejected under `--ptxas-compat` alone is warned of.
  bool isSound() const;

private:
  /// Default settings, and `--ptxas-compat`.
  static constexpr unsigned numModes = 2;

  /// What `ptxas` rejects for one reason.
  struct Rejections {
    std::array<Rate, numModes> rejected, sameLine;
  };

  struct Entry {
    CauseGroup group;
    std::string text;
  };

  static std::string differenceOf(const Verdict &verdict,
                                  const std::array<Outcome, numModes> &outcomes);
  void addAccepted(const Verdict &verdict, unsigned mode, const Outcome &outcome);
  void addRejected(const Verdict &verdict, unsigned mode, const Outcome &outcome);
  void addCoverage(const Verdict &verdict, const SourceBuffer &source, const FirstError &error);
  void printList(llvm::raw_ostream &os, List list, const ReportOptions &options) const;

  std::vector<Entry> &list(List which) { return lists[static_cast<unsigned>(which)]; }

  std::array<Rate, numModes> equal;
  /// Why the verdicts with default settings differ, and how often.
  std::map<std::string, size_t> differences;
  std::array<Rate, numModes> accepted;
  std::array<std::map<DiagId, size_t>, numModes> falseRules;
  std::array<size_t, numModes> beyond{};
  std::array<Rejections, numCauses> causes;
  std::map<std::string, Rejections> byKind, byMessage;
  Rate warned; ///< of what is rejected under `--ptxas-compat` alone

  /// Mutants of one token, and of more: whether the first error covers the edit.
  struct Coverage {
    Rate single, several;
  };
  std::map<std::string, Coverage> coverage;
  size_t editsNotFound = 0;

  std::array<std::vector<Entry>, numLists> lists;
};

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_COMPARISON_H
