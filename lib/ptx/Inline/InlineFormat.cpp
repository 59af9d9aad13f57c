// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/InlineFormat.h"

#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Inline/Fragments/FragmentText.h"
#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/Dialect.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

constexpr llvm::StringLiteral rawStart = "R\"(", rawEnd = ")\"";

/// Formats one template.
class TemplateFormatter {
public:
  TemplateFormatter(const SourceBuffer &source, const AsmStatement &statement)
      : source(source), statement(statement) {}

  /// The formatted literals of the template, after `line`; none if they must not change.
  std::optional<std::string> run(StringRef line) const;

private:
  bool isPlain() const;
  bool isRaw() const;
  std::optional<std::string> runPlain(StringRef line) const;
  std::optional<std::string> runRaw(StringRef line) const;
  bool isBlank(StringRef between) const;
  std::optional<std::vector<std::string>> layOut(StringRef divider) const;
  std::optional<std::vector<std::string>> respell(StringRef printed, const MappedText &text) const;
  StringRef separator() const;
  StringRef ending() const;
  StringRef literals() const {
    return source.text({statement.literals.front().begin, statement.literals.back().end});
  }

  const SourceBuffer &source;
  const AsmStatement &statement;
};

} // namespace

/// Whether two literals with `between` between them are adjacent. In a macro, backslashes join the
/// lines.
bool TemplateFormatter::isBlank(StringRef between) const {
  while (!between.trim().empty()) {
    StringRef rest = between.ltrim();
    if (!statement.isInMacro || !rest.consume_front("\\") ||
        !rest.ltrim(" \t\r\v\f").starts_with("\n"))
      return false;
    between = rest;
  }
  return true;
}

/// Whether there is only white space between the literals, and no prefix.
bool TemplateFormatter::isPlain() const {
  uint32_t end = statement.literals.front().begin;
  for (SourceRange literal : statement.literals) {
    if (source.text()[literal.begin] != '"' || !isBlank(source.text({end, literal.begin})))
      return false;
    end = literal.end;
  }
  return true;
}

/// Whether it is one literal `R"(...)"`. In a macro its lines would end the definition.
bool TemplateFormatter::isRaw() const {
  return statement.literals.size() == 1 && !statement.isInMacro &&
         literals().starts_with(rawStart) && literals().ends_with(rawEnd);
}

/// The lines of `printed`, with each word spelled as in the template. `printed` has the same
/// characters as `text`, except for white space.
std::optional<std::vector<std::string>> TemplateFormatter::respell(StringRef printed,
                                                                   const MappedText &text) const {
  std::vector<std::string> lines(1);
  uint32_t next = 0;
  auto skipBlanks = [&] {
    while (next < text.size() && llvm::isSpace(text.text()[next]))
      ++next;
  };
  for (char c : printed.rtrim()) {
    if (c == '\n') {
      lines.emplace_back();
      continue;
    }
    if (llvm::isSpace(c)) {
      lines.back() += c;
      continue;
    }
    skipBlanks();
    if (next == text.size() || text.text()[next] != c)
      return std::nullopt;
    lines.back() += source.text(text.spellingOf(next++));
  }
  skipBlanks();
  return next == text.size() ? std::optional(std::move(lines)) : std::nullopt;
}

/// The statement list `text` in canonical layout; none after a syntax error.
static std::optional<std::string> printed(const std::string &text) {
  auto buffer = SourceBuffer::fromString(text, "template");
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(*buffer, diagnostics, SourceKind::Fragment);
  if (!module->isComplete())
    return std::nullopt;
  std::string result;
  printLayout(*module, result);
  return result;
}

/// The lines of the template in canonical layout. `divider` will separate them.
std::optional<std::vector<std::string>> TemplateFormatter::layOut(StringRef divider) const {
  MappedText text;
  DiagnosticList diagnostics;
  if (!appendTemplate(statement, 0, text, diagnostics) || diagnostics.hasErrors())
    return std::nullopt;
  std::optional<std::string> layout = printed(text.text().str());
  if (!layout)
    return std::nullopt;
  // In a multi-line comment or string, the line divider would become part of it.
  std::string divided;
  for (char c : *layout)
    divided += c == '\n' ? divider.str() : std::string(1, c);
  return printed(divided) == layout ? respell(*layout, text) : std::nullopt;
}

