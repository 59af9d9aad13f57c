// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DiagnosticList.h"

#include <iterator>
#include <utility>

using namespace ptx;

DiagnosticList::Count &DiagnosticList::count(DiagId id) {
  if (counts.empty())
    counts.resize(numDiagnostics);
  return counts[static_cast<unsigned>(id)];
}

Diagnostic &DiagnosticList::add(DiagId id, SourceRange range) {
  Severity severity = info(id).severity;
  errors += severity == Severity::Error;
  Count &emitted = count(id);
  if (emitted.kept >= maxPerId) {
    ++emitted.omitted;
    return discarded = Diagnostic{};
  }
  ++emitted.kept;
  Diagnostic &d = diagnostics.emplace_back();
  d.id = id;
  d.severity = severity;
  d.range = range;
  d.entry = entry;
  return d;
}

Diagnostic &DiagnosticList::change(Diagnostic &d, DiagId id) {
  Count &before = count(d.id), &after = count(id);
  uint32_t alike = std::exchange(before.omitted, 0);
  --before.kept;
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
  if (!other.counts.empty()) {
    for (const DiagInfo &entry : allDiagnostics()) {
      Count theirs = other.count(entry.id);
      count(entry.id).kept += theirs.kept;
      count(entry.id).omitted += theirs.omitted;
    }
  }
  errors += other.errors;
  std::vector<Diagnostic> moved = other.take();
  if (diagnostics.empty())
    diagnostics = std::move(moved);
  else
    std::move(moved.begin(), moved.end(), std::back_inserter(diagnostics));
}

uint32_t DiagnosticList::omitted(DiagId id) const {
  return counts.empty() ? 0 : counts[static_cast<unsigned>(id)].omitted;
}

std::vector<Diagnostic> DiagnosticList::take() {
  std::vector<Diagnostic> taken = std::move(diagnostics);
  *this = DiagnosticList();
  return taken;
}
