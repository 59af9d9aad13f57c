// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated C++ of the diagnostics catalogue. lib/ptx/Diagnostics/Catalogue/Catalog.h declares
// what the tables are made of.

#include "Backends.h"
#include "DiagnosticRecords.h"
#include "RecordText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace ptx {

static void emitEmitter(raw_ostream &os, const DiagnosticRecord &d) {
  os << "/// PTX" << d.code << " `" << d.name << "`: " << d.message << "\n";
  os << "struct " << d.def->getName() << " {\n";
  os << "  static constexpr DiagId id{" << d.code << "};\n";
  os << "  SourceRange range;\n";
  for (const DiagnosticArgument &argument : d.arguments)
    os << "  " << argument.cppType << " " << argument.name << ";\n";
  os << "  std::string message() const;\n  std::vector<std::string> arguments() const;\n};\n\n";
}

bool emitDiagnosticIds(raw_ostream &os, const RecordKeeper &records) {
  DiagnosticRecords catalog = readDiagnosticRecords(records);
  emitSourceFileHeader("Diagnostic ids", os);
  os << "#pragma once\n\n#include \"ptx/Diagnostics/Diagnostic.h\"\n\n"
     << "namespace ptx {\n\nenum class DiagId : uint16_t {\n";
  for (const DiagnosticRecord &d : catalog.diagnostics)
    os << "  " << d.def->getName() << " = " << d.code << ",\n";
  os << "};\n\n} // namespace ptx\n";
  return ErrorsPrinted != 0;
}

bool emitDiagnosticGroups(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("Groups of warnings", os);
  os << "enum class DiagGroup : uint8_t {\n";
  for (const GroupRecord &group : readDiagnosticGroups(records))
    os << "  " << group.def->getName() << ",\n";
  os << "};\n";
  return ErrorsPrinted != 0;
}

bool emitDiagnosticDecls(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("Emitters of diagnostics", os);
  os << "#pragma once\n\n#include \"ptx/Diagnostics/Diagnostic.h\"\n\n"
     << "#include \"llvm/ADT/StringRef.h\"\n\n#include <cstdint>\n#include <string>\n"
     << "#include <vector>\n\nnamespace ptx::diag {\n\n";
  for (const DiagnosticRecord &d : readDiagnostics(records))
    emitEmitter(os, d);
  os << "} // namespace ptx::diag\n";
  return ErrorsPrinted != 0;
}

bool emitDiagnosticArguments(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("Arguments of diagnostics", os);
  os << "#pragma once\n\n#include \"ptx/Diagnostics/Diagnostic.h\"\n\n"
     << "namespace ptx::diag {\n\n";
  for (const DiagnosticRecord &d : readDiagnosticRecords(records).diagnostics) {
    if (d.arguments.empty())
      continue;
    std::string type = (d.def->getName() + "Argument").str();
    os << "enum class " << type << " : uint8_t { ";
    ListSeparator comma;
    for (const DiagnosticArgument &argument : d.arguments)
      os << comma << argument.name;
    os << " };\nconstexpr DiagId ruleOf(" << type << ") { return DiagId(" << d.code << "); }\n\n";
  }
  os << "} // namespace ptx::diag\n";
  return ErrorsPrinted != 0;
}

static void emitInfo(raw_ostream &os, const DiagnosticRecord &d, ArrayRef<GroupRecord> groups) {
  os << "    {DiagId(" << d.code << "), " << d.code << ", Severity::" << d.severity
     << ", DiagGroups({";
  ListSeparator comma;
  for (const Record *group : groupsOf(d, groups))
    os << comma << "DiagGroup::" << group->getName();
  os << "})";
  for (StringRef text : {d.name, d.section, d.ptxas, d.message})
    quoted(os << ",\n     ", text);
  if (d.arguments.empty())
    os << ",\n     {}},\n";
  else
    os << ",\n     argumentsOf" << d.def->getName() << "},\n";
}

