// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_LITMUSTEST_H
#define PTX_MEMORY_LITMUSTEST_H

#include "ptx/Isa/Forms/Properties.h"
#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// A litmus test: threads, the initial contents of memory, and a condition on the final state. Both
// readers create one; the events of the memory model are derived from it.

namespace ptx {

/// Their names, as PTX and the dialect of litmus tests spell them.
llvm::StringRef semanticsName(Semantics semantics);
llvm::StringRef scopeName(MemoryScope scope);
llvm::StringRef proxyName(Proxy proxy);
std::optional<Semantics> findSemantics(llvm::StringRef name);
std::optional<MemoryScope> findScope(llvm::StringRef name);

/// The computation of an instruction or of an atomic operation.
enum class Operation : uint8_t {
  Move,
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  Not,
  ShiftLeft,
  ShiftRight,
  Min,
  Max,
  MinSigned,
  MaxSigned,
  Increment,
  Decrement,
  Exchange,
  CompareAndSwap,
  Select,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  LessSigned,
  LessEqualSigned,
  GreaterSigned,
  GreaterEqualSigned,
  /// Operations on an mbarrier object. The operand is the number of arrivals, or of expected or
  /// completed bytes. `MbarrierArriveExpect` is one arrival and expects bytes. (Manual 9.7.13.15)
  MbarrierArrive,
  MbarrierExpect,
  MbarrierComplete,
  MbarrierArriveExpect,
};

/// The bit offsets of the fields of an mbarrier object: the pending arrivals, the arrivals of the
/// next phase, the pending bytes, and the phase. The layout is our own, since the manual does not
/// specify it. (Manual 9.7.13.15.2)
struct MbarrierState {
  static constexpr unsigned pending = 0, next = 20, bytes = 40, phase = 63;
  static constexpr unsigned countWidth = next - pending, bytesWidth = phase - bytes;
};

/// An operand: a register by its number, the address of a variable, or a number.
struct LitmusValue {
  enum class Kind : uint8_t { Number, Register, Address };
  Kind kind = Kind::Number;
  /// The number of the register in the thread, or of the variable of an address.
  uint32_t index = 0;
  /// The number, or the offset from the address.
  uint64_t number = 0;

  static LitmusValue ofNumber(uint64_t number) { return {Kind::Number, 0, number}; }
  static LitmusValue ofRegister(uint32_t index) { return {Kind::Register, index, 0}; }
  static LitmusValue ofAddress(uint32_t variable, uint64_t offset = 0) {
    return {Kind::Address, variable, offset};
  }
  bool isRegister() const { return kind == Kind::Register; }
  /// The same value plus `added`.
  LitmusValue plus(uint64_t added) const { return {kind, index, number + added}; }
};

/// The memory that a fence orders. `MbarrierInits`: only earlier initializations of mbarrier
/// objects. (Manual 9.7.13.4)
enum class FencedMemory : uint8_t { All, Global, Shared, MbarrierInits };

/// The size of a tensor map, and the only size that an acquiring fence of the tensormap proxy can
/// have. (Manual 5.5.8, 9.7.13.4)
inline constexpr unsigned tensorMapBytes = 128;

/// The reduction of a barrier over the predicates of its threads. (Manual 9.7.13.1)
enum class BarrierReduction : uint8_t { None, Count, All, Any };

/// One step of a thread.
struct LitmusStep {
  enum class Kind : uint8_t {
    Compute, ///< result = operation(operands)
    Load,    ///< result = memory at address
    Store,   ///< memory at address = operands[0]
    Atomic,  ///< a read, then a write of operation(value read, operands)
    Fence,   ///< a memory fence operation
    /// A fence between a proxy and the generic one. With a semantics, it orders writes by the
    /// generic proxy before a release with reads by the other proxy after an acquire. (Manual
    /// 9.7.13.4)
    ProxyFence,
    AliasFence, ///< `fence.proxy.alias`
    Barrier,    ///< an arrival at a barrier, and unless `isArrival` a wait
    ClusterArrive,
    ClusterWait,
    Branch, ///< to `target` if operands[0] is not 0, or is 0 if `negated`
    Exit,
  };
  Kind kind = Kind::Compute;
  Semantics semantics = Semantics::Weak;
  MemoryScope scope = MemoryScope::Thread;
  Proxy proxy = Proxy::Generic;
  Operation operation = Operation::Move;
  /// The width of values in bits. For memory operations, a multiple of 8.
  uint8_t width = 64;
  bool negated = false;
  /// Atomic operations: there is no result (`red`).
  bool isReduction = false;
  /// Barriers: arrive without waiting.
  bool isArrival = false;
  /// Barriers: the reduction over the predicates that the threads contribute, which are inverted if
  /// `negated`.
  BarrierReduction reduction = BarrierReduction::None;
  std::optional<LitmusValue> contribution = std::nullopt;
  /// Fences: the ordered memory. An acquiring proxy fence applies to `tensorMapBytes` bytes at
  /// `address`.
  FencedMemory fenced = FencedMemory::All;
  /// Stores: initializes an mbarrier object.
  bool isMbarrierInit = false;
  /// Not 0 if hardware performs the step on behalf of the thread: after the earlier steps that it
  /// depends on, but not in program order. (Manual 8.9.1.1) Steps with the same number are ordered.
  uint32_t asynchronous = 0;
  std::optional<uint32_t> result = std::nullopt;
  LitmusValue address = {};
  std::vector<LitmusValue> operands = {};
  /// A predicate register that must be 1, or 0 if `guardNegated`.
  std::optional<uint32_t> guard = std::nullopt;
  bool guardNegated = false;
  /// Branches: the number of the target step, or one past the last step.
  uint32_t target = 0;
  /// Barriers: the number of participating threads; none: see `barriersTakeCta`.
  std::optional<LitmusValue> quorum = std::nullopt;
  /// Steps with the same number other than 0 belong to one instruction whose parts are unordered.
  /// (Manual 8.2.4)
  uint32_t unordered = 0;
  /// The text and the range in the source. Steps of one instruction have the same range.
  std::string text = {};
  SourceRange range{};
  uint32_t line = 0; ///< from 1 on
};

/// A thread and its location in the machine.
struct LitmusThread {
  std::string name;
  uint32_t cta = 0;
  uint32_t cluster = 0;
  uint32_t gpu = 0;
  std::vector<LitmusStep> steps;
  std::vector<std::string> registers;
  /// The initial value of each register; 0 if it is not set.
  std::vector<std::optional<LitmusValue>> initial;
  std::vector<uint8_t> registerBytes;

