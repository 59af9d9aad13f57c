// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-tblgen reads the TableGen sources of ptxkit, checks them, and generates C++ from them. It
// runs during the build and is not installed. One backend a file; an action selects what to write.

#include "Backends.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"

using namespace llvm;

namespace {

enum class Action {
  DiagArguments,
  DiagDecls,
  DiagGroups,
  DiagIds,
  DiagMessages,
  DiagTables,
  Directives,
  GrammarWords,
  IsaDecls,
  IsaDefs,
  IsaViews,
  LexerGrammar,
  LintRules,
  ParserGrammar,
  Releases,
  RulePages,
  StateSpaces,
  TRules
};

cl::opt<Action> action(
    cl::desc("What to generate:"), cl::Required,
    cl::values(clEnumValN(Action::DiagArguments, "gen-diag-arguments", "Arguments of diagnostics"),
               clEnumValN(Action::DiagDecls, "gen-diag-decls", "Emitters of diagnostics"),
               clEnumValN(Action::DiagGroups, "gen-diag-groups", "Groups of warnings"),
               clEnumValN(Action::DiagIds, "gen-diag-ids", "Diagnostic ids"),
               clEnumValN(Action::DiagMessages, "gen-diag-messages", "Messages of diagnostics"),
               clEnumValN(Action::DiagTables, "gen-diag-tables", "Tables of the catalogue"),
               clEnumValN(Action::Directives, "gen-directives", "Rows of directives"),
               clEnumValN(Action::GrammarWords, "gen-grammar-words", "Tokens of records"),
               clEnumValN(Action::IsaDecls, "gen-isa-decls", "Names of the instruction set"),
               clEnumValN(Action::IsaDefs, "gen-isa-defs", "Tables of the instruction set"),
               clEnumValN(Action::IsaViews, "gen-isa-views", "Views of operands"),
               clEnumValN(Action::LexerGrammar, "gen-lexer-grammar", "The grammar of the lexer"),
               clEnumValN(Action::LintRules, "gen-lint-rules", "The tables of lints"),
               clEnumValN(Action::ParserGrammar, "gen-parser-grammar", "The grammar of the parser"),
               clEnumValN(Action::Releases, "gen-releases", "Rows of releases"),
               clEnumValN(Action::RulePages, "gen-rule-pages", "The text of the rule pages"),
               clEnumValN(Action::StateSpaces, "gen-state-spaces", "Rows of state spaces"),
               clEnumValN(Action::TRules, "gen-trules", "The table of the T-rules")));

cl::opt<std::string> pagesFolder("pages", cl::desc("Folder of the rule pages"),
                                 cl::value_desc("folder"));

cl::opt<std::string> grammar("grammar", cl::desc("The written part of a grammar"),
                             cl::value_desc("file"));

cl::opt<std::string> header("header", cl::desc("Header that declares the emitters"),
                            cl::value_desc("name"));

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "ptxkit table generator\n");
  return TableGenMain(argv[0], [](raw_ostream &os, const RecordKeeper &records) {
    switch (action) {
    case Action::DiagArguments:
      return ptx::emitDiagnosticArguments(os, records);
    case Action::DiagDecls:
      return ptx::emitDiagnosticDecls(os, records);
    case Action::DiagGroups:
      return ptx::emitDiagnosticGroups(os, records);
    case Action::DiagIds:
      return ptx::emitDiagnosticIds(os, records);
    case Action::DiagMessages:
      return ptx::emitDiagnosticMessages(os, records, header);
    case Action::DiagTables:
      return ptx::emitDiagnosticTables(os, records);
    case Action::Directives:
      return ptx::emitDirectives(os, records);
    case Action::GrammarWords:
      return ptx::emitGrammarWords(os, records);
    case Action::IsaDecls:
      return ptx::emitIsaDecls(os, records);
    case Action::IsaDefs:
      return ptx::emitIsaDefs(os, records);
    case Action::IsaViews:
      return ptx::emitIsaViews(os, records);
    case Action::LexerGrammar:
      return ptx::emitLexerGrammar(os, records, grammar);
    case Action::LintRules:
      return ptx::emitLintRules(os, records);
    case Action::ParserGrammar:
      return ptx::emitParserGrammar(os, records, grammar);
    case Action::Releases:
      return ptx::emitReleases(os, records);
    case Action::RulePages:
      return ptx::emitRulePages(os, records, pagesFolder);
    case Action::StateSpaces:
      return ptx::emitStateSpaces(os, records);
    case Action::TRules:
      return ptx::emitTRules(os, records);
    }
    llvm_unreachable("every action is handled");
  });
}
