// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_PARSE_MODULESCANNER_H
#define PTX_SYNTAX_PARSE_MODULESCANNER_H

#include "ptx/Support/SourceRange.h"
#include "ptx/Syntax/Lex/Token.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace ptx {

/// A module cut into the text outside of function bodies and the bodies.
struct ModuleSplit {
  /// The tokens outside of bodies. A body is an `LBrace` and, unless it lacks one, an `RBrace`.
  llvm::SmallVector<Token, 0> tokens;

  struct Body {
    /// Index of the `LBrace` in `tokens`.
    uint32_t openToken;
    /// The bytes between the braces.
    SourceRange range;
    /// Whether there is a closing brace. Without one the body ends where the next function
    /// starts on a line of its own, or with the file.
    bool closed;
  };
  std::vector<Body> bodies;

  /// Whether parameters are left out.
  bool lacksParameters = false;
};

/// How to find the end of a function body.
enum class BodyScan : uint8_t {
  /// By counting braces.
  Braces,
  /// By counting braces, but no further than to a line on which a function starts: what a text
  /// needs
  /// that lacks a closing brace.
  BracesAndFunctions,
};

/// Where the parameters of entries are read. In large modules they are most of what is outside of
/// bodies.
enum class EntryParameters : uint8_t {
  /// With all else that is outside of bodies.
  InOutline,
  /// With the body. The tokens outside of bodies have the parentheses alone where the list is of
  /// the usual form, without pointers to constants, and the module has no debug sections.
  WithBodies,
};

/// Finds the function bodies of `source`, so that each can be parsed on its own. The result depends
/// only on the text, also for broken modules. Linear in time: one pass over the bytes, another one
/// if parameters were left out before debug sections came, and another one with
/// `BodyScan::BracesAndFunctions` if braces turn out not to match.
ModuleSplit splitModule(llvm::StringRef source, BodyScan scan = BodyScan::Braces,
                        EntryParameters parameters = EntryParameters::InOutline);

/// The same by several threads, each of which scans a part of `source`.
class ModuleSplitter {
public:
  /// For up to `partCount` parts, which have to be at least one.
  ModuleSplitter(llvm::StringRef source, BodyScan scan, EntryParameters parameters,
                 size_t partCount);

  size_t partCount() const { return parts.size(); }
  /// Scans one of the parts.
  void scan(size_t part);
  /// After all parts have been scanned: the module. Which parts there were makes no difference.
  ModuleSplit join();

private:
  /// What the scan of a part finds.
  struct Part {
    ModuleSplit split;
    /// The part at whose beginning it ended; the number of parts if that was the end of the text.
    size_t next = 0;
    /// Whether every brace has its counterpart.
    bool isBalanced = true;
    bool hasSections = false;
  };
  template <BodyScan scan> Part scanPart(size_t index) const;

  llvm::StringRef source;
  BodyScan bodyScan;
  EntryParameters parameters;
  std::vector<uint32_t> begins; // of the parts
  std::vector<Part> parts;
};

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_MODULESCANNER_H
