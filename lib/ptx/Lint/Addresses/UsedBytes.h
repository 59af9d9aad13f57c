// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ADDRESSES_USEDBYTES_H
#define PTX_LINT_ADDRESSES_USEDBYTES_H

#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// The number of bytes of a load that the program uses, from the first to the last: bytes that are
/// loaded to registers that other code names, not to `_` (manual 6.4.3), and that `used_bytes_mask`
/// does not exclude (12.2).
class UsedBytes {
public:
  explicit UsedBytes(BodyLintContext &context) : context(context) {}

  /// At most `use.bytes`.
  uint32_t of(const AddressUse &use);

private:
  void readMasks();
  bool isUsed(InstId inst, ExprId element);

  BodyLintContext &context;
  bool isRead = false;
  llvm::DenseMap<uint32_t, uint32_t> masks; ///< for instructions after such a pragma
  llvm::BitVector named, namedTwice;        ///< the registers that instructions name
};

} // namespace ptx

#endif // PTX_LINT_ADDRESSES_USEDBYTES_H
