// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_JSONRECORDS_H
#define PTX_DIAGNOSTICS_WRITERS_JSONRECORDS_H

#include "ptx/Diagnostics/Report.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace ptx {

class SourceBuffer;
struct LaunchRecord;
struct Origin;

/// The version of the records below, described in docs/output-formats.schema.json. It is
/// incremented when a key changes its meaning or is removed; keys can be added at any time.
inline constexpr int recordVersion = 1;

/// Writes the attribute `key` with `text`, in which U+FFFD replaces invalid UTF-8.
void writeText(llvm::json::OStream &out, llvm::StringRef key, llvm::StringRef text);

/// Writes the attribute `file` of a JSON object, and `fileBytes` if the name is not UTF-8.
void writeFileName(llvm::json::OStream &out, llvm::StringRef name);

/// Writes the attributes `file`, `line` and, if it is known, `column`.
void writeOrigin(llvm::json::OStream &out, const Origin &origin);

/// Writes the attributes of the record of a diagnostic; see `renderJsonl`.
void writeDiagnostic(llvm::json::OStream &out, const SourceBuffer &buffer, const Diagnostic &d);

/// Writes the attributes `errors` to `truncated` of a summary; see `renderJsonl`.
void writeCounts(llvm::json::OStream &out, const Report &report);

/// Writes the attributes of the record of a launch of the module in `buffer`.
void writeLaunch(llvm::json::OStream &out, const SourceBuffer &buffer, const LaunchRecord &launch);

/// Writes an object with the attributes written by `write`, on its own line.
void writeLine(llvm::raw_ostream &os, llvm::function_ref<void(llvm::json::OStream &)> write);

/// The start of a document up to the records of its array `key`: the tool, and the version of the
/// records.
std::string documentHead(llvm::StringRef tool, llvm::StringRef toolVersion, llvm::StringRef key);

/// A JSON array that is written incrementally, one record on each line, in a document that starts
/// with `head`. Nothing is written before the first record or the end.
class RecordList {
public:
  RecordList(llvm::raw_ostream &os, std::string head) : os(os), head(std::move(head)) {}

  /// Writes another object with the attributes written by `write`.
  void add(llvm::function_ref<void(llvm::json::OStream &)> write);

  /// Ends the array.
  void end();

private:
  llvm::raw_ostream &os;
  std::string head;
  bool isEmpty = true;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_JSONRECORDS_H
