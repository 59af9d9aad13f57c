// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_VALUEANALYSIS_H
#define PTX_ANALYSIS_VALUES_VALUEANALYSIS_H

#include "ptx/Analysis/Flow/ReachingDefinitions.h"
#include "ptx/Analysis/Values/KnownValue.h"
#include "ptx/Diagnostics/Diagnostic.h"

namespace ptx {

/// What is known of an operand of `width` bits that names no register: a number, or the address of
/// a variable with or without an offset. None if it is something else.
std::optional<KnownValue> fixedValue(const BodyScope &scope, ExprId id, unsigned width);

/// What is known of the values that instructions of a body read: constants, single bits, addresses.
/// Values are followed through the registers of the body, on all paths that control can take; where
/// paths meet, what they agree on is known. Nothing is known of what the function is passed, of
/// memory, and of results of calls.
///
/// A value is computed when it is asked for, together with what it depends on, and remembered. The
/// time for all values together is linear in the size of the body. (Manual 5 to 9.7)
class ValueAnalysis {
public:
  ValueAnalysis(const CheckedUnit &checked, Registers &registers, const RegisterAccesses &accesses,
                const ControlFlow &flow);

  /// What is known of `operand` of `inst`, or of an element of a vector or of a bracket in it: a
  /// register, a number, the name of a variable with or without an offset. It is as wide as the
  /// type that the instruction gives the operand; without one, as the register, or 64 bits. If
  /// nothing is known, no bit of it is.
  KnownValue operand(InstId inst, ExprId operand);

  /// What is known of the address that is in the brackets of `operand`, such as `[%rd1+16]`; of
  /// more than one thing in the brackets, of the first.
  KnownValue address(InstId inst, ExprId operand);

  /// What is known of the address that `operand` is in each of the ways in which it can have come
  /// about: where paths meet, and where `selp` chooses, there are several. One that is not known is
  /// among them as such; of more than 16 nothing is known.
  llvm::SmallVector<KnownValue, 4> addresses(InstId inst, ExprId operand);

  /// Which instructions can have written what others read.
  ReachingDefinitions &definitions() { return reaching; }

  /// Adds notes to `diagnostic` that tell which instructions computed the value of `operand`.
  void explain(Diagnostic &diagnostic, InstId inst, ExprId operand);

private:
  using SourceId = ReachingDefinitions::SourceId;

  /// What is known of a source so far.
  struct Node {
    KnownValue value;
    enum : uint8_t { New, Open, Done } state = New;
    bool queued = false;
    uint8_t updates = 0;
    uint32_t firstUser = none;
    uint32_t firstDependency = 0;
    uint32_t dependencyCount = 0;
  };
  /// A source that depends on another, in a list.
  struct User {
    SourceId id;
    uint32_t next;
  };
  /// An operand that an instruction reads: its expression and its width, 0 for that of the
  /// register.
  struct Reading {
    ExprId expr;
    unsigned width = 0;
    std::optional<TypeId> type = std::nullopt;
  };
  using Readings = llvm::SmallVector<Reading, 6>;
  static constexpr uint32_t none = ~0u;

  Node &node(SourceId id);
  void solve(SourceId root);
  void open(SourceId id);
  bool update(SourceId id);
  KnownValue evaluate(SourceId id);
  KnownValue define(SourceId id);
  KnownValue current(SourceId id, unsigned width);
  /// What a source depends on: of a definition, an entry for each operand that is read.
  llvm::ArrayRef<SourceId> dependenciesOf(SourceId id) const {
    return llvm::ArrayRef(dependencies).slice(nodes[id].firstDependency, nodes[id].dependencyCount);
  }
  SourceId sourceOf(InstId inst, ExprId operand);
  KnownValue read(const Reading &reading, SourceId source);
  Readings readingsOf(InstId inst) const;
  void appendReadings(ExprId id, const ExpectedOperand &operand, Readings &out) const;
  ExprId insideOf(ExprId address) const;
  ExprId baseOf(ExprId operand) const;
  unsigned widthOf(uint32_t reg) const;
  unsigned naturalWidth(ExprId operand);

  const CheckedUnit &checked;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  Registers &registers;
  const RegisterAccesses &accesses;
  ReachingDefinitions reaching;
  std::vector<Node> nodes;
  std::vector<User> users;
  std::vector<SourceId> dependencies;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_VALUEANALYSIS_H
