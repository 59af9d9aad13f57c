// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDMATCHER_H
#define PTX_SEMA_OPERANDS_OPERANDMATCHER_H

#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Instructions/Signatures.h"
#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// The reason why an operand does not match a signature; later values are closer to a match.
enum class Mismatch : uint8_t {
  None,
  /// It is of another kind: a register where an address is expected.
  Kind,
  /// A special register outside of `mov`.
  SpecialRegister,
  /// It is a vector where none is expected, or of another length.
  VectorSize,
  /// A special register, which cannot be written.
  Written,
  /// `_` for a result that cannot be dropped, or for all elements of a vector.
  Sink,
  /// A vector of numbers where it requires a register.
  NumbersAlone,
  /// A vector that begins with a number where the first element determines its type.
  NumberFirst,
  /// `-`, or `!` before an operand that is not a predicate.
  Negation,
  /// `.b0` and the like where no part of a register can be selected, or another part.
  Selector,
  /// `p|q` where one destination is expected, or `q` is not a predicate; or the reverse.
  Pair,
  PairMissing,
  /// No brackets where a list in brackets is expected, or another number of operands in them.
  Brackets,
  BracketCount,
  /// A component that a vector register does not have.
  Component,
  /// An element of a vector register where `ptxas` expands the instruction and does not accept one.
  ExpandedComponent,
  /// A whole vector register where `ptxas` accepts only the elements in braces.
  ExpandedVector,
  /// An element of a vector register or special register together with a number in one vector,
  /// which `ptxas` rejects.
  NumberAndComponent,
  /// An element of a vector with another type than the previous ones, which `ptxas` rejects.
  MixedTypes,
  /// A literal that is invalid for the type.
  Literal,
  /// The type of a register.
  Type,
  /// The type of a register, which is a wider integer; the manual allows that. (5.2.2)
  WiderType,
  /// The type of the register in an address.
  AddressType,
  /// The width of the register in an address: fewer bits than `ptxas` accepts, or 32 bits where
  /// `ptxas` cannot generate code for them.
  AddressWidth,
  AddressSize,
  /// A typed register where `ptxas` accepts only untyped ones.
  TypedRegister,
  /// A number for a predicate where `ptxas` accepts only registers.
  PredicateNumber,
  /// A number as an address outside of local memory; `ptxas` accepts numbers only there.
  FixedAddress,
  /// The name of a variable in an address where `ptxas` accepts only registers.
  VariableAddress,
  /// `x[1]` for something that is not an array, or with an index that is not an integer.
  NoArray,
  Index,
  /// The type of a texture, sampler or surface, or an array of them; or its address where data is
  /// accessed or the type does not match such an address.
  Object,
  ObjectArray,
  ObjectAccess,
  ObjectAddress,
  /// `[x].unified` of a variable that is not declared so.
  Qualifier,
  /// The state space of an address.
  Space,
  /// The value of an immediate.
  Range,
  /// An integer literal that does not fit the width of the type.
  Width,
};

/// The mismatch of one operand.
struct OperandProblem {
  Mismatch what = Mismatch::None;
  /// The narrowest expression to blame. For `Space`, a name that is bound to a variable; for
  /// `Range`, a constant with a value.
  ExprId blamed;
  const ExpectedOperand *expected = nullptr;
  /// The enclosing vector, if it is an element of one.
  ExprId vector;
};

/// Whether `name`, without its dot, is a component of a vector of `length` elements. (Manual 6.4.3)
bool isComponent(llvm::StringRef name, unsigned length);

/// Whether the value is a floating-point number in a notation that `ptxas` does not accept there.
inline bool isCheckedDecimal(const Constant &value, const ExpectedOperand &expected) {
  return expected.checked & OperandKind::decimal && !value.isInteger() &&
         value.kind != Constant::Kind::Single;
}

/// Compares the operands of an instruction with a signature. (Manual 6, 9.4)
///
/// A name without a binding matches every operand: it was already reported, or it is the
/// placeholder of a fragment.
class OperandMatcher {
public:
  explicit OperandMatcher(const BodyScope &scope) : scope(scope), unit(scope.unit) {}

  /// The mismatch between operand `id` of the source and position `place` of the signature.
  OperandProblem match(ExprId id, const Signature &signature, const Signature::Place &place) const;

  /// The number of bits of an integer there, alone or as one of `count` elements of a vector; none
  /// if no integer is expected.
  static std::optional<unsigned> integerWidth(const ExpectedOperand &expected, size_t count = 1);

  /// Whether the manual allows the operand but `ptxas` rejects it, in its checks or in code
  /// generation.
  static bool isRejectedByPtxasAlone(const OperandProblem &problem) {
    switch (problem.what) {
    case Mismatch::ExpandedComponent:
    case Mismatch::ExpandedVector:
    case Mismatch::NumberAndComponent:
    case Mismatch::TypedRegister:
    case Mismatch::PredicateNumber:
    case Mismatch::MixedTypes:
    case Mismatch::WiderType:
    case Mismatch::AddressWidth:
    case Mismatch::AddressSize:
    case Mismatch::FixedAddress:
    case Mismatch::VariableAddress:
      return true;
    default:
      return false;
    }
  }

private:
  friend class PtxasOperandRules;

  /// Whether `ptxas` accepts only untyped registers or registers of exactly the required type, and
  /// `type` is neither.
  static bool isTypedRegister(TypeId type, const ExpectedOperand &expected);
  bool beginsWithNumber(llvm::ArrayRef<ExprId> elements, const ExpectedOperand &expected) const;
  OperandProblem matchOne(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchName(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchSpecial(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchMember(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchRegister(ExprId id, TypeId type, unsigned length,
                               const ExpectedOperand &expected) const;
  OperandProblem matchConstant(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchNegation(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchVector(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchWidths(ExprId vector, const ExpectedOperand &expected) const;
  OperandProblem matchElement(ExprId id, unsigned count, const ExpectedOperand &expected) const;
  OperandProblem matchSpecialElement(ExprId id, unsigned count,
                                     const ExpectedOperand &expected) const;
  OperandProblem matchAddress(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchQualified(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchIndexed(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchAddressBase(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchSymbol(ExprId id, const Symbol &symbol,
                             const ExpectedOperand &expected) const;
  OperandProblem matchPair(ExprId id, const ExpectedOperand &expected) const;
  OperandProblem matchFirst(ExprId id, const ExpectedOperand &expected) const;

  const BodyScope &scope;
  const SyntaxUnit &unit;
};

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_OPERANDMATCHER_H
