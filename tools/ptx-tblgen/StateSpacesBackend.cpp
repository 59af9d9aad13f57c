// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of lib/ptx/Isa/Vocabulary/StateSpaces.h.

#include "Backends.h"
#include "DiagnosticRecords.h"
#include "RecordText.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace ptx {

static void emitSpace(raw_ostream &os, const Record &space) {
  quoted(os << "PTX_STATE_SPACE(" << space.getName() << ", ", space.getValueAsString("Word"));
  quoted(os << ", ", space.getValueAsString("ManualSection"));
  quoted(os << ", ", space.getValueAsString("Summary"));
  for (StringRef field : {"AtModuleScope", "InBody", "OfEntry", "OfFunction", "Initialized",
                          "HoldsObjects", "Pointed", "Generic"})
    os << ", " << (space.getValueAsBit(field) ? "true" : "false");
  auto gates = space.getValueAsListOfDefs("ModuleGate");
  if (gates.size() > 1)
    report(space, "a state space has at most one gate");
  if (gates.empty())
    os << ", std::nullopt)\n";
  else
    os << ", Feature::" << recordName(gates.front()) << ")\n";
}

bool emitStateSpaces(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("State spaces", os);
  auto spaces = inSourceOrder(records, "StateSpace");
  os << "#ifdef PTX_STATE_SPACE\n";
  for (const Record *space : spaces)
    emitSpace(os, *space);
  os << "#undef PTX_STATE_SPACE\n#endif\n\n#ifdef PTX_SPACE_MODIFIER\n";
  for (const Record *space : spaces)
    for (StringRef word : space->getValueAsListOfStrings("Modifiers"))
      os << "PTX_SPACE_MODIFIER(" << enumerator(word) << ", " << space->getName() << ")\n";
  os << "#undef PTX_SPACE_MODIFIER\n#endif\n";
  return ErrorsPrinted != 0;
}

} // namespace ptx
