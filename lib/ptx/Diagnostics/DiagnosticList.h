// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_DIAGNOSTICLIST_H
#define PTX_DIAGNOSTICS_DIAGNOSTICLIST_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ptx {

/// Collects the diagnostics of one unit of work (a body, a module) in the order of discovery. It is
/// not thread-safe: each unit has its own list, and `append` joins them.
///
/// Severities are those of the catalogue; `DiagnosticOptions` maps them later.
class DiagnosticList {
public:
  /// The maximum number of stored diagnostics of one `DiagId`. Further ones are only counted, so
  /// hostile input cannot make the list much larger than the input.
  static constexpr uint32_t maxPerId = 10'000;

  DiagnosticList() = default;
  DiagnosticList(DiagnosticList &&) = default;
  DiagnosticList &operator=(DiagnosticList &&) = default;

  /// Adds a diagnostic from an emitter, as in `emit(diag::UnterminatedString{.range = r})`. The
  /// reference is valid until the next call. The function is marked cold, so the compiler moves the
  /// code around its calls out of the hot path.
  template <class D> [[gnu::cold, gnu::noinline]] Diagnostic &emit(const D &d) {
    Diagnostic &slot = add(D::id, d.range);
    if (&slot != discarded.get()) {
      slot.message = d.message();
      slot.arguments = d.arguments();
    }
    return slot;
  }

  /// Adds a diagnostic of another list, within the limit of `maxPerId`.
  void add(Diagnostic d);

  /// Replaces the diagnostic `index` by `d`, and does the same for diagnostics of its kind that
  /// were only counted. Its notes and entry stay.
  template <class D> void restate(size_t index, const D &d) {
    change(diagnostics[index], D::id).restate(d);
  }

  /// The name of the `.entry` for diagnostics emitted from now on; empty outside of entries.
  void setEntry(llvm::StringRef name) { entry = name.str(); }

  /// Appends all diagnostics of `other`, within the limit of `maxPerId`.
  void append(DiagnosticList &&other);

  /// Whether an error was emitted, by the severities of the catalogue.
  bool hasErrors() const { return errors != 0; }

  bool empty() const { return diagnostics.empty(); }
  size_t size() const { return diagnostics.size(); }
  llvm::ArrayRef<Diagnostic> items() const { return diagnostics; }
  /// The same, to add notes and fixes.
  llvm::MutableArrayRef<Diagnostic> items() { return diagnostics; }

  /// The number of diagnostics of `id` that were counted but not stored.
  uint32_t omitted(DiagId id) const;

  /// Removes all warnings of kind `id`.
  void removeWarnings(DiagId id);

  /// Returns the diagnostics and clears the list.
  std::vector<Diagnostic> take();

private:
  struct Count {
    DiagId id;
    uint32_t kept = 0;
    uint32_t omitted = 0;
  };

  Diagnostic &add(DiagId id, SourceRange range);
  Diagnostic &change(Diagnostic &d, DiagId id);
  Count &count(DiagId id);

  std::vector<Diagnostic> diagnostics;
  // Only for the kinds that were emitted, since there can be a list for each of very many bodies.
  std::vector<Count> counts;
  std::string entry;
  std::unique_ptr<Diagnostic> discarded; // what `emit` hands out beyond `maxPerId`
  uint64_t errors = 0;                   // by the severities of the catalogue
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_DIAGNOSTICLIST_H
