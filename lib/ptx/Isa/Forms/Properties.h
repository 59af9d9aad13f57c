// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_PROPERTIES_H
#define PTX_ISA_FORMS_PROPERTIES_H

#include "ptx/Isa/Names.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

// What the records say of instructions and operands besides their syntax. Properties.td explains
// it.

namespace ptx {

/// Consecutive entries of a table.
struct TableRange {
  uint32_t first;
  uint32_t count;
};

/// A text in the tables of the instruction set, by its place in one array. It is not a pointer: a
/// table of pointers has to be written to when a program or a library is loaded, unless its address
/// is fixed.
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

/// What an instruction does besides computing its results from its operands.
enum class Effect : uint8_t {
  None,
  /// Its results are not the same whenever it runs: they depend on which threads are active, or it
  /// reads a clock, tensor memory, or memory that others change.
  Varies,
  /// Something that no register and no memory shows, such as waiting for a time.
  Other,
  /// It writes memory, now or later, or orders what is done to it: a store, an atomic operation, a
  /// barrier, a fence, an asynchronous copy, an operation on an mbarrier object.
  Memory,
};

/// What an instruction does with the tensor map at an address.
enum class MapUse : uint8_t { None, Read, Acquired, Replaced };

/// By what other instructions can tell that an asynchronous operation is complete.
enum class AsyncCompletion : uint8_t {
  /// It is complete when the instruction is, or nothing tells.
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

/// The proxy by which an operation accesses memory. (Manual 8.3)
enum class AsyncProxy : uint8_t { Generic, Async, TensorMap };

/// How an instruction orders accesses. (Manual 8.4, 8.8)
enum class SyncSemantics : uint8_t { None, Relaxed, Acquire, Release, AcquireRelease, Sc };

/// The threads for which it does, each scope with those of the scopes before it. (Manual 8.5)
enum class SyncScope : uint8_t { None, Cta, Cluster, Gpu, Sys };

/// What an operand is to an asynchronous operation. Properties.td explains them.
enum class AsyncRole : uint8_t { Object, Map, Reads, Writes, Bytes, Count, Phase, Mask };
constexpr unsigned numAsyncRoles = 8;

/// What is known of a class of asynchronous operations.
struct AsyncOpInfo {
  AsyncGroup group;
  AsyncCompletion completion;
  AsyncProxy proxy;
  /// Where no word of the instruction says so.
  SyncSemantics semantics;
  SyncScope scope;
};

/// What an instruction has to do with asynchronous operations where the condition holds.
struct AsyncCase {
  uint16_t condition;
  AsyncOp op;
  /// By `AsyncRole`, the place of the operand in the form; `OperandInfo::noPlace`: there is none.
  uint8_t places[numAsyncRoles];

  uint8_t placeOf(AsyncRole role) const { return places[static_cast<unsigned>(role)]; }
};

/// The effect of an instruction where the condition holds.
struct EffectCase {
  uint16_t condition;
  Effect effect;
};

/// What an address points to.
struct ObjectInfo {
  llvm::StringLiteral what;
  /// In bytes.
  uint32_t alignment;
  /// The T-rule that says so.
  llvm::StringLiteral rule;
  /// The size of the object; 0 if it has none of its own.
  uint32_t bytes;
};

/// The values that an operand can have where the condition holds.
struct LimitInfo {
  /// What the limit is about, which decides on the diagnostic.
  Trait subject;
  uint16_t condition;
  /// It holds for modules with one of these targets.
  TargetSetId targets;
  /// Of a vector; -1: each.
  int8_t element;
  /// `INT64_MIN` and `INT64_MAX` if there is no bound.
  int64_t min;
  int64_t max;
  /// How far apart the values are.
  int64_t step;
  bool powerOfTwo;
  /// Whether a negative number is one, and not a large one.
  bool isSigned;
  TableText what;
  /// The T-rule that says so, if one does.
  TableText rule;

  bool allows(int64_t value) const;
};

const AsyncOpInfo &info(AsyncOp op);

/// What the operation has in common with others.
inline AsyncGroup groupOf(AsyncOp op) { return info(op).group; }

} // namespace ptx

#endif // PTX_ISA_FORMS_PROPERTIES_H
