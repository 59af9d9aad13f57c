// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DiagnosticList.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace ptx;

DiagnosticList::Count &DiagnosticList::count(DiagId id) {
  auto known = llvm::find_if(counts, [&](const Count &c) { return c.id == id; });
  return known != counts.end() ? *known : counts.emplace_back(Count{id});
}

Diagnostic &DiagnosticList::add(DiagId id, SourceRange range) {
  Severity severity = info(id).severity;
  errors += severity == Severity::Error;
  Count &emitted = count(id);
  if (emitted.kept >= maxPerId) {
    ++emitted.omitted;
    discarded = std::make_unique<Diagnostic>();
    return *discarded;
  }
  ++emitted.kept;
  Diagnostic &d = diagnostics.emplace_back();
  d.id = id;
  d.severity = severity;
  d.range = range;
  d.entry = entry;
  return d;
}

void DiagnosticList::add(Diagnostic d) { add(d.id, d.range) = std::move(d); }

Diagnostic &DiagnosticList::change(Diagnostic &d, DiagId id) {
  Count &before = count(d.id);
  uint32_t alike = std::exchange(before.omitted, 0);
  --before.kept;
  Count &after = count(id); // this can move `before`
  ++after.kept;
  after.omitted += alike;
  if (d.severity == Severity::Error)
    errors -= 1 + alike;
  d.id = id;
  d.severity = info(id).severity;
  if (d.severity == Severity::Error)
    errors += 1 + alike;
  return d;
}

void DiagnosticList::append(DiagnosticList &&other) {
  errors += other.errors;
  for (const Count &theirs : other.counts)
    count(theirs.id).omitted += theirs.omitted;
  for (Diagnostic &d : other.diagnostics) {
    Count &alike = count(d.id);
    if (alike.kept >= maxPerId) {
      ++alike.omitted;
      continue;
    }
    ++alike.kept;
    diagnostics.push_back(std::move(d));
  }
  other = DiagnosticList();
}

uint32_t DiagnosticList::omitted(DiagId id) const {
  auto known = llvm::find_if(counts, [&](const Count &c) { return c.id == id; });
  return known != counts.end() ? known->omitted : 0;
}

void DiagnosticList::removeWarnings(DiagId id) {
  llvm::erase_if(diagnostics, [&](const Diagnostic &d) { return d.id == id; });
  llvm::erase_if(counts, [&](const Count &c) { return c.id == id; });
}

std::vector<Diagnostic> DiagnosticList::take() {
  std::vector<Diagnostic> taken = std::move(diagnostics);
  *this = DiagnosticList();
  return taken;
}
