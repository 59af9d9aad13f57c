// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated views of operands, which lib/ptx/Analysis/OperandViews.h includes.

#include "Backends.h"
#include "IsaRecords.h"
#include "RecordText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace ptx {

/// Writes the view of the instructions with `kind`, an enumerator of `type`, if they have operands.
static void emitView(raw_ostream &os, StringRef type, const Record &kind,
                     const std::vector<const FormRecord *> &forms) {
  std::vector<StringRef> names;
  for (const FormRecord *form : forms)
    for (const OperandUse &operand : form->operands)
      if (!is_contained(names, operand.name) && operand.name != "_")
        names.push_back(operand.name);
  if (names.empty())
    return;
  StringRef name = kind.getName();
  os << "struct " << name << " : OperandView<" << name << ", " << type << "::" << name << "> {\n";
  for (StringRef operand : names)
    os << "  ExprId " << enumerator(operand)
       << "() const { return find(OperandId::" << enumerator(operand) << "); }\n";
  os << "};\n";
}

bool emitIsaViews(raw_ostream &os, const RecordKeeper &records) {
  IsaRecords isa = readIsaRecords(records);
  std::map<const Record *, std::vector<const FormRecord *>> forms;
  for (const FormRecord &form : isa.forms) {
    if (const Record *action = actionOf(form))
      forms[action].push_back(&form);
    for (const PropertyUse &use : form.asyncOps)
      forms[use.def->getValueAsDef("Op")].push_back(&form);
  }
  emitSourceFileHeader("Views of operands", os);
  for (const Record *action : isa.actions)
    emitView(os, "Action", *action, forms[action]);
  for (const Record *op : isa.asyncOps)
    emitView(os, "AsyncOp", *op, forms[op]);
  return ErrorsPrinted != 0;
}

} // namespace ptx
