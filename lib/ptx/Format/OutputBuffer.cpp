// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/OutputBuffer.h"

#include <algorithm>

using namespace ptx;

OutputBuffer::OutputBuffer(std::string &text, size_t expected)
    : text(text), origin(text.size()), next(text.data() + origin), lineStart(next), limit(next) {
  grow(expected);
}

OutputBuffer::~OutputBuffer() { text.resize(position()); }

void OutputBuffer::grow(size_t bytes) {
  Mark here = mark();
  text.resize(std::max(text.size() + text.size() / 2, here.position + bytes + slack));
  rewind(here);
  limit = text.data() + text.size() - slack;
}
