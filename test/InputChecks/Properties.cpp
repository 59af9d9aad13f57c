// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Properties.h"

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Check/Passes.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Parse/Parser.h"
#include "ptx/Syntax/Tree/AstHash.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::StringRef;

namespace {

std::string quote(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  os << '`';
  llvm::printEscapedString(text.take_front(60), os);
  os << '`';
  return escaped;
}

/// Manual 4.1, and the form feed and ^Z that `ptxas` accepts.
bool isWhiteSpace(StringRef text) {
  return text.find_first_not_of(StringRef(" \t\n\r\f\x1A", 6)) == StringRef::npos;
}

Problem checkGap(StringRef text, SourceRange gap) {
  llvm::SmallVector<Trivia, 8> trivia;
  collectTrivia(text, gap, trivia);
  uint32_t at = gap.begin;
  for (const Trivia &t : trivia) {
    if (t.range.begin < at || t.range.end <= t.range.begin || t.range.end > gap.end)
      return formatv("comment at {0}..{1} leaves the gap {2}..{3}", t.range.begin, t.range.end,
                     gap.begin, gap.end);
    if (!isWhiteSpace(text.slice(at, t.range.begin)))
      return formatv("{0} at {1} is neither token nor comment",
                     quote(text.slice(at, t.range.begin)), at);
    at = t.range.end;
  }
  if (!isWhiteSpace(text.slice(at, gap.end)))
    return formatv("{0} at {1} is neither token nor comment", quote(text.slice(at, gap.end)), at);
  return {};
}

/// The tokens of the top unit with those of each body put in between its braces.
Problem checkAllTokensReached(const Module &module) {
  llvm::SmallVector<Token, 0> expected = allTokens(module.source());
  size_t next = 0;
  Problem problem;
  auto take = [&](const Token &token) {
    if (next == expected.size() || expected[next].kind() != token.kind() ||
        expected[next].offset() != token.offset())
      problem =
          formatv("token at {0} of the tree is not token {1} of the source", token.offset(), next);
    ++next;
    return problem.empty();
  };
  const SyntaxUnit &top = module.top();
  llvm::ArrayRef<SyntaxUnit> bodies = module.bodies();
  llvm::SmallVector<uint32_t, 0> opens;
  for (const Function &func : top.functions())
    if (func.hasBody())
      opens.push_back(func.open.index);
  llvm::sort(opens);
  if (opens.size() != bodies.size())
    return formatv("{0} functions have a body, there are {1} bodies", opens.size(), bodies.size());
  llvm::ArrayRef<uint32_t> nextOpen = opens;
  for (uint32_t i = 0; i + 1 != top.tokens().size(); ++i) {
    if (!take(top.tokens()[i]))
      return problem;
    if (nextOpen.empty() || nextOpen.front() != i)
      continue;
    nextOpen = nextOpen.drop_front();
    const TokenList &body = bodies[bodies.size() - nextOpen.size() - 1].tokens();
    for (uint32_t j = 0; j + 1 != body.size(); ++j)
      if (!take(body[j]))
        return problem;
  }
  if (next != expected.size())
    return formatv("the tree has {0} tokens, the source {1}", next, expected.size());
  return {};
}

/// What passes over a tree rely on, also if it has errors: children are before their parents, and
/// a block ends after itself and within the block around it.
Problem checkStructure(const SyntaxUnit &unit) {
  for (uint32_t i = 0; i != unit.expressions().size(); ++i)
    for (ExprId child : unit.children(unit[ExprId{i}]))
      if (child && child.index >= i)
        return formatv("expression {0} has the child {1}", i, child.index);
  uint32_t statements = static_cast<uint32_t>(unit.statements().size());
  llvm::SmallVector<uint32_t, 16> ends{statements};
  for (uint32_t i = 0; i != statements; ++i) {
    while (ends.back() == i)
      ends.pop_back();
    const Stmt &stmt = unit[StmtId{i}];
    if (stmt.kind != StmtKind::Block)
      continue;
    uint32_t end = unit[BlockId{stmt.index}].end.index;
    if (end <= i || end > ends.back())
      return formatv("the block {0} ends at {1}", i, end);
    ends.push_back(end);
  }
  return {};
}

Problem checkSpans(const SyntaxUnit &unit, uint32_t size) {
  auto wrong = [size](SourceRange range) { return range.begin > range.end || range.end > size; };
  uint32_t before = 0;
  for (uint32_t i = 0; i != unit.statements().size(); ++i) {
    SourceRange range = unit.range(StmtId{i});
    if (wrong(range))
      return formatv("statement {0} has the range {1}..{2}", i, range.begin, range.end);
    if (range.begin < before)
      return formatv("statement {0} at {1} is before its predecessor", i, range.begin);
    before = range.begin;
  }
  for (uint32_t i = 0; i != unit.expressions().size(); ++i) {
    SourceRange range = unit.range(ExprId{i});
    if (wrong(range))
      return formatv("expression {0} ({1}) has the range {2}..{3}", i,
                     exprKindName(unit[ExprId{i}].kind), range.begin, range.end);
  }
  return {};
}

Problem checkUnit(const SyntaxUnit &unit, uint32_t size) {
  Problem problem = checkStructure(unit);
  return problem.empty() ? checkSpans(unit, size) : problem;
}

Problem checkDiagnostics(const SourceBuffer &source, DiagnosticList diagnostics) {
  auto wrong = [&](SourceRange range) {
    return range.begin > range.end || range.end > source.text().size();
  };
  for (const Diagnostic &d : diagnostics.items()) {
    bool outside = wrong(d.range) || llvm::any_of(d.highlights, wrong);
    for (const Note &note : d.notes)
      outside |= wrong(note.range);
    for (const FixIt &fix : d.fixes)
      outside |= wrong(fix.range);
    if (outside)
      return formatv("{0} ({1}) points outside of the file", codeText(d.id), d.message);
    if (d.message.empty() || printable(d.message) != d.message)
      return formatv("{0} has the message {1}", codeText(d.id), quote(d.message));
  }
  Report report = makeReport(std::move(diagnostics), {});
  for (OutputFormat format : {OutputFormat::Text, OutputFormat::Concise, OutputFormat::Jsonl}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    render(format, os, source, report, {});
    if (text.empty() != report.diagnostics.empty())
      return "the rendered report is empty";
  }
  for (OutputFormat format : {OutputFormat::Json, OutputFormat::Sarif, OutputFormat::Gitlab}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    render(format, os, source, report, {});
    if (llvm::Error error = llvm::json::parse(text).takeError())
      return "the report is not JSON: " + llvm::toString(std::move(error));
  }
  return {};
}

} // namespace

