// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Commands.h"

#include "ptx/Canonical/CanonicalPrinter.h"

using namespace ptx;
using namespace ptx::lsp;

llvm::Expected<std::string> lsp::requirementsOf(const Document &document, ToolTexts &texts) {
  const Analysis &analysis = *document.analysis();
  if (analysis.settings().host)
    return refused("the document is not a PTX module");
  llvm::Expected<std::string> text =
      texts.requirements(analysis.source(), analysis.settings().options);
  return text ? std::move(text) : refused(llvm::toString(text.takeError()));
}

llvm::Expected<std::string> lsp::canonicalForm(const Document &document, Workers &workers) {
  const PtxPiece *code = document.analysis()->module();
  if (!code)
    return refused("the document is not a PTX module");
  const CheckedSource &source = code->module();
  if (!source.module->isComplete())
    return refused("the document has an error of its syntax");
  code->units().all();
  std::string text;
  printCanonical(*source.module, *source.sema, text, &workers);
  return text;
}
