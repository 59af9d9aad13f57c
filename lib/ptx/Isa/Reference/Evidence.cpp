// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Evidence.h"
#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Reference/Contradictions.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Words.h"

#include "ptx/Support/TextWrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

static constexpr llvm::StringLiteral table =
#include "ptx/Isa/EvidenceText.inc"
    ;

/// The manual of the sections and gates in the records, unless they name a later one.
static constexpr PtxVersion readManual{9, 2};
/// The newest manual that was read. Later additions are known from `ptxas`, and have the sections
/// of related instructions.
static constexpr PtxVersion newestManual{9, 4};

std::vector<EvidenceRow> ptx::allEvidence() {
  std::vector<EvidenceRow> rows;
  // Skips the heading.
  for (StringRef rest = table.split('\n').second; !rest.empty();) {
    auto [line, more] = rest.split('\n');
    llvm::SmallVector<StringRef, 7> cells;
    line.split(cells, '\t');
    cells.resize(7);
    rows.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6]});
    rest = more;
  }
  return rows;
}

/// Whether `text` equals `pattern`, or starts with the part before its `*`.
static bool fits(StringRef text, StringRef pattern) {
  return pattern.consume_back("*") ? text.starts_with(pattern) : text == pattern;
}

bool ptx::isAbout(const EvidenceRow &row, const FormInfo &form, const GateInfo *gate) {
  return row.section == form.instruction().section && fits(form.syntax, row.syntax) &&
         row.version == (gate ? gate->version : PtxVersion{}).str() &&
         fits(gate ? describeCondition(form, gate->condition) : "", row.condition);
}

std::vector<const GateInfo *> ptx::ledgerCells(const FormInfo &form) {
  std::vector<const GateInfo *> always, cells;
  // Requirements of earlier releases of `ptxas` only are not cells.
  OpenForm open(form);
  auto isOfEarlierReleases = [&](const GateInfo &gate) {
    return truthOf(open, gate.condition) == Truth::False;
  };
  for (const GateInfo &gate : form.gates())
    if (describeCondition(form, gate.condition).empty() && !isOfEarlierReleases(gate))
      always.push_back(&gate);
  auto isIdle = [&](const GateInfo &gate) {
    return llvm::any_of(always, [&](const GateInfo *other) {
      return other != &gate && implies(*other, gate) && (!implies(gate, *other) || other < &gate);
    });
  };
  if (always.empty())
    cells.push_back(nullptr);
  for (const GateInfo &gate : form.gates())
    if (!isIdle(gate) && !isOfEarlierReleases(gate))
      cells.push_back(&gate);
  return cells;
}

std::string ptx::manualPlace(const FormInfo &form, const GateInfo *gate) {
  auto [section, version] = form.instruction().section.split('@');
  if (form.undocumented || (gate && gate->undocumented))
    return "not in the manual";
  if (isOfLibraryAlone(form))
    return "not in the manual; in libcu++";
  if (gate && gate->version > newestManual)
    return "no manual of PTX " + gate->version.str() + " was read";
  std::string text = ("manual " + section).str();
  if (!version.empty())
    return text + " of PTX " + version.str();
  if (gate && gate->version > readManual)
    return "manual of PTX " + gate->version.str() + ", the section that was " + section.str();
  return text + " of PTX " + readManual.str();
}

namespace {

/// Prints cells of one description; the rows are read once.
class EvidencePrinter {
public:
  explicit EvidencePrinter(llvm::raw_ostream &os) : os(os), rows(allEvidence()) {}

  void print(const FormInfo &form, unsigned number) {
    writeWrapped(os.indent(2) << number << "  ", form.syntax, 5);
    for (const GateInfo *gate : ledgerCells(form))
      printCell(form, gate);
    for (const DisputeInfo &dispute : disputesOf(form))
      printDispute(form, dispute);
  }

private:
  void printDispute(const FormInfo &form, const DisputeInfo &dispute) {
    const ContradictionInfo &info = dispute.info();
    std::string text = describeCondition(form, dispute.condition);
    llvm::erase(text, '`');
    if (!text.empty())
      text += ": ";
    text += info.parties();
    writeWrapped(os.indent(5) << "- ", text, 7);
    for (StringRef line : {info.first, info.second, info.taken})
      writeWrapped(os.indent(7), line, 9);
  }

  void printCell(const FormInfo &form, const GateInfo *gate) {
    std::string what = "every PTX version and target";
    if (gate) {
      std::string condition = describeCondition(form, gate->condition);
      what = (condition.empty() ? "" : condition + ": ") + describeGateNeeds(*gate);
      llvm::erase(what, '`');
    }
    writeWrapped(os.indent(5) << "- ", what, 7);
    auto about = llvm::make_filter_range(
        rows, [&](const EvidenceRow &row) { return isAbout(row, form, gate); });
    bool any = about.begin() != about.end();
    writeWrapped(os.indent(7), manualPlace(form, gate) + (any ? "" : ": text alone"), 9);
    for (const EvidenceRow &row : about) {
      writeWrapped(os.indent(7), (row.authority + " " + row.verdict).str(), 9);
      writeWrapped(os.indent(9), row.probe, 11);
    }
  }

  llvm::raw_ostream &os;
  std::vector<EvidenceRow> rows;
};

} // namespace

void ptx::printEvidence(llvm::raw_ostream &os, const Description &description) {
  EvidencePrinter printer(os);
  for (const InstructionDescription &instruction : description.instructions) {
    os << "\nEvidence of " << instruction.instruction->name << " (manual "
       << instruction.instruction->section << ")\n";
    for (auto [i, form] : llvm::enumerate(instruction.forms))
      printer.print(*form.open.form, i + 1);
  }
}
