// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_PROPERTIES_H
#define PTX_ISA_FORMS_PROPERTIES_H

#include "ptx/Isa/Names.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

// Properties of instructions and operands other than their syntax. Properties.td explains them.

namespace ptx {

/// Consecutive entries of a table.
struct TableRange {
  uint32_t first;
  uint32_t count;
};

/// A text in the tables of the instruction set, as an offset into one array. Pointers would require
/// relocations when a program or library is loaded.
class TableText {
public:
  constexpr TableText(uint32_t first, uint32_t size) : first(first), size(size) {}

  operator llvm::StringRef() const { return text(); }
  llvm::StringRef text() const;
  std::string str() const { return text().str(); }
  bool empty() const { return size == 0; }

  friend bool operator==(TableText a, TableText b) { return a.text() == b.text(); }
  friend bool operator==(TableText a, llvm::StringRef b) { return a.text() == b; }

private:
  uint32_t first;
  uint32_t size;
};

/// The bit of a trait in a set of traits.
constexpr uint64_t traitBit(Trait trait) { return uint64_t(1) << static_cast<unsigned>(trait); }

/// Effects of an instruction other than computing results from operands.
enum class Effect : uint8_t {
  None,
  /// Its results are not a function of its operands: they depend on the active threads, a clock,
  /// tensor memory, or memory that others modify.
  Varies,
  /// An effect that is not visible in registers or memory, such as waiting for a time.
  Other,
  /// It writes memory, possibly asynchronously, or orders memory accesses: a store, an atomic
  /// operation, a barrier, a fence, an asynchronous copy, an operation on an mbarrier object.
  Memory,
};

/// The use of the tensor map at an address.
enum class MapUse : uint8_t { None, Read, Acquired, Replaced };

/// How other instructions observe the completion of an asynchronous operation.
enum class AsyncCompletion : uint8_t {
  /// It is complete with the instruction, or its completion cannot be observed.
  None,
  /// A phase of the mbarrier object that it names.
  Mbarrier,
  /// A wait for groups, of bulk copies, of other copies, of products of a warpgroup.
  BulkGroup,
  CopyGroup,
  WgmmaGroup,
  /// A phase of the mbarrier object that a `tcgen05.commit` names.
  TensorCommit,
  /// `tcgen05.wait::ld` and `tcgen05.wait::st`.
  TensorWaitLoad,
  TensorWaitStore,
};

/// The method by which an operation accesses memory. (Manual 8.6)
enum class Proxy : uint8_t { Generic, Texture, Surface, Constant, Async, TensorMap };

/// The order that an operation on memory imposes. (Manual 8.4) Of fences `AcquireRelease` and `Sc`;
/// `Weak` also for instructions that order nothing.
enum class Semantics : uint8_t { Weak, Relaxed, Acquire, Release, AcquireRelease, Sc };

/// The threads that an operation can synchronize with. (Manual 8.5) `Thread` is the scope of weak
/// operations, which specify none.
enum class MemoryScope : uint8_t { Thread, Cta, Cluster, Gpu, Sys };

/// The effect of an instruction on the mbarrier object that it names. (Manual 9.7.13.15)
enum class ObjectEffect : uint8_t {
  None,
  Initialize,
  Invalidate,
  /// One or more arrivals that a phase waits for, perhaps at a later time.
  Arrive,
  /// More bytes that the phase waits for.
  ExpectBytes,
  /// The completion of bytes, perhaps at a later time.
  CompleteBytes,
  Wait,
};

/// What an operand is to an asynchronous operation. Properties.td explains them.
enum class AsyncRole : uint8_t { Object, Map, Reads, Writes, Bytes, Count, Phase, Mask };
constexpr unsigned numAsyncRoles = 8;

/// The record of a class of asynchronous operations.
struct AsyncOpInfo {
  AsyncGroup group;
  AsyncCompletion completion;
  Proxy proxy;
  /// The scope, if no modifier of the instruction gives one.
  MemoryScope scope;
  ObjectEffect objectEffect;
};

/// The role of an instruction in asynchronous operations, if the condition holds.
struct AsyncCase {
  uint16_t condition;
  AsyncOp op;
  /// The semantics, if no modifier of the instruction gives them.
  Semantics semantics;
  /// By `AsyncRole`, the place of the operand in the form; `OperandInfo::noPlace`: there is none.
  uint8_t places[numAsyncRoles];

  uint8_t placeOf(AsyncRole role) const { return places[static_cast<unsigned>(role)]; }
};

/// The effect of an instruction where the condition holds.
struct EffectCase {
  uint16_t condition;
  Effect effect;
};

/// The object that an address refers to.
struct ObjectInfo {
  llvm::StringLiteral what;
  /// In bytes: the alignment by the manual, and the alignment that devices require.
  uint32_t alignment, deviceAlignment;
  /// The T-rule with this requirement.
  llvm::StringLiteral rule;
  /// The size of the object; 0 if it has no fixed size.
  uint32_t bytes;
};

/// The legal values of an operand, if the condition holds.
struct LimitInfo {
  /// The kind of limit, which determines the diagnostic.
  Trait subject;
  uint16_t condition;
  /// The limit applies to modules with one of these targets.
  TargetSetId targets;
  /// The index of an element of a vector; -1 means each element.
  int8_t element;
  /// `INT64_MIN` and `INT64_MAX` if there is no bound.
  int64_t min;
  int64_t max;
  /// The distance between values.
  int64_t step;
  bool powerOfTwo;
  /// Whether the value is signed.
  bool isSigned;
  TableText what;
  /// The T-rule with this limit, if any.
  TableText rule;

  bool allows(int64_t value) const;
};

const AsyncOpInfo &info(AsyncOp op);

/// The group of the operation.
inline AsyncGroup groupOf(AsyncOp op) { return info(op).group; }

} // namespace ptx

#endif // PTX_ISA_FORMS_PROPERTIES_H
