// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Canonical/UnitSpeller.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Syntax/Parser.h"

using namespace ptx;

void ptx::printCanonical(const Module &module, const SemaResult &checked, std::string &out,
                         Workers *workers) {
  Respelling edits;
  MnemonicSpeller mnemonics(checked.tables->platform);
  UnitSpeller(module.top(), checked.top.get(), mnemonics, edits).run();
  for (size_t i = 0; i != module.bodies().size(); ++i)
    UnitSpeller(module.bodies()[i], checked.bodies[i].get(), mnemonics, edits).run();
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
