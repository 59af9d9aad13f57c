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

llvm::ArrayRef<DirectiveInfo> ptx::allDirectives() { return directives; }

const DirectiveInfo &ptx::info(DirectiveWord word) { return directives[static_cast<size_t>(word)]; }
