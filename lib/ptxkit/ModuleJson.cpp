// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/ModuleJson.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;
using llvm::json::fixUTF8;
using llvm::json::OStream;

static std::string text(std::string_view bytes) { return fixUTF8({bytes.data(), bytes.size()}); }

static llvm::StringRef nameOf(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::Register:
    return "register";
  case SymbolKind::SpecialRegister:
    return "special";
  case SymbolKind::Variable:
    return "variable";
  case SymbolKind::Parameter:
    return "parameter";
  case SymbolKind::Function:
    return "function";
  case SymbolKind::Entry:
    return "entry";
  case SymbolKind::Label:
    return "label";
  case SymbolKind::List:
    return "list";
  }
  return "";
}

static llvm::StringRef nameOf(OperandKind kind) {
  switch (kind) {
  case OperandKind::Register:
    return "register";
  case OperandKind::SpecialRegister:
    return "special";
  case OperandKind::Immediate:
    return "immediate";
  case OperandKind::Variable:
    return "variable";
  case OperandKind::Address:
    return "address";
  case OperandKind::Vector:
    return "vector";
  case OperandKind::Pair:
    return "pair";
  case OperandKind::Function:
    return "function";
  case OperandKind::Label:
    return "label";
  case OperandKind::Arguments:
    return "arguments";
  case OperandKind::Sink:
    return "sink";
  case OperandKind::Other:
    break;
  }
  return "other";
}

namespace {

class Writer {
public:
  Writer(const Check &check, llvm::raw_ostream &os) : check(check), out(os) {}

  enum class Depth : uint8_t { Outline, Whole };
  void module(Depth depth);
  void oneFunction(const Function &of) {
    out.object([&] { function(of, Depth::Whole); });
  }

private:
  void function(const Function &function, Depth depth);
  void place(Range range);
  void directives(const std::vector<Directive> &list);
  void comments();
  void guard(const Guard &guard);
  void symbols(const std::vector<Symbol> &list);
  void symbol(const Symbol &symbol);
  void instruction(const Instruction &inst);
  void operand(const Operand &operand);
  void operands(llvm::StringRef key, const std::vector<Operand> &list);

  const Check &check;
  OStream out;
};

} // namespace

void Writer::place(Range range) {
  Position position = check.position(range.begin);
  out.attribute("line", position.line);
  out.attribute("column", position.column);
  out.attribute("begin", range.begin);
  out.attribute("end", range.end);
}

void Writer::symbol(const Symbol &symbol) {
  out.attribute("name", text(symbol.name));
  out.attribute("kind", nameOf(symbol.kind));
  place(symbol.range);
  if (!symbol.space.empty())
    out.attribute("space", text(symbol.space));
  if (symbol.type)
    out.attribute("type", text(symbol.type->name));
  if (symbol.vectorLength > 1)
    out.attribute("vectorLength", symbol.vectorLength);
  if (symbol.alignment)
    out.attribute("alignment", symbol.alignment);
  if (symbol.bytes)
    out.attribute("bytes", symbol.bytes);
  if (symbol.count)
    out.attribute("count", symbol.count);
}

void Writer::symbols(const std::vector<Symbol> &list) {
  out.attributeArray("symbols", [&] {
    for (const Symbol &each : list)
      out.object([&] { symbol(each); });
  });
}

void Writer::operand(const Operand &operand) {
  out.attribute("kind", nameOf(operand.kind()));
  out.attribute("text", text(operand.text()));
  out.attribute("begin", operand.range().begin);
  out.attribute("end", operand.range().end);
  if (std::string_view role = operand.role(); !role.empty())
    out.attribute("role", text(role));
  if (operand.isWritten())
    out.attribute("written", true);
  if (std::optional<Type> type = operand.type()) {
    out.attribute("type", text(type->name));
    out.attribute("width", operand.width());
  }
  if (std::optional<uint64_t> value = operand.value())
    out.attribute("value", *value);
  if (std::optional<Symbol> symbol = operand.symbol())
    out.attribute("symbol", text(symbol->name));
  if (std::optional<uint32_t> number = operand.number())
    out.attribute("number", *number);
  if (std::vector<Operand> parts = operand.parts(); !parts.empty())
    operands("parts", parts);
}

void Writer::operands(llvm::StringRef key, const std::vector<Operand> &list) {
  out.attributeArray(key, [&] {
    for (const Operand &each : list)
      out.object([&] { operand(each); });
  });
}

void Writer::guard(const Guard &guard) {
  out.attribute("kind", nameOf(OperandKind::Register));
  out.attribute("text", text(guard.name));
  out.attribute("begin", guard.range.begin);
  out.attribute("end", guard.range.end);
  if (guard.negated)
    out.attribute("negated", true);
  if (guard.symbol)
    out.attribute("symbol", text(guard.symbol->name));
  if (guard.number)
    out.attribute("number", *guard.number);
}