/// The text that the template has between two lines, or the default.
StringRef TemplateFormatter::separator() const {
  return literals().contains("\\n") && !literals().contains("\\n\\t") ? "\\n" : "\\n\\t";
}

/// The text that the template has after its last line, in its spelling.
StringRef TemplateFormatter::ending() const {
  StringRef whole = literals().drop_back(), rest = whole;
  while (rest.consume_back("\\n") || rest.consume_back("\\t") || rest.consume_back(" ")) {
  }
  StringRef blanks = whole.drop_front(rest.size()).trim(" ");
  return rest.ends_with("\\") || !blanks.starts_with("\\n") ? "" : blanks;
}

/// The end of a line, and the blanks that align the following text with the end of `line`.
static std::string breakBelow(StringRef line) {
  // Alignment below a line that is far to the right would leave no space.
  constexpr size_t mostColumns = 200;
  std::string blanks = line.take_back(mostColumns).str();
  for (char &c : blanks)
    if (c != '\t')
      c = ' ';
  return "\n" + blanks;
}

/// Writes one literal per line.
std::optional<std::string> TemplateFormatter::runPlain(StringRef line) const {
  std::optional<std::vector<std::string>> lines = layOut("\n\t");
  if (!lines)
    return std::nullopt;
  std::string text, indent = (statement.isInMacro ? " \\" : "") + breakBelow(line);
  StringRef between = separator();
  for (const std::string &words : *lines) {
    StringRef after = &words == &lines->back() ? ending() : between;
    text += ((text.empty() ? "\"" : indent + "\"") + words + after + "\"").str();
  }
  return text;
}

/// A raw literal contains the lines themselves, with the indentation of its first line.
std::optional<std::string> TemplateFormatter::runRaw(StringRef line) const {
  StringRef text = literals().drop_front(rawStart.size()).drop_back(rawEnd.size());
  // The surrounding blanks do not change.
  StringRef start = text.take_front(text.size() - text.ltrim().size());
  StringRef end = text.drop_front(text.rtrim().size());
  size_t lineStart = start.rfind('\n');
  std::string indent = lineStart == StringRef::npos ? breakBelow((line + rawStart + start).str())
                                                    : start.drop_front(lineStart).str();
  std::optional<std::vector<std::string>> lines = layOut(indent);
  if (!lines)
    return std::nullopt;
  std::string result = (rawStart + start + llvm::join(*lines, indent) + end + rawEnd).str();
  // The closing delimiter is only at the end of the literal.
  return StringRef(result).find(rawEnd) + rawEnd.size() == result.size() ? std::optional(result)
                                                                         : std::nullopt;
}

std::optional<std::string> TemplateFormatter::run(StringRef line) const {
  if (statement.isBroken || statement.hasOthers)
    return std::nullopt;
  return isPlain() ? runPlain(line) : isRaw() ? runRaw(line) : std::nullopt;
}

std::string ptx::formatInline(const SourceBuffer &source, const KeptLines &kept) {
  std::vector<AsmStatement> statements = findAsmStatements(source);
  llvm::erase_if(statements, [](const AsmStatement &statement) {
    return statement.isModule || statement.isEmbedded;
  });
  std::vector<Dialect> dialects = dialectsOf(statements);
  std::string result;
  size_t lineStart = 0; // of the last line of the result
  auto append = [&](StringRef text) {
    if (size_t end = text.rfind('\n'); end != StringRef::npos)
      lineStart = result.size() + end + 1;
    result += text;
  };
  uint32_t copied = 0;
  for (auto [i, statement] : llvm::enumerate(statements)) {
    // In a statement with inner branches, each variant has only some of the literals.
    bool hasVariants =
        statement.variant > 0 ||
        (i + 1 < statements.size() && statements[i + 1].variant > 0 && !statements[i + 1].macroUse);
    if (dialects[i] != Dialect::Ptx || hasVariants || statement.literals.empty() ||
        statement.literals.front().begin < copied ||
        kept.touch({statement.literals.front().begin, statement.literals.back().end}))
      continue;
    append(source.text({copied, statement.literals.front().begin}));
    copied = statement.literals.front().begin;
    StringRef line = StringRef(result).drop_front(lineStart);
    if (std::optional<std::string> text = TemplateFormatter(source, statement).run(line)) {
      append(*text);
      copied = statement.literals.back().end;
    }
  }
  append(source.text().drop_front(copied));
  return result;
}
