// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Vocabulary/Directives.h"

#include <iterator>

using namespace ptx;

static constexpr DirectiveInfo directives[] = {
#define PTX_DIRECTIVE(id, ...) {DirectiveWord::id, Feature::id, __VA_ARGS__},
#include "ptx/Isa/Directives.inc"
};
static_assert(std::size(directives) <= 64, "a set of directives is 64 bits wide");

static constexpr llvm::StringRef placeNames[] = {
#define PTX_DIRECTIVE_PLACE(id, text) text,
#include "ptx/Isa/Directives.inc"
};

std::vector<llvm::StringRef> DirectiveInfo::placeTexts() const {
  std::vector<llvm::StringRef> texts;
  for (unsigned i = 0; i != std::size(placeNames); ++i)
    if (canBe(static_cast<DirectivePlace>(i)))
      texts.push_back(placeNames[i]);
  return texts;
}

llvm::ArrayRef<DirectiveInfo> ptx::allDirectives() { return directives; }

const DirectiveInfo &ptx::info(DirectiveWord word) { return directives[static_cast<size_t>(word)]; }
