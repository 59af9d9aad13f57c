// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ledger: the evidence for each form and each of its gates. The rows are in Evidence.tsv. A
// form or gate without a row is supported only by the text of the manual. Contradictions within the
// manual are in Contradictions.td.

#ifndef PTX_ISA_REFERENCE_EVIDENCE_H
#define PTX_ISA_REFERENCE_EVIDENCE_H

#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

struct Description;

/// A row of the ledger. It is about one cell, a form with one of its gates. A `*` at the end of the
/// syntax or the condition matches all with this start.
struct EvidenceRow {
  /// Of the instruction's record, such as `9.7.1.1` or `9.7.5.4@9.4`.
  llvm::StringRef section;
  /// The syntax line of the form's record.
  llvm::StringRef syntax;
  /// The condition of the gate in the words of `describeCondition`, and its version. For the form
  /// without gated modifiers: empty, and `1.0`.
  llvm::StringRef condition;
  llvm::StringRef version;
  /// The source: `ptxas 13.5`, `ptxas 13.4`.
  llvm::StringRef authority;
  /// Verdicts such as `accepts 8.6 sm_100a; rejects 8.5 sm_100a`.
  llvm::StringRef verdict;
  /// The tested statement, or the publication of the verdict.
  llvm::StringRef probe;
};

/// All rows, by section.
std::vector<EvidenceRow> allEvidence();

/// The gates of `form`, each a cell, except gates that a gate without a condition implies. If every
/// gate has a condition, the first element is null: the form without gated modifiers.
std::vector<const GateInfo *> ledgerCells(const FormInfo &form);

/// Whether `row` is about the cell `gate` of `form`, which can be null.
bool isAbout(const EvidenceRow &row, const FormInfo &form, const GateInfo *gate);

/// Which text says it, for the gate of a cell or null: "manual 9.7.1.1 of PTX 9.2".
std::string manualPlace(const FormInfo &form, const GateInfo *gate);

/// Writes the evidence of each form of `description` and of its gates as plain text, and the
/// contradictions of the manual about it.
void printEvidence(llvm::raw_ostream &os, const Description &description);

} // namespace ptx

#endif // PTX_ISA_REFERENCE_EVIDENCE_H
