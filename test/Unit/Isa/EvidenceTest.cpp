// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ledger against the records: each row is about a cell that is there, and what `ptxas` said of
// the statement of a row is what the gates of the records say.

#include "InstructionText.h"

#include "ptx/Isa/Reference/Evidence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

/// The release that says how a module of any version is judged.
static constexpr StringRef reference = "ptxas 13.5";

static std::string nameOf(const EvidenceRow &row) {
  return (llvm::Twine(row.section) + " | " + row.syntax + " | " + row.condition + " | " +
          row.version)
      .str();
}

TEST(EvidenceTest, EveryRowIsAboutACell) {
  std::vector<EvidenceRow> rows = allEvidence();
  std::vector<bool> isKnown(rows.size());
  unsigned cells = 0, asked = 0, others = 0, alone = 0;
  for (const FormInfo &form : allForms())
    for (const GateInfo *gate : ledgerCells(form)) {
      bool isAsked = false, isOther = false;
      for (auto [i, row] : llvm::enumerate(rows)) {
        if (!isAbout(row, form, gate))
          continue;
        isKnown[i] = true;
        isAsked |= row.authority == reference;
        isOther |= row.authority.starts_with("ptxas") && row.authority != reference;
      }
      ++cells;
      asked += isAsked;
      others += isOther;
      alone += !isAsked && !isOther;
    }
  for (auto [i, row] : llvm::enumerate(rows))
    EXPECT_TRUE(isKnown[i]) << nameOf(row);
  RecordProperty("cells", cells);
  RecordProperty("reference", asked);
  RecordProperty("others", others);
  RecordProperty("text alone", alone);
  EXPECT_GT(asked, alone);
}

/// Whether the gates that `ptxas` checks admit a statement of `row` at "8.6 sm_100a": those of the
/// row's form, or of any form that the statement fits.
static bool admits(const EvidenceRow &row, StringRef place, bool anyForm) {
  auto [version, target] = place.split(' ');
  std::vector<InstructionText> texts = splitInstructions(row.probe);
  return llvm::any_of(candidates(texts.front()), [&](const InstrView &view) {
    bool isOwn = view.form->syntax == row.syntax && view.form->instruction().section == row.section;
    return (isOwn || anyForm) && llvm::all_of(gatesOf(view), [&](const GateInfo *gate) {
             return gate->ptxasIgnores || gate->admits(*findTarget(target), *parseVersion(version));
           });
  });
}

// Each verdict was recorded by test/Evidence/probe.py.
TEST(EvidenceTest, TheGatesSayWhatPtxasSaid) {
  unsigned verdicts = 0;
  for (const EvidenceRow &row : allEvidence()) {
    // Other probes are publications.
    if (!row.probe.ends_with(";"))
      continue;
    SCOPED_TRACE(nameOf(row));
    llvm::SmallVector<StringRef> parts;
    row.verdict.split(parts, "; ");
    for (StringRef part : parts) {
      auto [verb, place] = part.split(' ');
      bool isAccepted = verb == "accepts";
      EXPECT_EQ(admits(row, place, isAccepted), isAccepted)
          << part.str() << ": " << row.probe.str();
      ++verdicts;
    }
  }
  RecordProperty("verdicts", verdicts);
  EXPECT_NE(verdicts, 0u);
}
