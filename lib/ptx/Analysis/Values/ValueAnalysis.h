// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_VALUEANALYSIS_H
#define PTX_ANALYSIS_VALUES_VALUEANALYSIS_H

#include "ptx/Analysis/Flow/ReachingDefinitions.h"
#include "ptx/Analysis/Values/KnownValue.h"
#include "ptx/Diagnostics/Diagnostic.h"

namespace ptx {

/// The value of an operand of `width` bits that names no register: a number, or the address of a
/// variable with or without an offset. None for other operands.
std::optional<KnownValue> fixedValue(const BodyScope &scope, ExprId id, unsigned width);

/// The known values of operands in a body: constants, single bits, addresses. Values are propagated
/// through the registers of the body on all paths; where paths meet, the common part is known.
/// Arguments of the function, memory, and results of calls are unknown.
///
/// Values are computed on demand, together with their dependencies, and cached. The time for all
/// values together is linear in the size of the body. (Manual 5 to 9.7)
class ValueAnalysis {
public:
  ValueAnalysis(const CheckedUnit &checked, Registers &registers, const RegisterAccesses &accesses,
                const ControlFlow &flow);

  /// The known value of `operand` of `inst`, or of an element of a vector or brackets in it: a
  /// register, a number, the name of a variable with or without an offset. Its width is the width
  /// of the type that the instruction gives the operand; without a type, the width of the register,
  /// or 64 bits. In an unknown value, no bit is known.
  KnownValue operand(InstId inst, ExprId operand);

  /// The known value of the address in the brackets of `operand`, such as `[%rd1+16]`; if the
  /// brackets contain several elements, of the first.
  KnownValue address(InstId inst, ExprId operand);

  /// The possible values of the address `operand`, one for each origin: joins and `selp` give
  /// several. An unknown value is included as such. If there are more than 16, the result is
  /// unknown.
  llvm::SmallVector<KnownValue, 4> addresses(InstId inst, ExprId operand);

  /// The def-use information: the instructions that may have written the operands of others.
  ReachingDefinitions &definitions() { return reaching; }

  /// Adds notes to `diagnostic` with the instructions that computed the value of `operand`.
  void explain(Diagnostic &diagnostic, InstId inst, ExprId operand);

private:
  using SourceId = ReachingDefinitions::SourceId;

  /// The value of a source so far.
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
  /// An operand that an instruction reads: its expression and its width; 0 means the width of the
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
  /// The dependencies of a source: for a definition, one entry for each operand that is read.
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
