// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/Respelling.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>

using namespace ptx;

/// Appends the edits and moves of `other`.
void Respelling::append(Respelling &&other) {
  std::move(other.replacements.begin(), other.replacements.end(), std::back_inserter(replacements));
  llvm::append_range(moves, other.moves);
}

void Respelling::copy(llvm::StringRef source, SourceRange range, std::string &out) const {
  auto next = llvm::lower_bound(replacements, range.begin, [](const Replacement &r, uint32_t at) {
    return r.where.begin < at;
  });
  uint32_t done = range.begin;
  for (; next != replacements.end() && next->where.end <= range.end; ++next) {
    out += source.slice(done, next->where.begin);
    out += next->text;
    done = next->where.end;
  }
  out += source.slice(done, range.end);
}

std::string Respelling::apply(llvm::StringRef source) {
  llvm::sort(replacements, [](const Replacement &a, const Replacement &b) {
    return a.where.begin < b.where.begin;
  });
  llvm::sort(moves, [](const Move &a, const Move &b) { return a.to.begin < b.to.begin; });
  std::string out;
  out.reserve(source.size());
  uint32_t done = 0;
  for (const Move &move : moves) {
    copy(source, {done, move.to.begin}, out);
    copy(source, move.from, out);
    done = move.to.end;
  }
  copy(source, {done, static_cast<uint32_t>(source.size())}, out);
  return out;
}
