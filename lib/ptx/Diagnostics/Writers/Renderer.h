// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_RENDERER_H
#define PTX_DIAGNOSTICS_WRITERS_RENDERER_H

#include "ptx/Diagnostics/Report.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

class SourceBuffer;

/// The output formats: enumerator, and word of the option. Each has a function
/// `make<enumerator>Writer`; docs/guide/output-formats.md describes the output.
#define PTX_OUTPUT_FORMATS(FORMAT)                                                                 \
  FORMAT(Text, "text")                                                                             \
  FORMAT(Concise, "concise")                                                                       \
  FORMAT(Jsonl, "jsonl")                                                                           \
  FORMAT(Json, "json")                                                                             \
  FORMAT(Sarif, "sarif")                                                                           \
  FORMAT(Github, "github")                                                                         \
  FORMAT(Gitlab, "gitlab")                                                                         \
  FORMAT(Junit, "junit")                                                                           \
  FORMAT(Ptxas, "ptxas")

enum class OutputFormat : uint8_t {
#define PTX_OUTPUT_FORMAT(name, word) name,
  PTX_OUTPUT_FORMATS(PTX_OUTPUT_FORMAT)
#undef PTX_OUTPUT_FORMAT
};

/// Whether the text formats are coloured. `Auto`: if the stream is a terminal.
enum class ColorMode : uint8_t { Auto, Never, Always };

/// The options of the text formats.
struct RenderOptions {
  ColorMode color = ColorMode::Auto;
  /// Whether the text format ends in a line with the number of errors and warnings.
  bool hasSummary = false;
  /// Whether this line contains the number of findings that `--fix` resolves.
  bool offersFixes = true;
  /// The maximum number of source columns; of a longer line, a window of this width is shown.
  unsigned width = 160;
  /// The URI of the folder of the rules' pages, ending in a slash, if codes are terminal links (OSC
  /// 8) to these pages; otherwise empty.
  std::string linkedPages = {};
};

/// The format called `name`: `text`, `concise`, `jsonl` and so on.
std::optional<OutputFormat> findOutputFormat(llvm::StringRef name);

/// Writes `report` on `buffer` as a complete report. All bytes and ranges are valid: ranges are
/// clamped, and unprintable bytes are written in hexadecimal. The time depends on the number of
/// diagnostics, not on the length of source lines. `ReportWriter` writes reports on several files.
void render(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &buffer,
            const Report &report, const RenderOptions &options);

/// For people:
///
///     k.ptx: in entry `k`:
///     k.ptx:12:27: error: operand 3 of `add.u32` has type `.u64`; expected ... [PTX3002]
///        12 |     add.u32     %r1, %r2, %rd3;
///           |                           ^~~~
///     k.ptx:4:15: note: `%rd3` declared `.u64` here
///     k.ptx:12:27: help: use the low half: `%r3`
///
/// The first line appears where the entry changes; of inline assembly it names the function of C++.
/// A rule that flags change has its name after its code. A blank source line is not shown. Of five
/// or more similar findings, three are
/// (`SimilarFindings`). A last line tells how many diagnostics the limits hide.
void renderText(llvm::raw_ostream &os, const SourceBuffer &buffer, const Report &report,
                const RenderOptions &options);

/// For editors and scripts: one line `file:line:column: severity: message [code]` for each
/// diagnostic, and the line of the text format about hidden diagnostics.
void renderConcise(llvm::raw_ostream &os, const SourceBuffer &buffer, const Report &report,
                   const RenderOptions &options);

/// For programs: a line with a JSON object for each diagnostic, and for each file with findings a
/// last line with a summary. docs/guide/output-formats.md lists the keys. Bytes that are not UTF-8
/// are replaced by U+FFFD.
void renderJsonl(llvm::raw_ostream &os, const SourceBuffer &buffer, const Report &report);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_RENDERER_H
