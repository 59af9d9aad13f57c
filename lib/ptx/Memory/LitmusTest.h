// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_LITMUSTEST_H
#define PTX_MEMORY_LITMUSTEST_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// A litmus test: threads, what is in memory before they start, and a condition on what they leave.
// Both readers make one; the events of the memory model are made of it.

namespace ptx {

/// What a memory operation or fence orders. (Manual 8.4)
enum class Semantics : uint8_t { Weak, Relaxed, Acquire, Release, AcquireRelease, Sc };
llvm::StringRef semanticsName(Semantics semantics);
/// That called `name`.
std::optional<Semantics> findSemantics(llvm::StringRef name);

/// The threads that an operation can synchronize with. (Manual 8.5) `Thread` is that of weak
/// operations, which specify none.
enum class MemoryScope : uint8_t { Thread, Cta, Cluster, Gpu, System };
llvm::StringRef scopeName(MemoryScope scope);
/// That called `name`.
std::optional<MemoryScope> findScope(llvm::StringRef name);

/// A method of memory access. (Manual 8.6)
enum class Proxy : uint8_t { Generic, Texture, Surface, Constant, Async, TensorMap };
llvm::StringRef proxyName(Proxy proxy);

/// What is computed, by an instruction or within an atomic operation.
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
  /// Of an mbarrier object: one arrival, as many as an operand says expected to come, bytes
  /// expected and bytes complete. (Manual 9.7.13.15)
  MbarrierArrive,
  MbarrierExpect,
  MbarrierComplete,
  MbarrierArriveExpect,
};

/// Where the parts of the state of an mbarrier object begin, in bits, in an order of our own, since
/// the manual leaves it open: the pending arrivals, those of the next phase, the bytes that are
/// still to come, the phase. (Manual 9.7.13.15.2)
struct MbarrierState {
  static constexpr unsigned pending = 0, next = 20, bytes = 40, phase = 63;
  static constexpr unsigned countWidth = next - pending, bytesWidth = phase - bytes;
};

/// An operand: a register by its number, the address of a variable, or a number.
struct LitmusValue {
  enum class Kind : uint8_t { Number, Register, Address };
  Kind kind = Kind::Number;
  /// Of a register its number in the thread, of an address that of the variable.
  uint32_t index = 0;
  /// The number, or what is added to the address.
  uint64_t number = 0;

  static LitmusValue ofNumber(uint64_t number) { return {Kind::Number, 0, number}; }
  static LitmusValue ofRegister(uint32_t index) { return {Kind::Register, index, 0}; }
  static LitmusValue ofAddress(uint32_t variable, uint64_t offset = 0) {
    return {Kind::Address, variable, offset};
  }
  bool isRegister() const { return kind == Kind::Register; }
  /// The same and `added`.
  LitmusValue plus(uint64_t added) const { return {kind, index, number + added}; }
};

/// What a fence orders: with `MbarrierInits`, only initializations of mbarrier objects before it.
/// (Manual 9.7.13.4)
enum class FencedMemory : uint8_t { All, Global, Shared, MbarrierInits };

/// The size of a tensor map, and the only one of an acquiring fence of its proxy. (Manual 5.5.8,
/// 9.7.13.4)
inline constexpr unsigned tensorMapBytes = 128;

/// What a barrier computes of the predicates of its threads. (Manual 9.7.13.1)
enum class BarrierReduction : uint8_t { None, Count, All, Any };

