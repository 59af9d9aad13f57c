// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_REGISTERS_H
#define PTX_ANALYSIS_FLOW_REGISTERS_H

#include "ptx/Sema/SemaResult.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// The registers that a body declares, as small numbers; each register of `%r<100>` has its own.
/// Numbers are assigned by declaration, so that an array over all of them is small. If a
/// declaration has far more registers than the body can use, its members get numbers on demand.
/// (Manual 5.4.6)
class Registers {
public:
  static constexpr uint32_t none = ~0u;

  explicit Registers(const BodyScope &scope);

  /// The number of the register that a name refers to; `none` if it is not a register, or is
  /// declared outside of functions.
  uint32_t find(Binding name) {
    SymbolRef ref = name.symbol;
    uint32_t start = ref.isOfBody() ? first[ref.index()] : none;
    return start < onDemand ? start + name.number : start == none ? none : number(name);
  }
  uint32_t find(ExprId name) { return find(scope.numberedBinding(name)); }
  uint32_t ofGuard(InstId inst) { return find(scope.numberedGuard(inst)); }

  /// The declaration of a register that has a number.
  const Symbol &declaration(uint32_t reg) const;

  /// Whether the caller of the function writes the register. (Manual 7.1)
  bool isInput(uint32_t reg) const { return declaration(reg).parameter == ParameterKind::Input; }

  /// An upper bound, exclusive, of the numbers so far.
  uint32_t size() const { return next; }

private:
  static constexpr uint32_t onDemand = ~0u - 1;

  uint32_t number(Binding name);

  const BodyScope &scope;
  std::vector<uint32_t> first; // by symbol of the body; `none` if not a register
  /// Pairs of the first register of a symbol and that symbol, in ascending order.
  std::vector<std::pair<uint32_t, uint32_t>> symbols;
  llvm::DenseMap<uint64_t, uint32_t> numbers;
  uint32_t next = 0;
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_REGISTERS_H
