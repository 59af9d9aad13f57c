// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_READ_STEPREADER_H
#define PTX_MEMORY_READ_STEPREADER_H

#include "ptx/Memory/Read/PtxSteps.h"

#include "llvm/ADT/STLExtras.h"

namespace ptx {

/// Translates the instructions of one body to steps of a thread. The record of an instruction
/// defines its opcode, modifiers and effect on memory.
class StepReader {
public:
  StepReader(const CheckedUnit &body, const ThreadNames &names, LitmusThread &thread)
      : body(body), unit(body.scope.unit), names(names), thread(thread) {}

  llvm::Error run();

private:
  using Step = LitmusStep;

  /// Appends the steps of the instruction. Returns false and sets `problem` if it is not supported.
  bool read();
  bool readAsyncOp();
  bool readAccess();
  bool readParameter(ExprId place, ExprId result);
  bool readMapa();
  bool readAtomic();
  bool readAsynchronousAccess();
  bool readFence();
  bool readProxyFence();
  bool readBarrier();
  bool readMbarrier();
  bool readMbarrierInit();
  bool readMbarrierWait();
  bool readMbarrierArrival();
  bool readBulkCopy();
  bool readTensorCopy();
  bool readMapFence();
  bool readMapReplace();
  bool readMapCopy();
  bool readCompute();
  bool readBranch();
  /// Sets `problem` for an instruction that none of the functions above supports.
  bool refuseOther();

  bool has(Modifier word) const { return view->has(word); }
  bool hasAnyOf(std::initializer_list<Modifier> words) const {
    return llvm::any_of(words, [&](Modifier word) { return has(word); });
  }
  /// A step with the semantics and the scope of the instruction.
  Step orderedStep(Step::Kind kind) const;
  /// The types among the modifiers, in order.
  llvm::SmallVector<TypeId, 2> types() const;
  /// The width of the last type in bits; 0 if there is none.
  unsigned typeWidth() const;
  bool isSigned() const;
  bool isFloat() const;
  std::optional<Operation> atomicOperation() const;

  bool value(ExprId id, LitmusValue &result);
  bool destination(ExprId id, Step &step);
  bool address(ExprId id, LitmusValue &result);
  /// The address, or the value, of the operand that has the role.
  bool address(AsyncRole role, LitmusValue &result);
  bool value(AsyncRole role, LitmusValue &result);
  /// The value of an expression in the brackets of an address.
  bool target(ExprId part, LitmusValue &result);
  /// The elements of a vector, or the operand itself.
  llvm::SmallVector<ExprId, 4> elements(ExprId id) const;
  uint32_t temporary();
  Step step(Step::Kind kind) const;
  bool add(Step step) {
    thread.steps.push_back(std::move(step));
    return true;
  }
  /// A step of an asynchronous operation through `proxy`.
  Step partOf(uint32_t asynchronous, Step::Kind kind, Proxy proxy, LitmusValue address = {}) const;
  /// Adds the completion of `bytes` bytes of an asynchronous operation at an mbarrier object.
  bool addCompletion(uint32_t asynchronous, LitmusValue object, uint64_t bytes);
  bool refuse(const llvm::Twine &why) {
    problem = why.str();
    return false;
  }

  const CheckedUnit &body;
  const SyntaxUnit &unit;
  const ThreadNames &names;
  LitmusThread &thread;
  InstId inst;
  uint32_t line = 1; ///< of the instruction
  const InstrView *view = nullptr;
  llvm::ArrayRef<ExprId> operands;
  std::string problem;
  uint32_t groups = 0;
  uint32_t asynchronous = 0;
  llvm::StringMap<uint32_t> labels;
  std::vector<std::pair<uint32_t, llvm::StringRef>> openLabels;
};

} // namespace ptx

#endif // PTX_MEMORY_READ_STEPREADER_H