static void emitArgumentNames(raw_ostream &os, const DiagnosticRecord &d) {
  if (d.arguments.empty())
    return;
  os << "static constexpr llvm::StringLiteral argumentsOf" << d.def->getName() << "[] = {";
  ListSeparator comma;
  for (const DiagnosticArgument &argument : d.arguments)
    quoted(os << comma, argument.name);
  os << "};\n";
}

static void emitMessage(raw_ostream &os, const DiagnosticRecord &d) {
  os << "std::string diag::" << d.def->getName() << "::message() const {\n  std::string text;\n";
  for (const MessagePiece &piece : d.pieces) {
    if (piece.isArgument)
      os << "  appendArgument(text, " << piece.text << ");\n";
    else
      quoted(os << "  text += ", piece.text) << ";\n";
  }
  os << "  return text;\n}\n\n";
  os << "std::vector<std::string> diag::" << d.def->getName()
     << "::arguments() const {\n  return {";
  ListSeparator comma;
  for (const DiagnosticArgument &argument : d.arguments)
    os << comma << "argumentText(" << argument.name << ")";
  os << "};\n}\n\n";
}

bool emitDiagnosticMessages(raw_ostream &os, const RecordKeeper &records, StringRef header) {
  emitSourceFileHeader("Messages of diagnostics", os);
  os << "#include \"" << header << "\"\n\n#include \"ptx/Diagnostics/Writers/Printable.h\"\n\n"
     << "namespace ptx {\n\n";
  for (const DiagnosticRecord &d : readDiagnostics(records))
    emitMessage(os, d);
  os << "} // namespace ptx\n";
  return ErrorsPrinted != 0;
}

bool emitDiagnosticTables(raw_ostream &os, const RecordKeeper &records) {
  DiagnosticRecords catalog = readDiagnosticRecords(records);
  emitSourceFileHeader("Tables of the catalogue", os);
  os << "#include \"ptx/Diagnostics/Catalogue/Catalog.h\"\n\nnamespace ptx {\n\n";
  for (const DiagnosticRecord &d : catalog.diagnostics)
    emitArgumentNames(os, d);
  os << "\nstatic constexpr DiagInfo diagnosticTable[] = {\n";
  for (const DiagnosticRecord &d : catalog.diagnostics)
    emitInfo(os, d, catalog.groups);
  os << "};\n\nllvm::ArrayRef<DiagInfo> allDiagnostics() { return diagnosticTable; }\n\n"
     << "static constexpr DiagGroupInfo groupTable[] = {\n";
  for (const GroupRecord &group : catalog.groups) {
    quoted(os << "    {DiagGroup::" << group.def->getName() << ",\n     ", group.name);
    quoted(os << ",\n     ", group.summary)
        << ",\n     Severity::" << (group.underCompat.empty() ? "Ignored" : group.underCompat)
        << "},\n";
  }
  os << "};\n\nllvm::ArrayRef<DiagGroupInfo> allDiagnosticGroups() { return groupTable; }\n\n";
  os << "} // namespace ptx\n";
  return ErrorsPrinted != 0;
}

bool emitLintRules(raw_ostream &os, const RecordKeeper &records) {
  DiagnosticRecords catalog = readDiagnosticRecords(records);
  emitSourceFileHeader("The lints", os);
  os << "#ifndef PTX_LINT_TABLES\n\n";
  for (StringRef kind : {"Body", "Module"})
    for (const DiagnosticRecord &d : catalog.diagnostics)
      if (d.looksAt(kind))
        os << "void check" << d.def->getName() << "(" << kind << "LintContext &context);\n";
  os << "\n#else\n";
  for (StringRef kind : {"Body", "Module"}) {
    os << "\nstatic constexpr LintRule<" << kind << "LintContext> rulesOf" << kind << "[] = {\n";
    for (const DiagnosticRecord &d : catalog.diagnostics)
      if (d.looksAt(kind))
        os << "    {DiagId(" << d.code << "), check" << d.def->getName() << "},\n";
    os << "};\n";
  }
  os << "\n#endif\n";
  return ErrorsPrinted != 0;
}

} // namespace ptx
