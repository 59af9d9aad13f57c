// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_OPERANDMATCHER_H
#define PTX_SEMA_OPERANDS_OPERANDMATCHER_H

#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Instructions/Signatures.h"
#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// Why an operand is not what a signature expects; the later, the nearer it comes.
enum class Mismatch : uint8_t {
  None,
  /// It is something else: a register where an address is expected.
  Kind,
  /// A special register outside of `mov`.
  SpecialRegister,
  /// It is a vector where none is expected, or of another length.
  VectorSize,
  /// A special register, which cannot be written.
  Written,
  /// `_` for a result that cannot be dropped, or in all places of a vector.
  Sink,
  /// A vector of numbers where it needs a register.
  NumbersAlone,
  /// A vector that begins with a number where the first element gives it its type.
  NumberFirst,
  /// `-`, or `!` before what is not a predicate.
  Negation,
  /// `.b0` and the like where no part of a register can be selected, or another part.
  Selector,
  /// `p|q` where one destination is expected, or `q` is not a predicate; or the reverse.
  Pair,
  PairMissing,
  /// Another number of operands in brackets.
  BracketCount,
  /// A component that a vector register does not have.
  Component,
  /// An element of a vector register where `ptxas` writes the instruction out, and takes none.
  ExpandedComponent,
  /// A whole vector register where `ptxas` takes the elements in braces alone.
  ExpandedVector,
  /// An element of a vector register or of a special one, and a number, in one vector, which
  /// `ptxas` rejects.
  NumberAndComponent,
  /// An element of a vector of another type than those before it, which `ptxas` rejects.
  MixedTypes,
  /// A literal that the type does not take.
  Literal,
  /// The type of a register.
  Type,
  /// The type of a register, which is a wider integer; the manual allows that. (5.2.2)
  WiderType,
  /// The type of the register in an address.
  AddressType,
  /// The width of the register in an address: of fewer bits than `ptxas` accepts, or of 32 bits
  /// where `ptxas` makes no code for them.
  AddressWidth,
  AddressSize,
  /// A typed register where `ptxas` accepts only untyped ones.
  TypedRegister,
  /// A number for a predicate where `ptxas` accepts registers alone.
  PredicateNumber,
  /// A number as an address that is not in local memory, the only one where `ptxas` accepts it.
  FixedAddress,
  /// The name of a variable in an address where `ptxas` accepts registers alone.
  VariableAddress,
  /// `x[1]` of something that is not an array, or by an index that is not an integer.
  NoArray,
  Index,
  /// The type of a texture, sampler or surface, or an array of them; its address where data is
  /// accessed, or where its type is not that of such an address.
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

/// How one operand differs from what is expected.
struct OperandProblem {
  Mismatch what = Mismatch::None;
  /// The narrowest expression to blame. With `Space` it is a name that has a binding to a variable,
  /// with `Range` a constant that has a value.
  ExprId blamed;
  const ExpectedOperand *expected = nullptr;
  /// The vector that it is an element of, if it is one.
  ExprId vector;
};

/// Whether `name`, without its dot, is a component of a vector of `length` elements. (Manual 6.4.3)
bool isComponent(llvm::StringRef name, unsigned length);

/// Whether the value is a floating-point number in a notation that `ptxas` does not take there.
inline bool isCheckedDecimal(const Constant &value, const ExpectedOperand &expected) {
  return expected.checked & OperandKind::decimal && !value.isInteger() &&
         value.kind != Constant::Kind::Single;
}

/// Compares the operands of an instruction with what a signature expects. (Manual 6, 9.4)
///
/// What has no binding fits everywhere: it was reported, or it is the placeholder of a fragment.
class OperandMatcher {
public:
  explicit OperandMatcher(const BodyScope &scope) : scope(scope), unit(scope.unit) {}

  /// How operand `id` of the source differs from place `place` of the signature.
  OperandProblem match(ExprId id, const Signature &signature, const Signature::Place &place) const;

  /// How many bits an integer has there, alone or as one of `count` elements of a vector; none
  /// where no integer is expected.
  static std::optional<unsigned> integerWidth(const ExpectedOperand &expected, size_t count = 1);

  /// Whether `ptxas` accepts operand `id` in spite of `problem`, which it gave.
  bool isUnchecked(ExprId id, const Signature &signature, const OperandProblem &problem) const;
  /// Whether `problem` is a number out of its range that `ptxas` accepts for its lowest 32 bits.
  bool isWrapped(const OperandProblem &problem) const;
  /// Whether the manual allows what `ptxas` does not, in its checks or when it makes code.
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
  /// Whether `ptxas` takes only untyped registers, or those of the very type, and `type` is
  /// neither.
  static bool isTypedRegister(TypeId type, const ExpectedOperand &expected);
  bool beginsWithNumber(llvm::ArrayRef<ExprId> elements, const ExpectedOperand &expected) const;
  bool isUncheckedVector(llvm::ArrayRef<ExprId> elements, const Signature &signature,
                         const ExpectedOperand &expected) const;
  std::optional<bool> isUncheckedAlone(ExprId id, const Signature &signature,
                                       const OperandProblem &problem) const;
  bool isUncheckedKind(ExprId id, const Signature &signature, const OperandProblem &problem) const;
  bool isUncheckedType(const Signature &signature, const OperandProblem &problem) const;
  bool isUncheckedLength(const Signature &signature, const OperandProblem &problem) const;
  bool isUncheckedPair(const Signature &signature, const OperandProblem &problem) const;
  bool isUncheckedNegation(const OperandProblem &problem) const;
  bool isUncheckedValue(ExprId id, const Signature &signature,
                        const ExpectedOperand &expected) const;
  bool isArray(ExprId id) const;
  bool isUncheckedIndex(ExprId id) const;
  bool isUncheckedScalar(ExprId id, const Signature &signature,
                         const ExpectedOperand &expected) const;
  bool isUncheckedArray(ExprId id, const ExpectedOperand &expected) const;
  bool isUncheckedAddressType(ExprId id, const ExpectedOperand &expected) const;
  bool hasGenericAddress(ExprId id) const;
  bool isUncheckedComponent(ExprId id, const ExpectedOperand &expected) const;
  bool isUncheckedAddress(ExprId id, const ExpectedOperand &expected) const;
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