/// One step of a thread.
struct LitmusStep {
  enum class Kind : uint8_t {
    Compute, ///< result = operation(operands)
    Load,    ///< result = memory at address
    Store,   ///< memory at address = operands[0]
    Atomic,  ///< a read, then a write of operation(what was read, operands)
    Fence,   ///< a memory fence operation
    /// Of one proxy and the generic one. One with a semantics orders what the generic proxy writes
    /// before a release with what the other reads after an acquire. (Manual 9.7.13.4)
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
  /// Of values, in bits; of a memory operation a multiple of 8.
  uint8_t width = 64;
  bool negated = false;
  /// Of an atomic operation: it returns nothing (`red`).
  bool isReduction = false;
  /// Of a barrier: it does not wait.
  bool isArrival = false;
  /// Of a barrier: what its result is, of the predicates that the threads contribute, or of their
  /// opposites if `negated`.
  BarrierReduction reduction = BarrierReduction::None;
  std::optional<LitmusValue> contribution = std::nullopt;
  /// Of a fence. One of a proxy that acquires is about `tensorMapBytes` from `address` on.
  FencedMemory fenced = FencedMemory::All;
  /// Of a store: it initializes an mbarrier object.
  bool isMbarrierInit = false;
  /// Done by hardware on behalf of the thread: after the steps before it that it depends on, and
  /// not in program order. (Manual 8.9.1.1) Steps of one number follow each other.
  uint32_t asynchronous = 0;
  std::optional<uint32_t> result = std::nullopt;
  LitmusValue address = {};
  std::vector<LitmusValue> operands = {};
  /// A predicate register that has to be 1, or 0 if `guardNegated`.
  std::optional<uint32_t> guard = std::nullopt;
  bool guardNegated = false;
  /// Of a branch: the number of a step, perhaps that after the last.
  uint32_t target = 0;
  /// Of a barrier: how many threads it takes; none: all that have it.
  std::optional<LitmusValue> quorum = std::nullopt;
  /// Steps of one number other than 0 are of one instruction whose parts have no order. (Manual
  /// 8.2.4)
  uint32_t unordered = 0;
  /// As the source has it, and where; steps of one instruction have the same range.
  std::string text = {};
  SourceRange range{};
  uint32_t line = 0; ///< from 1 on
};

/// A thread, and which part of the machine it runs on.
struct LitmusThread {
  std::string name;
  uint32_t cta = 0;
  uint32_t cluster = 0;
  uint32_t gpu = 0;
  std::vector<LitmusStep> steps;
  std::vector<std::string> registers;
  /// By register; those that are not set begin as 0.
  std::vector<std::optional<LitmusValue>> initial;
  std::vector<uint8_t> registerBytes;

  /// The register, which is new with `bytes` if there is none of the name.
  uint32_t registerNamed(llvm::StringRef name, uint8_t bytes = 4);
};

/// A name for memory: a virtual address. Names of the same `object` are aliases. (Manual 8.2.2)
struct LitmusVariable {
  std::string name;
  /// The first name of the memory.
  uint32_t object = 0;
  /// The first name with the same virtual address: that itself, unless it is a name by which
  /// another proxy accesses it.
  uint32_t address = 0;
  uint32_t bytes = 8;
  /// Of one element of an array.
  uint32_t elementBytes = 8;
  uint64_t value = 0;
  /// Elements of an array: the values beyond the first 8 bytes.
  std::vector<uint8_t> contents;
  /// Shared memory: each CTA has its own. The CTA that it is of.
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

/// What a test asks of its condition.
enum class Quantifier : uint8_t { Exists, NotExists, Forall };

/// A litmus test.
struct LitmusTest {
  std::string name;
  std::vector<LitmusVariable> variables;
  std::vector<LitmusThread> threads;
  Quantifier quantifier = Quantifier::Exists;
  LitmusCondition condition;
  /// Executions in which it does not hold are not looked at.
  LitmusCondition filter;
  /// Whether barriers without a number of threads wait for the whole CTA, as PTX says, or only for
  /// those threads that have the barrier, as the dialect of Dat3M does.
  bool barriersTakeCta = true;
  /// Whether the threads are PTX, and not in the dialect of Dat3M, which has more fences.
  bool isPtx = true;

  /// Adds a variable that is not an alias.
  uint32_t addVariable(llvm::StringRef name);
  std::optional<uint32_t> findVariable(llvm::StringRef name) const;
  std::optional<uint32_t> findThread(llvm::StringRef name) const;
};

/// What the solver looks for: the condition, of `forall` that it does not hold.
std::string questionText(const LitmusTest &test);
/// `condition` as a text of the input.
std::string conditionText(const LitmusTest &test, const LitmusCondition &condition);

} // namespace ptx

#endif // PTX_MEMORY_LITMUSTEST_H
