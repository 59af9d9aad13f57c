// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_ADDRESSPREFILTER_H
#define PTX_ANALYSIS_VALUES_ADDRESSPREFILTER_H

#include "ptx/Analysis/Flow/Registers.h"
#include "ptx/Analysis/Values/AddressWindow.h"

#include "llvm/ADT/BitVector.h"

namespace ptx {

/// A fast, flow-insensitive filter for registers of a body that may hold addresses that are wrong
/// somewhere, so that `ValueAnalysis` can skip the others: most code has none. It makes one pass
/// over the body in source order and merges all values that are written to a register.
class AddressPrefilter {
public:
  AddressPrefilter(const CheckedUnit &checked, Registers &registers);

  /// Whether the value analysis is required for the register `base`, for an access at `base` +
  /// `offset` of `bytes` bytes, or 0, in `window`. `stores`: the access writes memory, perhaps by
  /// an atomic operation.
  bool isSuspicious(ExprId base, int64_t offset, AddressWindow window, uint32_t bytes, bool stores,
                    bool isAtomic) const;
  /// Whether the register `base` can hold an address of a variable or parameter.
  bool canPointToVariable(ExprId base) const;

  /// The `cvta` instructions whose operand may be an address of a kind that they cannot convert.
  llvm::ArrayRef<InstId> conversions() const { return suspects; }
  /// The instructions that can compute with the address of an opaque variable. (Manual 5.3)
  llvm::ArrayRef<InstId> opaqueArithmetic() const { return opaqueSuspects; }

private:
  /// Windows as a set of bits.
  using Windows = uint16_t;

  /// The possible contents of a register.
  struct Held {
    Windows windows = 0;
    Windows objects = 0; ///< of generic addresses
    /// The variable, and the least and greatest constant offset from its address. Null if there are
    /// several variables or other offsets.
    const Symbol *symbol = nullptr;
    int64_t least = 0;
    int64_t greatest = 0;
    /// The union of the bits of all offsets.
    uint64_t distances = 0;
    bool indexed = false; ///< an index is added
    bool opaque = false;  ///< the address of a texture, a sampler or a surface
  };

  bool hasAlignedPointers() const;
  void load(InstId inst);
  void instruction(InstId inst, const Signature &signature);
  bool canBeAddress(ExprId operand) const;
  const Held *heldBy(ExprId operand, Held &variable) const;
  template <class Test> static bool canBe(const Held &held, Test test);
  const Held *heldByRegister(ExprId name) const;
  void add(ExprId destination, const Held &held);

  const BodyScope &scope;
  const SyntaxUnit &unit;
  Registers &registers;
  /// By declaration of the body: whether it is a variable, or some of its registers can hold
  /// addresses.
  llvm::BitVector holding;
  std::vector<Held> all;
  std::vector<uint32_t> heldAt; ///< by register: 1 + index in `all`, or 0
  llvm::SmallVector<InstId, 0> suspects;
  llvm::SmallVector<InstId, 0> opaqueSuspects;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_ADDRESSPREFILTER_H
