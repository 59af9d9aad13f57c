// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_FINGERPRINT_H
#define PTX_DIAGNOSTICS_FINGERPRINT_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ptx {

class SourceBuffer;

/// Computes fingerprints for the diagnostics of a source buffer that do not change by edits
/// elsewhere. A fingerprint depends on the rule, the entry or function, the statement without
/// layout and comments, and a number for identical diagnostics. It does not depend on the line
/// number.
class Fingerprints {
public:
  /// The name of this kind of fingerprint, for consumers that store it. It changes if the
  /// computation changes.
  static constexpr llvm::StringLiteral kind = "ptxkitStatement/v1";

  /// `source` has to outlive this.
  explicit Fingerprints(const SourceBuffer &source) : source(source) {}

  /// The fingerprint of `d`: 16 hexadecimal digits, unique in the buffer. Must be called for each
  /// diagnostic in the order of the report. The time is linear in the length of the statement; at
  /// most 4,000 bytes of it count.
  std::string next(const Diagnostic &d);

private:
  const SourceBuffer &source;
  /// The number of identical diagnostics so far, by hash.
  std::unordered_map<uint64_t, uint64_t> seen;
};

/// The statement of `text` at `offset`. It starts after a `;` or after a brace that ends its line,
/// and ends at the next one; at most 2,000 bytes are read in each direction. Comments are left out,
/// and a run of white space is one space. With `linesEnd` the end of a line ends a statement as
/// well, as in languages that have no `;`.
std::string statementText(llvm::StringRef text, uint32_t offset, bool linesEnd = false);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_FINGERPRINT_H
