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

/// Names the diagnostics of one source buffer in a way that survives edits elsewhere: a name is
/// made of the rule, the entry or function, the statement without its layout and comments, and
/// which of several such diagnostics it is. The number of the line does not count.
class Fingerprints {
public:
  /// The name of the kind of fingerprint, for those who store it. Another way to compute it has
  /// another one.
  static constexpr llvm::StringLiteral kind = "ptxkitStatement/v1";

  /// `source` has to outlive this.
  explicit Fingerprints(const SourceBuffer &source) : source(source) {}

  /// The fingerprint of `d`, 16 hexadecimal digits, which no other of the buffer has. To be called
  /// for each diagnostic in the order of the report. Takes time in the length of a statement, of
  /// which at most 4,000 bytes count.
  std::string next(const Diagnostic &d);

private:
  const SourceBuffer &source;
  /// How many of each kind there have been, by the hash of what they share.
  std::unordered_map<uint64_t, uint64_t> seen;
};

/// The statement of `text` at `offset`: from after the `;` before it, or a brace that ends its
/// line, to the next of these, but at most 2,000 bytes either way. Comments are left out, and a run
/// of white space is one space. With `linesEnd` the end of a line ends a statement as well, as in
/// languages that have no `;`.
std::string statementText(llvm::StringRef text, uint32_t offset, bool linesEnd = false);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_FINGERPRINT_H