void Writer::directives(const std::vector<Directive> &list) {
  if (list.empty())
    return;
  out.attributeArray("directives", [&] {
    for (const Directive &each : list)
      out.object([&] {
        out.attribute("name", text(each.name));
        place(each.range);
      });
  });
}

void Writer::comments() {
  std::vector<Comment> list = check.comments();
  if (list.empty())
    return;
  out.attributeArray("comments", [&] {
    for (const Comment &each : list)
      out.object([&] {
        place(each.range);
        if (each.isLineMarker)
          out.attribute("lineMarker", true);
      });
  });
}

void Writer::instruction(const Instruction &inst) {
  out.attribute("mnemonic", inst.mnemonic());
  place(inst.range());
  out.attribute("mnemonicBegin", inst.mnemonicRange().begin);
  out.attribute("mnemonicEnd", inst.mnemonicRange().end);
  if (std::optional<Guard> found = inst.guard())
    out.attributeObject("guard", [&] { guard(*found); });
  if (inst.isChecked()) {
    out.attribute("form", text(inst.form()));
    out.attribute("section", text(inst.section()));
  }
  operands("operands", inst.operands());
}

void Writer::function(const Function &function, Depth depth) {
  out.attribute("name", text(function.name()));
  out.attribute("kind", function.isEntry() ? "entry" : "function");
  place(function.range());
  if (depth == Depth::Outline) {
    if (function.isDefinition())
      out.attribute("defined", true);
    return;
  }
  directives(function.directives());
  if (!function.isDefinition())
    return;
  symbols(function.symbols());
  out.attributeArray("instructions", [&] {
    for (const Instruction &each : function.instructions())
      out.object([&] { instruction(each); });
  });
}

void Writer::module(Depth depth) {
  out.object([&] {
    out.attribute("version", check.version());
    out.attributeArray("targets", [&] {
      for (std::string_view target : check.targets())
        out.value(text(target));
    });
    symbols(check.symbols());
    directives(check.directives());
    comments();
    out.attributeArray("functions", [&] {
      for (const Function &each : check.functions())
        out.object([&] { function(each, depth); });
    });
  });
}

static void writeNumbers(OStream &out, llvm::StringRef key, const std::vector<uint32_t> &numbers) {
  out.attributeArray(key, [&] {
    for (uint32_t number : numbers)
      out.value(number);
  });
}

static void writeBlock(OStream &out, const Block &block) {
  if (!block.label.empty())
    out.attribute("label", text(block.label));
  out.attribute("begin", block.begin);
  out.attribute("end", block.end);
  out.attribute("reachable", block.isReachable);
  writeNumbers(out, "successors", block.successors);
  writeNumbers(out, "predecessors", block.predecessors);
}

static void writeUse(OStream &out, const RegisterUse &use) {
  out.attribute("name", text(use.name));
  out.attribute("begin", use.range.begin);
  out.attribute("end", use.range.end);
  if (use.isWritten)
    out.attribute("written", true);
  if (!use.definitions.empty())
    writeNumbers(out, "definitions", use.definitions);
}

std::string detail::textsJson(const std::vector<std::string> &texts) {
  std::string json;
  llvm::raw_string_ostream os(json);
  OStream out(os);
  out.array([&] {
    for (const std::string &one : texts)
      out.value(text(one));
  });
  return json;
}

std::string detail::flowJson(const Function &function) {
  std::string json;
  llvm::raw_string_ostream os(json);
  OStream out(os);
  out.object([&] {
    out.attribute("allEdges", function.hasAllEdges());
    out.attributeArray("blocks", [&] {
      for (const Block &block : function.blocks())
        out.object([&] { writeBlock(out, block); });
    });
    out.attributeArray("registers", [&] {
      for (const Instruction &inst : function.instructions())
        out.array([&] {
          for (const RegisterUse &use : inst.registers())
            out.object([&] { writeUse(out, use); });
        });
    });
  });
  return json;
}

static std::string write(const Check &check, llvm::function_ref<void(Writer &)> write) {
  std::string json;
  llvm::raw_string_ostream os(json);
  Writer writer(check, os);
  write(writer);
  return json;
}

std::string detail::moduleJson(const Check &check) {
  return write(check, [](Writer &writer) { writer.module(Writer::Depth::Whole); });
}

std::string detail::outlineJson(const Check &check) {
  return write(check, [](Writer &writer) { writer.module(Writer::Depth::Outline); });
}

std::string detail::functionJson(const Check &check, const Function &function) {
  return write(check, [&](Writer &writer) { writer.oneFunction(function); });
}

std::string detail::originJson(const std::optional<Origin> &origin) {
  std::string json;
  llvm::raw_string_ostream os(json);
  OStream out(os);
  if (!origin)
    out.value(nullptr);
  else
    out.object([&] {
      out.attribute("file", text(origin->file));
      out.attribute("line", origin->line);
      if (origin->column)
        out.attribute("column", origin->column);
    });
  return json;
}
