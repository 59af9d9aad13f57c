// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/UnitPrinter.h"

using namespace ptx;

void ptx::printUnit(const SyntaxUnit &top, BodyPrinter printsBody, OutputBuffer &out) {
  UnitPrinter(top, &printsBody, 0, 0, out).print();
  if (!out.empty())
    out.lineBreak();
}

void ptx::printBody(const SyntaxUnit &body, uint32_t begin, OutputBuffer &out) {
  UnitPrinter(body, nullptr, begin, 1, out).print();
}

UnitPrinter::UnitPrinter(const SyntaxUnit &unit, const BodyPrinter *printsBody, uint32_t begin,
                         unsigned depth, OutputBuffer &out)
    : unit(unit), tokens(unit.tokens()), printsBody(printsBody), out(out),
      source(tokens.buffer().data()), lastShort(nullptr), cursor(begin), depth(depth),
      fresh(printsBody != nullptr) {
  if (size_t size = tokens.buffer().size(); size >= 16)
    lastShort = source + size - 16;
}

void UnitPrinter::print() {
  llvm::ArrayRef<Stmt> statements = unit.statements();
  for (uint32_t s = 0; s != statements.size(); ++s) {
    if (!openBlocks.empty())
      closeBlocks(s);
    const Stmt &stmt = statements[s];
    switch (stmt.kind) {
    case StmtKind::Instruction:
      instruction(unit[InstId{stmt.index}]);
      break;
    case StmtKind::Label:
      // A label is indented less than the statements around it.
      startStatement(stmt.index, indentation(depth ? depth - 1 : 0));
      statement(stmt.index, stmt.index + 1, false);
      break;
    case StmtKind::Variable: {
      const Variable &var = unit[VarId{stmt.index}];
      startStatement(var.first.index, indentation(depth));
      statement(var.first.index, var.last.index, true);
      break;
    }
    case StmtKind::Block: {
      const Block &block = unit[BlockId{stmt.index}];
      startStatement(block.open.index, indentation(depth));
      openBrace(block.open.index);
      openBlocks.push_back({block.end.index, block.close.index});
      break;
    }
    case StmtKind::Loc: {
      uint32_t first = unit[LocId{stmt.index}].first.index;
      startStatement(first, indentation(depth));
      statement(first, unit.lastToken(StmtId{s}).index, false);
      break;
    }
    case StmtKind::Directive:
      directive(unit[DirectiveId{stmt.index}]);
      break;
    case StmtKind::Function:
      function(unit[FuncId{stmt.index}]);
      break;
    }
  }
  closeBlocks(static_cast<uint32_t>(statements.size()));
  // The comments after the last statement.
  separate(
      offset(tokens.size() - 1),
      {.kind = Separation::End, .commentIndent = indentation(depth), .blankLines = blankLines()});
}

void UnitPrinter::closeBlocks(uint32_t stmt) {
  while (!openBlocks.empty() && openBlocks.back().end == stmt)
    closeBrace(openBlocks.pop_back_val().close);
}

void UnitPrinter::openBrace(uint32_t brace) {
  emit(brace);
  opening = true;
  ++depth;
}

void UnitPrinter::closeBrace(uint32_t brace) {
  separate(
      offset(brace),
      {.kind = Separation::End, .commentIndent = indentation(depth), .blankLines = blankLines()});
  --depth;
  opening = false;
  newLine(indentation(depth));
  emit(brace);
}

void UnitPrinter::startStatement(uint32_t first, unsigned indent) {
  separate(offset(first), {.kind = Separation::Line,
                           .indent = indent,
                           .commentIndent = indent,
                           .detachedIndent = indentation(depth),
                           .blankLines = blankLines(),
                           .setOff = setOff});
  cursor = offset(first);
  statementIndent = indent;
  opening = false;
  setOff = false;
}

bool UnitPrinter::flat(uint32_t first, uint32_t last) {
  uint32_t end = cursor;
  for (uint32_t i = first;; ++i) {
    uint32_t start = offset(i), size = length(i);
    // A gap of one byte is a blank.
    if (start - end > 1 && hasTrivia(end, start))
      return false;
    if (i != first && blankBefore(i))
      out.put(' ');
    copy(source + start, size);
    end = start + size;
    if (i == last)
      break;
  }
  cursor = end;
  return true;
}

