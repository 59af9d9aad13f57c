// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operands that `ptxas` accepts although the manual does not, by the rules of `ptxas` itself:
// how it classifies operands, and which types it compares.

#ifndef PTX_SEMA_OPERANDS_PTXASOPERANDRULES_H
#define PTX_SEMA_OPERANDS_PTXASOPERANDRULES_H

#include "ptx/Sema/Operands/OperandMatcher.h"

namespace ptx {

/// The classification of an operand, or of an element of a vector, by `ptxas`, without an offset.
struct PtxasValue {
  enum Kind : uint8_t {
    /// An unknown name, or an expression that is none of the following.
    Other,
    Register,
    /// An element of a vector register or of a special register. In `ptxas`, a vector of two has a
    /// third and a fourth one.
    Component,
    /// A 32-bit register of which bytes or halves are selected, as in video instructions.
    Part,
    Special,
    Variable,
    /// A texture, a sampler or a surface, not an array of them.
    Object,
    Function,
    Label,
    /// A label before its definition, which is a number for `ptxas`.
    LaterLabel,
    Integer,
    /// A literal `0f...`, which has a type, and another floating-point number.
    Single,
    Decimal,
    Sink,
  };

  Kind kind = Other;
  /// Whether an offset follows.
  bool isSum = false;
  /// The type of a register or of a variable, and of `0f...`.
  std::optional<TypeId> type;
  /// The number of elements of a vector register or a vector special register.
  unsigned length = 1;
  const Symbol *symbol = nullptr;

  bool isNumber() const { return kind == Integer || kind == Single || kind == Decimal; }
  bool isFloat() const { return kind == Single || kind == Decimal; }
  /// Whether it has the type of one register.
  bool isScalar() const;
};

/// Compares the operands of an instruction with a signature as `ptxas` does.
class PtxasOperandRules {
public:
  PtxasOperandRules(const OperandMatcher &matcher, const Signature &signature)
      : matcher(matcher), scope(matcher.scope), unit(matcher.unit), signature(signature) {}

  /// Whether `ptxas` accepts operand `id` in spite of `problem`, the mismatch found for it.
  bool accepts(ExprId id, const OperandProblem &problem) const;

  /// Whether `problem` is a number out of range that `ptxas` accepts because of its lowest 32 bits.
  static bool isWrapped(const BodyScope &scope, const OperandProblem &problem);

private:
  PtxasValue read(ExprId id) const;
  PtxasValue readName(ExprId id) const;

  bool takesBraces(unsigned count, const ExpectedOperand &expected) const;
  bool hasExactType(const ExpectedOperand &expected) const;
  bool takesType(const PtxasValue &value, const ExpectedOperand &expected) const;
  bool takesValue(ExprId id, const ExpectedOperand &expected) const;
  bool takesFunction(const ExpectedOperand &expected) const;
  bool takesElement(ExprId id, bool besideNumber, uint32_t checked,
                    const ExpectedOperand &expected) const;
  bool takesVector(llvm::ArrayRef<ExprId> elements, const ExpectedOperand &expected) const;
  bool takesVectorType(llvm::ArrayRef<ExprId> elements, const ExpectedOperand &expected) const;
  bool takesBareAddress(ExprId id, const ExpectedOperand &expected) const;
  bool takesScalar(ExprId id, const ExpectedOperand &expected) const;
  bool takesAddressBase(const PtxasValue &value, uint32_t checked,
                        const ExpectedOperand &expected) const;
  bool takesIndex(ExprId id) const;
  bool takesArray(ExprId id, const ExpectedOperand &expected) const;
  bool takesKind(ExprId id, const OperandProblem &problem) const;
  bool takesPair(const OperandProblem &problem) const;
  std::optional<bool> decidedByRecord(ExprId id, const OperandProblem &problem) const;
  std::optional<bool> decidedByScalar(const OperandProblem &problem) const;

  const OperandMatcher &matcher;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  const Signature &signature;
};

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_PTXASOPERANDRULES_H
