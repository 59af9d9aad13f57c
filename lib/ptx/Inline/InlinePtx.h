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

/// The PTX of one `asm` statement, or of several that make one body, and its meaning.
struct InlineBody {
  Fragment fragment;
  CheckedSource checked;
};

/// The PTX in the `asm` statements of a source, to be asked about places of the source. It is the
/// PTX that `checkInline` checks, but what the source does not say of a PTX statement leaves the
/// rest of it as it is. To be used by one thread.
class InlinePtx {
public:
  /// `source` and `workers` have to outlive it.
  InlinePtx(const SourceBuffer &source, std::vector<AsmStatement> statements,
            const CheckOptions &options, Workers &workers);
  ~InlinePtx();

  size_t size() const { return bodies.size(); }
  /// Body `index`, in the order of the source; read when it is first asked for. Variants of one
  /// statement are several bodies.
  const InlineBody &body(size_t index) const;
  /// The first statement of body `index`.
  const AsmStatement &first(size_t index) const;
  /// The number of the body that has the place `offset` of the source in a template, or ends there;
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