/// Writes guard, opcode and modifiers, the tokens `first` to `end - 1`. Returns the same as `flat`.
bool UnitPrinter::mnemonic(uint32_t first, uint32_t opcode, uint32_t end) {
  for (uint32_t i = first; i != end; ++i) {
    uint32_t start = offset(i);
    if (start != cursor && hasTrivia(cursor, start))
      return false;
    if (i == opcode && i != first)
      out.put(' ');
    emit(i);
  }
  return true;
}

void UnitPrinter::instruction(const Instruction &inst) {
  uint32_t first = inst.first().index, opcode = inst.opcode.index, last = inst.last.index;
  uint32_t operands = opcode + 1 + inst.modifierCount;
  startStatement(first, indentation(depth));
  Checkpoint start = checkpoint();
  size_t column = out.column();
  if (LLVM_LIKELY(mnemonic(first, opcode, operands))) {
    Checkpoint beforeOperands = checkpoint();
    unsigned blanks = operands == last ? 0 : padding(column);
    out.blanks(blanks);
    if (LLVM_LIKELY(flat(operands, last))) {
      if (LLVM_LIKELY(out.column() <= maxColumn) || !worthWrapping(operands, last))
        return;
      restore(beforeOperands);
      return wrapped(operands, last, blanks);
    }
  }
  restore(start);
  pinned(first, last, opcode, operands);
}

void UnitPrinter::statement(uint32_t first, uint32_t last, bool wraps) {
  Checkpoint start = checkpoint();
  bool commented = !flat(first, last);
  bool fits = out.column() <= maxColumn || !wraps || !worthWrapping(first, last);
  if (LLVM_LIKELY(!commented && fits))
    return;
  restore(start);
  if (commented)
    pinned(first, last);
  else
    wrapped(first, last, 0);
}

void UnitPrinter::nestedSection(uint32_t first, uint32_t last) {
  startStatement(first, indentation(depth));
  emit(first);
  bool inList = false;
  for (uint32_t i = first + 1; i <= last; ++i)
    switch (kind(i)) {
    case TokenKind::Metadata:
      inList = true;
      [[fallthrough]];
    case TokenKind::CodeBlock:
    case TokenKind::IrName:
    case TokenKind::SourceFileName:
    case TokenKind::SourceText:
    case TokenKind::MetadataDomain:
      startStatement(i, indentation(depth));
      emit(i);
      break;
    case TokenKind::RBrace:
      if (!inList) {
        closeBrace(i);
        break;
      }
      [[fallthrough]];
    default:
      separate(offset(i), {.kind = Separation::Joined,
                           .indent = indentation(depth + 1),
                           .commentIndent = indentation(depth + 1),
                           .blank = blankBefore(i)});
      if (kind(i) == TokenKind::LBrace && !inList)
        openBrace(i);
      else
        emit(i);
      inList &= kind(i) != TokenKind::RBrace;
    }
}

void UnitPrinter::directive(const Directive &dir) {
  uint32_t first = dir.first.index, last = dir.last.index;
  switch (dir.kind) {
  case DirectiveKind::Section: {
    // .section, the name, and the brace on a line of its own as that of a function
    startStatement(first, indentation(depth));
    statement(first, first + 1, false);
    unsigned indent = indentation(depth);
    separate(offset(first + 2), {.kind = Separation::Line,
                                 .indent = indent,
                                 .commentIndent = indent,
                                 .blankLines = Separation::Dropped});
    openBrace(first + 2);
    return;
  }
  case DirectiveKind::SectionEnd:
    return closeBrace(first);
  case DirectiveKind::IntermediateSource:
  case DirectiveKind::MetadataSection:
    return nestedSection(first, last);
  case DirectiveKind::SectionLabel:
    startStatement(first, indentation(depth - 1));
    return statement(first, last, false);
  case DirectiveKind::Pragma:
  case DirectiveKind::Alias:
  case DirectiveKind::BranchTargets:
  case DirectiveKind::CallTargets:
    startStatement(first, indentation(depth));
    return statement(first, last, true);
  default:
    startStatement(first, indentation(depth));
    return statement(first, last, false);
  }
}