llvm::SmallVector<Token, 0> ptx::test::allTokens(const SourceBuffer &source) {
  llvm::SmallVector<Token, 0> tokens;
  tokenize(source.text(), {0, static_cast<uint32_t>(source.text().size())}, tokens);
  return tokens;
}

Problem ptx::test::checkLexer(const SourceBuffer &source) {
  StringRef text = source.text();
  llvm::SmallVector<Token, 0> tokens = allTokens(source);
  TokenList list(text, tokens);
  uint32_t end = 0;
  for (uint32_t i = 0; i != list.size(); ++i) {
    SourceRange range = list.range(i);
    if (range.begin < end || range.empty() || range.end > text.size())
      return formatv("token {0} has the range {1}..{2}", i, range.begin, range.end);
    if (list.kind(i) == TokenKind::EndOfFile || tokenKindName(list.kind(i)).empty())
      return formatv("token {0} at {1} has no kind", i, range.begin);
    if (StringRef spelling = tokenSpelling(list.kind(i));
        !spelling.empty() && spelling != list.text(i))
      return formatv("token {0} at {1} is {2} and reads {3}", i, range.begin, spelling,
                     quote(list.text(i)));
    if (Problem problem = checkGap(text, {end, range.begin}); !problem.empty())
      return problem;
    end = range.end;
  }
  return checkGap(text, {end, static_cast<uint32_t>(text.size())});
}

