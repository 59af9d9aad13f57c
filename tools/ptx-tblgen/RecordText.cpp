// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RecordText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;

namespace ptx {

std::vector<const Record *> inSourceOrder(const RecordKeeper &records, StringRef className) {
  auto defs = records.getAllDerivedDefinitionsIfDefined(className);
  std::vector<const Record *> result(defs.begin(), defs.end());
  sort(result, LessRecordByID());
  return result;
}

std::string enumerator(StringRef text) {
  static constexpr StringLiteral keywords[] = {
      "and", "or",  "xor",   "not",      "const",  "volatile", "int",    "short",
      "new", "try", "catch", "register", "export", "switch",   "default"};
  std::string result(isDigit(text.front()) ? "n" : "");
  for (char c : text) {
    if (c == ':' && !result.empty() && result.back() == '_')
      continue;
    result += isAlnum(c) ? c : '_';
  }
  if (is_contained(keywords, text))
    result += '_';
  return result;
}

std::vector<const Record *> defsOf(const Record &def, StringRef field) {
  auto defs = def.getValueAsListOfDefs(field);
  return {defs.begin(), defs.end()};
}

std::string recordName(const Record *def) { return enumerator(def->getName()); }

raw_ostream &quoted(raw_ostream &os, StringRef text) {
  return (os << '"').write_escaped(text) << '"';
}

} // namespace ptx
