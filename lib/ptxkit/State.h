// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_STATE_H
#define PTXKIT_STATE_H

#include "ptx/Analysis/Flow/ControlFlow.h"
#include "ptx/Analysis/Flow/RegisterAccesses.h"
#include "ptx/Analysis/Flow/Registers.h"
#include "ptx/Analysis/Values/ValueAnalysis.h"
#include "ptx/Check/Check.h"
#include "ptx/Check/SourceLines.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptxkit/Diagnostic.h"
#include "ptxkit/Tree.h"

#include <memory>
#include <optional>
#include <vector>

// The implementation of the public classes.

namespace ptxkit::detail {

/// The analyses of a body, computed on the first request for a value.
struct BodyValues {
  explicit BodyValues(const ptx::CheckedUnit &checked)
      : registers(checked.scope), accesses(checked, registers), flow(checked),
        values(checked, registers, accesses, flow) {}

  ptx::Registers registers;
  ptx::RegisterAccesses accesses;
  ptx::ControlFlow flow;
  ptx::ValueAnalysis values;
};

/// The statements of one function, or a statement list.
struct Body {
  const ptx::Module &module;
  const ptx::SyntaxUnit &unit;
  /// Null if the function could not be parsed.
  const ptx::CheckedUnit *checked;
  mutable std::unique_ptr<BodyValues> values;

  /// The signature of `inst`; null if it has an error.
  const ptx::Signature *signature(uint32_t inst) const {
    return checked ? checked->signatures[inst] : nullptr;
  }
  /// The analyses. The body must have been parsed.
  BodyValues &analyses() const {
    if (!values)
      values = std::make_unique<BodyValues>(*checked);
    return *values;
  }
};

/// What a `Function` represents.
struct FunctionEntry {
  /// Null for a statement list.
  const ptx::Function *function;
  /// Null for a declaration.
  std::unique_ptr<Body> body;
};

/// The source's language, and the options of the check.
struct Input {
  ptx::CheckOptions options;
  /// The language of a source that has PTX in statements or strings; null for PTX.
  const ptx::HostLanguage *host = nullptr;
  /// The folders in which headers of C++ are searched.
  std::vector<std::string> includeFolders;
  /// The operands, if the source is a statement list that is the template of an `asm` statement.
  std::optional<std::vector<ptx::AsmOperand>> operands;
  bool isTemplate = false;
  /// In ascending order of lines.
  std::vector<ptx::LineOrigin> origins;

  /// Whether PTX is in statements of the source.
  bool hasStatements() const { return host || isTemplate; }
};

/// The data of a `Check`. It must not be moved, since other objects refer to it.
struct State {
  std::unique_ptr<ptx::SourceBuffer> source;
  Input input;
  ptx::CheckedSource checked;
  ptx::Report report;
  std::vector<Diagnostic> diagnostics;
  std::vector<FunctionEntry> functions;
  /// Computed on the first request.
  mutable std::unique_ptr<ptx::SourceLines> lines;
  unsigned threads = 1;
};

/// Symbols in the form of the public interface.
Symbol describe(const ptx::Symbol &symbol);
Symbol describe(ptx::SpecialRegister reg);
Type describe(ptx::TypeId type);
Diagnostic describe(const ptx::Diagnostic &d);
std::optional<uint32_t> numberOf(const ptx::BodyScope &scope, ptx::Binding binding);

inline Range rangeOf(ptx::SourceRange range) { return {range.begin, range.end}; }

inline std::string_view view(llvm::StringRef text) { return {text.data(), text.size()}; }

} // namespace ptxkit::detail

#endif // PTXKIT_STATE_H
