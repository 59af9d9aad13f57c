// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Files/ParseInput.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Sema/Declarations/ConstantDump.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Parse/Parser.h"
#include "ptx/Syntax/Tree/AstDump.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

/// One line for each token: `line:column Kind text`.
static void dumpTokens(llvm::raw_ostream &os, const SourceBuffer &source) {
  llvm::SmallVector<Token, 0> tokens;
  tokenize(source.text(), {0, static_cast<uint32_t>(source.text().size())}, tokens);
  TokenList list(source.text(), tokens);
  for (uint32_t i = 0; i != list.size(); ++i) {
    LineColumn place = source.lineColumn(list[i].offset());
    os << place.line << ':' << place.column << ' ' << tokenKindName(list.kind(i)) << ' '
       << printable(list.text(i)) << '\n';
  }
}

/// Errors are reported by ptxkit's own parser.
static ExitCode dumpParseTree(const SourceBuffer &source, const CommandLine &line,
                              ToolStreams &streams, ParseTreePrinter print) {
  DiagnosticList diagnostics;
  SourceKind kind = line.sourceKind();
  parseModule(source, diagnostics, kind);
  // ANTLR's parser does not limit its recursion.
  bool tooDeep = llvm::any_of(diagnostics.items(), [](const Diagnostic &found) {
    return found.id == diag::NestingTooDeep::id;
  });
  ExitCode code = diagnostics.hasErrors() ? ExitCode::Findings : ExitCode::Success;
  showReport(source, errorsOf(std::move(diagnostics)), line, streams);
  if (!tooDeep)
    print(streams.out, source, kind == SourceKind::Fragment,
          line.value(OPT_parse_tree_format) == "json");
  return code;
}

ExitCode ptx::dumpTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                       ParseTreePrinter printParseTree) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(DumpTool, arguments, streams, code);
  if (!line)
    return code;
  bool tokens = line->has(OPT_tokens);
  bool ast = line->has(OPT_ast) || line->has(OPT_ast_format);
  bool constants = line->has(OPT_constants);
  bool parseTree = line->has(OPT_parse_tree) || line->has(OPT_parse_tree_format);
  if (tokens + ast + constants + parseTree != 1)
    return usageError(streams,
                      "choose one of --tokens, --constants, --ast, --ast=json, --parse-tree "
                      "and --parse-tree=json");
  if (parseTree && !printParseTree)
    return streams.unusable(
        "--parse-tree requires ANTLR's C++ run time; this ptx-dump was built without it");
  std::vector<StringRef> inputs = line->inputs();
  if (inputs.size() != 1)
    return usageError(streams, "expected one input, a file or - for standard input");

  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(inputs[0]);
  if (!source)
    return streams.unusable("cannot read `" + inputs[0] +
                            "`: " + llvm::toString(source.takeError()));
  if (tokens) {
    dumpTokens(streams.out, **source);
    return ExitCode::Success;
  }
  if (parseTree)
    return dumpParseTree(**source, *line, streams, printParseTree);
  std::unique_ptr<Module> module = parseInput(**source, *line, streams);
  if (constants)
    dumpConstants(streams.out, **source, *module);
  else if (line->value(OPT_ast_format) == "json")
    dumpAstAsJson(streams.out, *module);
  else
    dumpAst(streams.out, *module);
  return module->isComplete() ? ExitCode::Success : ExitCode::Findings;
}