Problem ptx::test::checkParser(const SourceBuffer &source) {
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(source, diagnostics);
  if (module->isComplete() == diagnostics.hasErrors())
    return module->isComplete() ? "the tree is complete in spite of errors"
                                : "the tree is not complete, and no error says why";
  uint32_t size = static_cast<uint32_t>(source.text().size());
  if (Problem problem = checkUnit(module->top(), size); !problem.empty())
    return problem;
  for (const SyntaxUnit &body : module->bodies())
    if (Problem problem = checkUnit(body, size); !problem.empty())
      return problem;
  for (const Function &func : module->top().functions())
    if (func.body != Function().body && func.body >= module->bodies().size())
      return formatv("a function has the body {0}", func.body);
  if (module->isComplete())
    if (Problem problem = checkAllTokensReached(*module); !problem.empty())
      return problem;
  hashSyntax(*module);
  return checkDiagnostics(source, std::move(diagnostics));
}

/// All that `options` make the passes find in `source`, in the same order for the same findings.
static std::vector<std::string> findingsOf(const SourceBuffer &source, const CheckOptions &options,
                                           Workers &workers, Trees trees,
                                           DiagnosticList &diagnostics) {
  Stats stats;
  GatedUses uses;
  CheckedSource checked = checkPasses(source, options, {workers, stats, &uses}, trees);
  std::vector<std::string> lines;
  for (const GatedUse &use : uses.all())
    lines.push_back(formatv("{0} {1}", use.first.begin, use.ways.front().front().feature));
  for (const Diagnostic &d : checked.diagnostics.items())
    lines.push_back(formatv("{0} {1} {2} {3}", d.range.begin, d.range.end, d.message, d.entry));
  llvm::sort(lines);
  diagnostics = std::move(checked.diagnostics);
  return lines;
}

Problem ptx::test::checkMeaning(const SourceBuffer &source) {
  // Kept for all inputs: a fuzzer has no time to start threads for each.
  static Workers one(1), three(3);
  SemaOptions matrix;
  matrix.version = PtxVersion{8, 6};
  matrix.targets = {TargetId::sm_75, TargetId::sm_90a, TargetId::sm_100f};
  SemaOptions recording;
  recording.recordsUses = true;
  CheckOptions options;
  for (const DiagInfo &info : allDiagnostics())
    if (info.severity == Severity::Ignored)
      llvm::cantFail(options.diagnostics.addWarningFlag(info.name));
  for (SourceKind kind : {SourceKind::Module, SourceKind::Fragment})
    for (const SemaOptions &sema : {SemaOptions(), matrix, recording}) {
      options.kind = kind;
      options.sema = sema;
      DiagnosticList first, second;
      std::vector<std::string> found = findingsOf(source, options, one, Trees::Dropped, first);
      if (found != findingsOf(source, options, three, Trees::Dropped, second))
        return "the findings of one thread differ from those of three";
      if (found != findingsOf(source, options, three, Trees::Kept, second))
        return "the findings depend on whether the trees are kept";
      if (Problem problem = checkDiagnostics(source, std::move(first)); !problem.empty())
        return problem;
    }
  return {};
}

std::unique_ptr<Module> ptx::test::parseComplete(const SourceBuffer &source) {
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(source, diagnostics);
  return module->isComplete() ? std::move(module) : nullptr;
}

std::string ptx::test::printed(const Module &module) {
  std::string text;
  printLayout(module, text);
  return text;
}

Problem ptx::test::compareTokens(const SourceBuffer &left, const SourceBuffer &right) {
  llvm::SmallVector<Token, 0> leftTokens = allTokens(left), rightTokens = allTokens(right);
  TokenList l(left.text(), leftTokens), r(right.text(), rightTokens);
  for (uint32_t i = 0; i != std::min(l.size(), r.size()); ++i)
    if (l.kind(i) != r.kind(i) || l.text(i) != r.text(i))
      return formatv("token {0} at line {1} of {2} is {3}, at line {4} of {5} {6}", i,
                     left.lineColumn(l[i].offset()).line, left.name(), quote(l.text(i)),
                     right.lineColumn(r[i].offset()).line, right.name(), quote(r.text(i)));
  if (l.size() != r.size())
    return formatv("{0} has {1} tokens, {2} has {3}", left.name(), l.size(), right.name(),
                   r.size());
  return {};
}

