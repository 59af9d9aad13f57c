// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Suggestion.h"

#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;

void ptx::suggest(Diagnostic &diagnostic, SourceRange where, llvm::ArrayRef<StringRef> candidates,
                  StringRef prefix, std::optional<Applicability> applicability) {
  constexpr size_t mostShown = 4;
  if (candidates.empty() || candidates.size() > mostShown)
    return;
  if (candidates.size() == 1 && applicability) {
    std::string text = (llvm::Twine(prefix) + candidates.front()).str();
    diagnostic.fix(where, text, "replace by `" + text + "`", *applicability);
    return;
  }
  std::string text = "did you mean ";
  for (size_t i = 0; i != candidates.size(); ++i) {
    if (i != 0)
      text += i + 1 == candidates.size() ? " or " : ", ";
    text += ("`" + llvm::Twine(prefix) + candidates[i] + "`").str();
  }
  diagnostic.note(where, text + "?");
}
