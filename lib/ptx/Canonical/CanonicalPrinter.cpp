// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Canonical/UnitSpeller.h"
#include "ptx/Format/LayoutPrinter.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Each worker has its own edits, since edits at different places are independent.
struct CanonicalSpelling::WorkerState {
  explicit WorkerState(const Platform &platform) : mnemonics(platform) {}

  MnemonicSpeller mnemonics;
  Respelling edits;
};

CanonicalSpelling::CanonicalSpelling(const Platform &platform, unsigned workers, KeptLines lines)
    : kept(std::move(lines)) {
  for (unsigned i = 0; i != workers; ++i)
    shares.push_back(std::make_unique<WorkerState>(platform));
}

CanonicalSpelling::~CanonicalSpelling() = default;

void CanonicalSpelling::add(const SyntaxUnit &unit, const CheckedUnit *checked, unsigned worker) {
  UnitSpeller(unit, checked, shares[worker]->mnemonics, kept, shares[worker]->edits).run();
}

bool CanonicalSpelling::isEmpty() const {
  return llvm::all_of(shares, [](const auto &share) { return share->edits.empty(); });
}

void CanonicalSpelling::print(const SourceBuffer &source, SourceKind kind, std::string &out,
                              Workers &workers) {
  DiagnosticList diagnostics;
  if (isEmpty()) {
    printLayout(source, kind, diagnostics, out, workers, kept.lines());
    return;
  }
  Respelling edits;
  for (std::unique_ptr<WorkerState> &share : shares)
    edits.append(std::move(share->edits));
  // Moved tokens move with their comments and columns. Parsing the new text costs less than a
  // printer for two texts.
  auto respelled = SourceBuffer::fromString(edits.apply(source.text()), source.name().str());
  // Edits neither add nor remove lines, so the kept lines keep their numbers.
  printLayout(*respelled, kind, diagnostics, out, workers, kept.lines());
}

void ptx::printCanonical(const Module &module, const SemaResult &checked, std::string &out,
                         Workers *workers) {
  Workers none(1);
  Workers &all = workers ? *workers : none;
  CanonicalSpelling spelling(checked.tables->platform, all.count(), KeptLines(module.source()));
  spelling.add(module.top(), checked.top.get(), 0);
  all.forEach(module.bodies().size(), [&](size_t i, unsigned worker) {
    spelling.add(module.bodies()[i], checked.bodies[i].get(), worker);
  });
  if (spelling.isEmpty())
    return printLayout(module, out);
  SourceKind kind = module.isFragment() ? SourceKind::Fragment : SourceKind::Module;
  spelling.print(module.source(), kind, out, all);
}