/// The comments and line markers of `source` in order, without their white space.
static std::vector<std::string> comments(const SourceBuffer &source) {
  StringRef text = source.text();
  llvm::SmallVector<Token, 0> tokens = allTokens(source);
  tokens.push_back(Token(TokenKind::EndOfFile, static_cast<uint32_t>(text.size()), 0));
  TokenList list(text, tokens);
  std::vector<std::string> found;
  uint32_t end = 0;
  for (uint32_t i = 0; i != list.size(); ++i) {
    llvm::SmallVector<Trivia, 8> trivia;
    collectTrivia(text, {end, list[i].offset()}, trivia);
    for (const Trivia &t : trivia) {
      found.emplace_back();
      for (char c : source.text(t.range))
        if (!isWhiteSpace(StringRef(&c, 1)))
          found.back() += c;
    }
    if (list.kind(i) != TokenKind::EndOfFile)
      end = list.range(i).end;
  }
  return found;
}

/// Where printing `text` again, which gives `second`, changes it.
static Problem compareLines(const SourceBuffer &text, StringRef second) {
  if (second == text.text())
    return {};
  auto difference =
      std::mismatch(second.begin(), second.end(), text.text().begin(), text.text().end());
  return formatv("printing again changes line {0} of {1}",
                 text.lineColumn(static_cast<uint32_t>(difference.first - second.begin())).line,
                 text.name());
}

Problem ptx::test::checkRoundTrip(const SourceBuffer &source) {
  std::unique_ptr<Module> module = parseComplete(source);
  if (!module)
    return {};
  auto copy = SourceBuffer::fromString(printed(*module), "the printed text");
  if (Problem problem = compareTokens(source, *copy); !problem.empty())
    return problem;
  if (comments(source) != comments(*copy))
    return "the comments of the printed text differ";
  std::unique_ptr<Module> again = parseComplete(*copy);
  if (!again)
    return "the printed text does not parse";
  if (hashSyntax(*module) != hashSyntax(*again))
    return "the tree of the printed text differs";
  return compareLines(*copy, printed(*again));
}

/// The text of `module` after a check without lints, with all trees.
static CheckedSource checkAgain(const Module &module) {
  CheckOptions options;
  options.lints = false;
  Workers one(1);
  Stats stats;
  return checkPasses(module.source(), options, {one, stats}, Trees::Kept);
}

std::string ptx::test::printedCanonically(const Module &module) {
  CheckedSource checked = checkAgain(module);
  std::string text;
  printCanonical(*checked.module, *checked.sema, text);
  return text;
}

/// The errors in the meaning of `module`, in the order of their codes.
static std::vector<DiagId> errors(const Module &module) {
  CheckedSource checked = checkAgain(module);
  std::vector<DiagId> ids;
  for (const Diagnostic &d : checked.diagnostics.items())
    if (info(d.id).severity == Severity::Error)
      ids.push_back(d.id);
  llvm::sort(ids);
  return ids;
}

Problem ptx::test::checkCanonical(const SourceBuffer &source) {
  std::unique_ptr<Module> module = parseComplete(source);
  if (!module)
    return {};
  auto copy = SourceBuffer::fromString(printedCanonically(*module), "the canonical text");
  std::unique_ptr<Module> again = parseComplete(*copy);
  if (!again)
    return "the canonical text does not parse";
  if (comments(source) != comments(*copy))
    return "the comments of the canonical text differ";
  if (errors(*module) != errors(*again))
    return "the canonical text has other errors";
  if (Problem problem = compareLines(*copy, printed(*again)); !problem.empty())
    return problem;
  return compareLines(*copy, printedCanonically(*again));
}
