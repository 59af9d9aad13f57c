// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TBLGEN_DIAGNOSTICRECORDS_H
#define PTX_TBLGEN_DIAGNOSTICRECORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llvm {
class Record;
class RecordKeeper;
class Twine;
} // namespace llvm

namespace ptx {

/// One argument of a message: a member of the emitter.
struct DiagnosticArgument {
  llvm::StringRef name;
  llvm::StringRef cppType;
};

/// A stretch of a message: literal text, or the place of an argument.
struct MessagePiece {
  std::string text;
  bool isArgument;
};

/// A record of class `Group`.
struct GroupRecord {
  static constexpr size_t most = 32; // they are the bits of a number
  const llvm::Record *def;
  llvm::StringRef name;
  llvm::StringRef summary;
  llvm::StringRef underCompat;
  bool hasWarnings;
  bool hasOff;
};

/// A record of class `Diagnostic`.
struct DiagnosticRecord {
  const llvm::Record *def;
  int64_t code;
  llvm::StringRef name;
  llvm::StringRef severity;
  llvm::StringRef message;
  llvm::StringRef section;
  llvm::StringRef ptxas;
  llvm::StringRef lint;                     // what a lint looks at; empty for what is none
  std::vector<const llvm::Record *> groups; // those that it names
  std::vector<DiagnosticArgument> arguments;
  std::vector<MessagePiece> pieces;

  /// Whether it is a lint with a function that looks at a "Body", or at a "Module".
  bool looksAt(llvm::StringRef what) const { return lint == what || lint == "Both"; }
};

/// The catalogue, both lists checked and in the order that the enumerations have: groups by name,
/// diagnostics by code.
struct DiagnosticRecords {
  std::vector<GroupRecord> groups;
  std::vector<DiagnosticRecord> diagnostics;
};

/// Reports a fault at the record `def`.
void report(const llvm::Record &def, const llvm::Twine &text);

/// Whether `text` is a section number such as `4.5.1`.
bool isSectionNumber(llvm::StringRef text);

// Each function reports each fault at its record. After a fault the result is good for nothing but
// finding more faults; llvm::ErrorsPrinted tells.

/// The members of `groups` that `d` is in: because it names them, because they contain one of
/// these, or because they have all warnings.
std::vector<const llvm::Record *> groupsOf(const DiagnosticRecord &d,
                                           llvm::ArrayRef<GroupRecord> groups);

/// Reads the groups of warnings, in the order of their names.
std::vector<GroupRecord> readDiagnosticGroups(const llvm::RecordKeeper &records);

/// Reads the diagnostics, in the order of their codes, and checks each by itself.
std::vector<DiagnosticRecord> readDiagnostics(const llvm::RecordKeeper &records);

/// Reads the whole catalogue, and checks that names and codes are unique and no group is empty.
DiagnosticRecords readDiagnosticRecords(const llvm::RecordKeeper &records);

} // namespace ptx

#endif // PTX_TBLGEN_DIAGNOSTICRECORDS_H