  /// The register called `name`, if a step or the initial state names it.
  std::optional<uint32_t> findRegister(llvm::StringRef name) const;
  /// The register called `name`. Creates one of size `bytes` if it does not exist.
  uint32_t registerNamed(llvm::StringRef name, uint8_t bytes = 4);
};

/// A name for memory: a virtual address. Names of the same `object` are aliases. (Manual 8.2.2)
struct LitmusVariable {
  std::string name;
  /// The variable that first named this memory.
  uint32_t object = 0;
  /// The first variable with the same virtual address. This is the variable itself, unless it names
  /// the memory for accesses by another proxy.
  uint32_t address = 0;
  uint32_t bytes = 8;
  /// The size of an array element.
  uint32_t elementBytes = 8;
  uint64_t value = 0;
  /// The values of array elements beyond the first 8 bytes.
  std::vector<uint8_t> contents;
  /// Whether nothing says what it contains at the start, which is then taken as 0: a variable in
  /// `.shared`. (Manual 8.2.6)
  bool isUninitialized = false;
  /// The CTA that owns the variable, if it is in shared memory.
  std::optional<uint32_t> cta;
};

/// A condition on the final state.
struct LitmusCondition {
  enum class Kind : uint8_t { True, Compare, And, Or, Not };
  /// One side of a comparison.
  struct Term {
    enum class Kind : uint8_t { Number, Register, Memory };
    Kind kind = Kind::Number;
    uint32_t thread = 0;
    uint32_t index = 0;  ///< of the register or variable
    uint64_t number = 0; ///< or, of memory, the offset in bytes
    uint8_t bytes = 8;
  };
  Kind kind = Kind::True;
  Operation comparison = Operation::Equal;
  Term left, right;
  std::vector<LitmusCondition> parts;
};

/// The quantifier of the condition.
enum class Quantifier : uint8_t { Exists, NotExists, Forall };

/// A litmus test.
struct LitmusTest {
  std::string name;
  std::vector<LitmusVariable> variables;
  std::vector<LitmusThread> threads;
  Quantifier quantifier = Quantifier::Exists;
  LitmusCondition condition;
  /// Executions that do not satisfy the filter are ignored.
  LitmusCondition filter;
  /// Whether barriers without a thread count wait for the whole CTA, as in PTX, or only for the
  /// threads that contain the barrier, as in the dialect of Dat3M.
  bool barriersTakeCta = true;
  /// Whether the threads are PTX. The alternative is the dialect of Dat3M, which has more fences.
  bool isPtx = true;

  /// Adds a variable that is not an alias.
  uint32_t addVariable(llvm::StringRef name);
  std::optional<uint32_t> findVariable(llvm::StringRef name) const;
  std::optional<uint32_t> findThread(llvm::StringRef name) const;
};

/// The question for the solver in words: the condition, or its negation for `forall`.
std::string questionText(const LitmusTest &test);
/// `condition` in the syntax of the input.
std::string conditionText(const LitmusTest &test, const LitmusCondition &condition);

} // namespace ptx

#endif // PTX_MEMORY_LITMUSTEST_H
