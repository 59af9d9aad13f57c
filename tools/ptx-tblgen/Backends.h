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

/// Writes the enumerators of `DiagId`, whose values are the codes.
bool emitDiagnosticIds(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes for each diagnostic the places of its arguments in `Diagnostic::arguments`, by name.
bool emitDiagnosticArguments(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes `enum class DiagGroup`.
bool emitDiagnosticGroups(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the emitter structs of one file of records.
bool emitDiagnosticDecls(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the functions of these structs, which `header` declares.
bool emitDiagnosticMessages(llvm::raw_ostream &os, const llvm::RecordKeeper &records,
                            llvm::StringRef header);

/// Writes the tables of the whole catalogue, and checks what concerns more than one record.
bool emitDiagnosticTables(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the declarations of the functions that check lints, and where `PTX_LINT_TABLES` is
/// defined the tables of them instead.
bool emitLintRules(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the table of rule pages, in the order of the codes, from `<folder>/<name>.md`. A record
/// without a page and a page without a record are errors.
bool emitRulePages(llvm::raw_ostream &os, const llvm::RecordKeeper &records,
                   llvm::StringRef folder);

/// Writes the table of the T-rules.
bool emitTRules(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the enumerations of the instruction set: targets, types, words, opcodes, ...
bool emitIsaDecls(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes a view of operands for each action and each class of asynchronous operations.
bool emitIsaViews(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the tables of the instruction set.
bool emitIsaDefs(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the rows of state spaces and directives, as X-macros.
bool emitStateSpaces(llvm::raw_ostream &os, const llvm::RecordKeeper &records);
bool emitDirectives(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the rows of releases, as X-macros.
bool emitReleases(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the tokens of state spaces and directives, as X-macros.
bool emitGrammarWords(llvm::raw_ostream &os, const llvm::RecordKeeper &records);

/// Writes the grammar of the lexer: the file `grammar`, with the words of state spaces and
/// directives before all other words.
bool emitLexerGrammar(llvm::raw_ostream &os, const llvm::RecordKeeper &records,
                      llvm::StringRef grammar);

/// Writes the grammar of the parser: the file `grammar`, then the rules that list such words.
bool emitParserGrammar(llvm::raw_ostream &os, const llvm::RecordKeeper &records,
                       llvm::StringRef grammar);

} // namespace ptx

#endif // PTX_TBLGEN_BACKENDS_H
