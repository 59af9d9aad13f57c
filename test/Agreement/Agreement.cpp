// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-agreement [OPTIONS] INPUT...
//
// Compares what ptxkit says of PTX modules with what `ptxas` said: `--help` has the whole story,
// docs/guide/testing.md explains the report.

#include "Comparison.h"
#include "Matrices.h"
#include "Ptxas.h"
#include "TRuleLines.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;
namespace cl = llvm::cl;

static constexpr StringRef overview =
    "Compares what ptxkit says of PTX modules with what NVIDIA's ptxas said of them.\n\n"
    "An INPUT is one of\n"
    "  FOLDER           with verdicts.tsv, which names the files and tells the verdicts\n"
    "  FOLDER           with .ptx files; --ptxas asks the ptxas on PATH for the verdicts\n"
    "  FILE.jsonl       records with src, verdict, line, msg or messages; of mutants kind, edit\n"
    "  diagnostics.tsv  with a folder `cases` beside it: modules with their verdicts\n"
    "  FOLDER           with rules.json, prelude.ptx.in, open.tsv: lines that break and keep "
    "T-rules\n"
    "  gates.tsv        for instructions and declarations the targets and the first version\n"
    "  type_matrix.tsv  for operands the register types that fit\n\n"
    "For each it prints rates with default settings and under --ptxas-compat, and lists. The exit\n"
    "code is 1 if something that ptxas accepts is rejected (but for what the group beyond-ptxas\n"
    "finds on purpose), or if something is rejected under --ptxas-compat alone without a warning\n"
    "by default, and 2 if an input cannot be read.\n";

static int fail(const llvm::Twine &text) {
  llvm::errs() << "ptx-agreement: " << text << '\n';
  return 2;
}

static llvm::Expected<std::vector<Verdict>> verdictsOf(StringRef input, bool askPtxas) {
  llvm::SmallString<128> table(input);
  llvm::sys::path::append(table, "verdicts.tsv");
  if (!llvm::sys::fs::is_directory(input) || llvm::sys::fs::exists(table))
    return readVerdicts(input);
  std::optional<Ptxas> ptxas = Ptxas::find();
  if (!askPtxas || !ptxas)
    return llvm::createStringError(
        input + " has no verdicts.tsv" +
        (askPtxas ? ", and there is no ptxas on PATH" : "; --ptxas asks ptxas for verdicts"));
  return askForVerdicts(input, *ptxas);
}

static llvm::Expected<bool> compareVerdicts(StringRef input, bool askPtxas,
                                            const ReportOptions &options) {
  llvm::Expected<std::vector<Verdict>> verdicts = verdictsOf(input, askPtxas);
  if (!verdicts)
    return verdicts.takeError();
  Comparison comparison;
  for (const Verdict &verdict : *verdicts) {
    llvm::Expected<std::unique_ptr<SourceBuffer>> source = verdict.source();
    if (!source)
      return llvm::createStringError(verdict.path + ": " + llvm::toString(source.takeError()));
    comparison.add(verdict, **source);
  }
  llvm::outs() << input << ": " << verdicts->size() << " sources\n";
  comparison.print(llvm::outs(), options);
  return comparison.isSound() && !verdicts->empty();
}

/// Compares with a table of gates or types; nothing if `input` is none.
static std::optional<bool> compareTable(StringRef input) {
  if (!input.ends_with(".tsv"))
    return std::nullopt;
  llvm::Expected<Table> table = Table::read(input);
  if (!table) {
    llvm::consumeError(table.takeError()); // whoever reads it next reports it
    return std::nullopt;
  }
  auto compare = table->has("accepted_targets_at_9.0") ? compareGates
                 : table->has("accepted_reg_types")    ? compareTypes
                                                       : nullptr;
  if (!compare)
    return std::nullopt;
  llvm::outs() << input << ": " << table->size() << " rows\n";
  return compare(*table, llvm::outs());
}

int main(int argc, char **argv) {
  cl::OptionCategory category("Options");
  cl::list<std::string> inputs(cl::Positional, cl::OneOrMore, cl::desc("INPUT..."),
                               cl::cat(category));
  cl::opt<bool> askPtxas("ptxas", cl::desc("Ask the ptxas on PATH about a folder without verdicts"),
                         cl::cat(category));
  cl::bits<List> lists(
      "list", cl::CommaSeparated, cl::cat(category),
      cl::desc("Lists to print besides false rejections and rejections without a warning:"),
      cl::values(clEnumValN(List::Missed, "missed", "what ptxas rejects and we accept"),
                 clEnumValN(List::OtherLine, "line", "first errors on another line"),
                 clEnumValN(List::NotCovered, "token",
                            "first errors of mutants that do not cover the edited token")));
  cl::opt<bool> instructions("instructions",
                             cl::desc("List only what is about instructions, by ptxas' message"),
                             cl::cat(category));
  cl::opt<size_t> limit("limit", cl::desc("Most entries of a list"), cl::value_desc("number"),
                        cl::init(SIZE_MAX), cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);

  ReportOptions options;
  options.limit = limit;
  options.instructionsOnly = instructions;
  for (unsigned which = 0; which != numLists; ++which)
    options.lists[which] = lists.isSet(static_cast<List>(which));
  for (List which : {List::FalseRejections, List::Beyond, List::Unwarned})
    options.lists[static_cast<unsigned>(which)] = true;

  bool sound = true;
  for (const std::string &input : inputs) {
    if (std::optional<bool> good = compareTable(input)) {
      sound &= *good;
      continue;
    }
    llvm::Expected<bool> good = llvm::sys::fs::exists(input + "/rules.json")
                                    ? compareTRules(input, llvm::outs())
                                    : compareVerdicts(input, askPtxas, options);
    if (!good)
      return fail(llvm::toString(good.takeError()));
    sound &= *good;
  }
  return sound ? 0 : 1;
}
