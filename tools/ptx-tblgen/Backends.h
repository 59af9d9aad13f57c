// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TBLGEN_BACKENDS_H
#define PTX_TBLGEN_BACKENDS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
class RecordKeeper;
} // namespace llvm

namespace ptx {

// Each backend reports what is wrong with the records at their source line and returns true if
// there was anything, as llvm::TableGenMain wants it.

/// Writes `enum class DiagId`, `enum class DiagGroup` and the emitter structs.
bool emitDiagnosticDecls(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the information tables and the `message()` functions.
bool emitDiagnosticDefs(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the declarations of the functions that check lints, and where `PTX_LINT_TABLES` is defined
/// the tables of them instead.
bool emitLintRules(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the table of rule pages, in the order of `DiagId`, from `<folder>/<name>.md`. A record
/// without a page and a page without a record are errors.
bool emitRulePages(llvm::raw_ostream &os, const llvm::RecordKeeper &records,
                   llvm::StringRef folder);

/// Writes the table of the T-rules.
bool emitTRules(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the enumerations of the instruction set: targets, types, words, opcodes, ...
bool emitIsaDecls(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the tables of the instruction set.
bool emitIsaDefs(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

} // namespace ptx

#endif // PTX_TBLGEN_BACKENDS_H
