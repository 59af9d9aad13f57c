// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_INLINEPTX_H
#define PTX_INLINE_INLINEPTX_H

#include "ptx/Check/Passes.h"
#include "ptx/Inline/Fragments/Fragment.h"

#include <memory>
#include <vector>

namespace ptx {

class AsmBodies;

/// The PTX of one `asm` statement, or of several that form one body, and its semantic information.
struct InlineBody {
  Fragment fragment;
  CheckedSource checked;
};

/// The PTX in the `asm` statements of a source, for queries by source position. It is the PTX that
/// `checkInline` checks, except that an unknown part of a PTX statement does not remove the rest of
/// the statement. Not thread-safe.
class InlinePtx {
public:
  /// `source` and `workers` must outlive it.
  InlinePtx(const SourceBuffer &source, std::vector<AsmStatement> statements,
            const CheckOptions &options, Workers &workers);
  ~InlinePtx();

  size_t size() const { return bodies.size(); }
  /// Body `index`, in source order; parsed on first use. Each variant of a statement is a separate
  /// body.
  const InlineBody &body(size_t index) const;
  /// The first statement of body `index`.
  const AsmStatement &first(size_t index) const;
  /// The number of the body with a template that contains `offset` of the source, or ends there;
  /// none if there is no PTX.
  std::optional<size_t> at(uint32_t offset) const;

private:
  const SourceBuffer &source;
  CheckOptions options;
  Workers &workers;
  std::unique_ptr<AsmBodies> found;
  mutable std::vector<std::unique_ptr<InlineBody>> bodies;
};

} // namespace ptx

#endif // PTX_INLINE_INLINEPTX_H
