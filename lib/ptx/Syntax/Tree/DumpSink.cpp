// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/DumpSink.h"

#include "ptx/Diagnostics/Writers/Printable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace ptx;
using llvm::StringRef;

//===-- Text ----------------------------------------------------------------------------------===//

void TextDumpSink::beginLine(StringRef role) {
  constexpr uint64_t mostLevels = 40;
  os.indent(2 * std::min(depth, mostLevels));
  if (depth > mostLevels)
    os << '(' << depth << ") ";
  if (!role.empty())
    os << role << ": ";
}

void TextDumpSink::beginNode(StringRef role, StringRef kind, SourceRange range) {
  if (depth != 0)
    os << '\n';
  beginLine(role);
  ++depth;
  LineColumn begin = source.lineColumn(range.begin), end = source.lineColumn(range.end);
  os << kind << ' ' << begin.line << ':' << begin.column << '-' << end.line << ':' << end.column;
}

void TextDumpSink::endNode() {
  if (--depth == 0)
    os << '\n';
}

void TextDumpSink::field(StringRef name, StringRef value) {
  os << ' ' << name << "=`" << printable(value) << '`';
}

void TextDumpSink::number(StringRef name, uint64_t value) { os << ' ' << name << '=' << value; }

void TextDumpSink::flag(StringRef name, bool value) {
  if (value)
    os << ' ' << name;
}

void TextDumpSink::words(StringRef name, llvm::ArrayRef<StringRef> values) {
  if (!values.empty())
    field(name, llvm::join(values, ""));
}

void TextDumpSink::noNode(StringRef role) {
  os << '\n';
  beginLine(role);
  os << "none";
}

//===-- JSON ----------------------------------------------------------------------------------===//

static void writeString(llvm::raw_ostream &os, StringRef text) {
  std::string fixed;
  if (!llvm::isASCII(text) && !llvm::json::isUTF8(text))
    text = fixed = llvm::json::fixUTF8(text);
  os << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (static_cast<unsigned char>(c) < 0x20)
      os << "\\u00" << llvm::hexdigit(c >> 4) << llvm::hexdigit(c & 15);
    else
      os << c;
  }
  os << '"';
}

void JsonDumpSink::key(StringRef name) { os << ",\"" << name << "\":"; }

/// Writes the text before a node: its key, or in a list the comma, and for a statement a line
/// break.
void JsonDumpSink::beginValue(StringRef role) {
  if (isList.empty())
    return;
  if (!isList.back())
    return key(role);
  if (!listIsEmpty)
    os << ',';
  listIsEmpty = false;
  if (role.empty())
    os << '\n';
}

void JsonDumpSink::beginNode(StringRef role, StringRef kind, SourceRange range) {
  beginValue(role);
  isList.push_back(false);
  LineColumn begin = source.lineColumn(range.begin), end = source.lineColumn(range.end);
  os << "{\"kind\":\"" << kind << "\",\"range\":{\"line\":" << begin.line
     << ",\"column\":" << begin.column << ",\"endLine\":" << end.line
     << ",\"endColumn\":" << end.column << '}';
}

void JsonDumpSink::endNode() {
  os << '}';
  isList.pop_back();
  if (isList.empty())
    os << '\n';
}

void JsonDumpSink::field(StringRef name, StringRef value) {
  key(name);
  writeString(os, value);
}

void JsonDumpSink::number(StringRef name, uint64_t value) {
  key(name);
  os << value;
}

void JsonDumpSink::flag(StringRef name, bool value) {
  key(name);
  os << (value ? "true" : "false");
}

void JsonDumpSink::words(StringRef name, llvm::ArrayRef<StringRef> values) {
  key(name);
  os << '[';
  llvm::interleave(values, [&](StringRef value) { writeString(os, value); }, [&] { os << ','; });
  os << ']';
}

void JsonDumpSink::beginList(StringRef name) {
  key(name);
  os << '[';
  isList.push_back(true);
  listIsEmpty = true;
}

void JsonDumpSink::endList() {
  os << ']';
  isList.pop_back();
  listIsEmpty = false;
}

void JsonDumpSink::noNode(StringRef role) {
  beginValue(role);
  os << "null";
}
