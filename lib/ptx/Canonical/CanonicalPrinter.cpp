// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Canonical/UnitSpeller.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Syntax/Parser.h"

using namespace ptx;

/// What canonical spelling changes in `module`.
static Respelling respell(const Module &module, const SemaResult &checked, Workers &workers) {
  // Each worker has edits of its own: those of different places do not depend on each other.
  struct Share {
    explicit Share(const Platform &platform) : mnemonics(platform) {}
    MnemonicSpeller mnemonics;
    Respelling edits;
  };
  std::vector<Share> shares(workers.count(), Share(checked.tables->platform));
  UnitSpeller(module.top(), checked.top.get(), shares[0].mnemonics, shares[0].edits).run();
  workers.forEach(module.bodies().size(), [&](size_t i, unsigned worker) {
    Share &share = shares[worker];
    UnitSpeller(module.bodies()[i], checked.bodies[i].get(), share.mnemonics, share.edits).run();
  });
  Respelling edits;
  for (Share &share : shares)
    edits.append(std::move(share.edits));
  return edits;
}

void ptx::printCanonical(const Module &module, const SemaResult &checked, std::string &out,
                         Workers *workers) {
  Workers none(1);
  Respelling edits = respell(module, checked, workers ? *workers : none);
  if (edits.empty())
    return printLayout(module, out, workers);

  // Tokens that change places take comments and columns with them; a tree of its own for the new
  // text costs less than a printer that knows two texts.
  auto source =
      SourceBuffer::fromString(edits.apply(module.source().text()), module.source().name().str());
  DiagnosticList diagnostics;
  SourceKind kind = module.isFragment() ? SourceKind::Fragment : SourceKind::Module;
  std::unique_ptr<Module> respelled = parseModule(*source, diagnostics, kind, workers);
  printLayout(*respelled, out, workers);
}
