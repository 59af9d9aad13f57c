// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_PROGRAM_H
#define PTX_EXECUTION_PROGRAM_H

#include "ptx/Arithmetic/FloatFunction.h"
#include "ptx/Arithmetic/VideoFunction.h"
#include "ptx/Execution/Boxes.h"
#include "ptx/Execution/Data/LaneFunctions.h"
#include "ptx/Execution/Data/Textures.h"
#include "ptx/Execution/Launch/Launch.h"
#include "ptx/Execution/Memory/ByteMemory.h"
#include "ptx/Execution/Memory/GlobalMemory.h"
#include "ptx/Isa/Forms/IntegerFunctions.h"
#include "ptx/Tensor/Maps/TensorMap.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace ptx::execution {

/// The windows of generic addresses.
namespace window {
inline constexpr uint64_t global = 0x0000'1000'0000'0000; ///< of the objects of pointer arguments
inline constexpr uint64_t globalStride = 0x0000'0010'0000'0000;
inline constexpr uint64_t variables =
    0x0000'0800'0000'0000; ///< of `.global` and `.const` variables
/// Of functions: one every 16 bytes.
inline constexpr uint64_t functions = 0x0000'0400'0000'0000;
inline constexpr uint64_t functionStride = 16;
/// Of the handles of textures, samplers and surfaces: addresses without memory.
inline constexpr uint64_t textures = 0x0000'0200'0000'0000;
inline constexpr uint64_t textureStride = 64;
inline constexpr uint64_t param = 0x0000'7D00'0000'0000;
inline constexpr uint64_t local = 0x0000'7E00'0000'0000;
/// The end of the memory that `alloca` allocates, relative to `local`.
inline constexpr uint64_t stackEnd = 0x8000'0000;
inline constexpr uint64_t shared = 0x0000'7F00'0000'0000;
inline constexpr uint64_t size = 0x0000'0001'0000'0000;
/// The position of the rank of the CTA in a shared address.
inline constexpr unsigned rankShift = 24;
/// The start of the shared variables of a CTA.
inline constexpr uint64_t firstShared = 1024;
} // namespace window

/// One element of an operand.
struct Slot {
  enum class Kind : uint8_t { Register, Number, Shared, Local, Special, Sink };
  Kind kind = Kind::Sink;
  bool negated = false;
  uint8_t component = 0; ///< of a special register
  uint8_t width = 0;     ///< of a register, in bits
  uint32_t index = 0;    ///< of a register; the special register
  uint64_t number = 0;   ///< added to a register, or to a shared or local address

  bool isRegister() const { return kind == Kind::Register; }
};

/// An instruction, decoded.
struct Operation {
  static constexpr uint32_t none = ~0u;

  const Signature *signature = nullptr;
  const InstrView *view = nullptr; ///< null at the end of a routine
  Action action{};
  AsyncOp async{};
  /// The semantics of its accesses, and their scope.
  Semantics semantics = Semantics::Weak;
  MemoryScope scope = MemoryScope::Thread;
  ResultPart part = ResultPart::Low;
  CompareOp comparison = CompareOp::Other;
  LaneFunction laneFunction = LaneFunction::None;
  /// The function of floating-point numbers that it computes; null if there is none, or if it is
  /// not implemented.
  std::shared_ptr<const FloatFunction> function;
  std::shared_ptr<const VideoFunction> video; ///< of a video instruction, else null
  /// The last type among the modifiers, and the one before it.
  TypeId type{}, firstType{};
  uint8_t width = 32, resultWidth = 32;
  uint8_t lanes = 1, laneWidth = 32; ///< of the last type
  bool isSigned = false, isFloat = false, aligned = false, guardNegated = false;
  /// Whether results are computed that the manual leaves open, or bounds.
  bool isCompleted = false;
  /// Whether its data are not followed although all are known, so that no execution goes past it.
  bool isUnsupported = false;
  /// Whether it accesses registers that asynchronous operations read or write.
  bool isWatched = false;
  /// Whether it stores what a floating-point instruction can have computed.
  bool storesFloats = false;
  /// The state space of its addresses by its modifiers.
  enum class Space : uint8_t { Generic, Global, Shared, Local, Param };
  Space space = Space::Generic;
  uint32_t guard = none;
  uint32_t addresses = 0;    ///< bit n: operand n is in brackets
  uint32_t ownAddresses = 0; ///< bit n: operand n is an address of the executing CTA's memory
  uint32_t target = none;
  uint32_t callee = none;
  uint32_t table = none; ///< of `brx.idx`
  /// Where the paths from a branch converge; `none` if they do not.
  uint32_t join = none;
  SourceRange range;
  uint32_t line = 0;

  bool has(Modifier word) const { return view->has(word); }
  bool has(Trait trait) const { return view->form->has(trait); }
  bool branches() const { return has(Trait::Branches); }
  bool calls() const { return has(Trait::Calls); }
  /// Whether it ends the thread as an error.
  bool traps() const { return has(Trait::EndsControl) && !has(Trait::EndsThread); }
  /// Whether its results depend only on its operands, or on those of the warp.
  bool computes() const {
    bool isOfAddress = action == Action::MapAddress || action == Action::RankOfAddress;
    bool isFunction = action != Action::None && action <= Action::OtherFunction;
    return (isFunction && !isOfAddress) || action == Action::WarpMatrix;
  }
  bool releases() const {
    return semantics >= Semantics::Release; // and acquire-release, and sequentially consistent
  }
  bool acquires() const {
    return semantics == Semantics::Acquire || semantics >= Semantics::AcquireRelease;
  }
};

/// A parameter or result of a function, or an argument of a call.
struct Passed {
  static constexpr uint64_t nowhere = ~uint64_t(0);
  uint64_t first = nowhere; ///< in the parameter window; `nowhere` if it is not in memory
  uint64_t bytes = 0;       ///< of a parameter or result
  Slot slot;                ///< if it is not in memory

  bool isMemory() const { return first != nowhere; }
};

/// A function, decoded.
struct Routine {
  std::string name;
  uint32_t first = 0, end = 0; ///< operations
  llvm::SmallVector<Passed, 4> parameters, results;
  bool hasBody = false;
  /// Its registers, and its part of the parameter window with the arguments of its calls.
  uint32_t firstRegister = 0, endRegister = 0;
  uint64_t firstParameter = 0, endParameter = 0;
};

/// A call: the routine, or the operand with its address, and the arguments and results of the
/// caller.
struct CallSite {
  uint32_t routine = Operation::none;
  std::optional<Slot> address;
  llvm::SmallVector<Passed, 4> arguments, results;
};

/// A shared variable.
struct SharedVariable {
  std::string name;
  uint64_t first, bytes;
  bool isDynamic = false;
  TypeId type = TypeId::b8; ///< of its elements
};

/// The name of a register, for those that look at an execution.
struct RegisterName {
  std::string text;
  TypeId type = TypeId::b64;
};

/// A parameter or a local variable of a function.
struct NamedPlace {
  std::string name;
  StateSpace space;
  uint32_t routine;
  uint64_t first, bytes;
  TypeId type; ///< of its elements
};

/// A texture, a sampler or a surface of a launch.
struct BoundTexture {
  std::string name;
  uint64_t base; ///< the address of the array
  std::shared_ptr<const TextureForm> form;
};

/// A kernel and the functions that it calls, decoded once for a launch.
struct Program {
  std::vector<Operation> operations;
  std::vector<Slot> slots;
  std::vector<uint32_t> slotStarts;                         ///< by operand, over all operations
  std::vector<std::pair<uint32_t, uint32_t>> operandRanges; ///< by operation: first operand, count
  std::vector<Routine> routines;
  std::vector<CallSite> calls;
  std::vector<std::vector<uint32_t>> tables;
  std::vector<SharedVariable> shared;
  std::vector<uint8_t> registerWidths;
  /// If all data are known: the names of the registers that the text uses, and the variables.
  std::vector<RegisterName> registerNames;
  std::vector<NamedPlace> namedPlaces;
  bool replacesMaps = false;   ///< whether it changes tensor maps
  bool allocatesStack = false; ///< whether it has an `alloca`
  /// Whether it names a register that is declared outside of functions.
  bool usesModuleRegisters = false;
  /// Whether no number among the arguments is assumed, so that global addresses are exact.
  bool knowsArguments = true;
  /// Whether an argument of 64 bits without a value is assumed to be a pointer: it can be a number.
  bool assumesPointers = false;
  /// The upper halves of registers of 128 bits.
  llvm::DenseMap<uint32_t, uint32_t> upperHalves;
  uint32_t carry = 0;       ///< the register that holds the carry flag
  uint32_t entry = 0;       ///< routine
  uint64_t sharedBytes = 0; ///< the end of the shared memory of a CTA
  uint64_t localBytes = 0, paramBytes = 0;
  uint64_t localAlignment = 16; ///< the greatest alignment of local variables, at least 16
  ByteMemory parameters;        ///< of the entry
  /// A structure argument of the entry without a description.
  struct UnknownStructure {
    uint64_t first, bytes;
    uint64_t object; ///< to which its first 8 bytes point, if they are loaded as one
  };
  llvm::SmallVector<UnknownStructure, 4> structures;
  /// The numbers that the launch specifies.
  struct GivenField {
    uint64_t first;
    unsigned bytes;
    uint64_t value;
  };
  llvm::SmallVector<GivenField, 4> fields;
  uint64_t otherArguments = 0; ///< for integers that are not specified
  GlobalMemory global;         ///< when the kernel is launched
  /// The objects to which pointers in structures point: the address, and the place as `0+16`.
  std::map<uint64_t, std::string> pointerPlaces;
  /// If all data are known: the parameters without a value, or with one that does not fit, and the
  /// reasons why the launch is not executed.
  std::vector<std::string> argumentProblems, unsupported;
  /// The mnemonics of the operations that are not supported.
  llvm::DenseMap<uint32_t, std::string> unsupportedNames;
  /// The bytes of a box, by the parameter address of its tensor map.
  std::map<uint64_t, uint64_t> boxes;
  /// The tensor maps of arguments, by generic address.
  std::map<uint64_t, TensorMap> maps;
  /// The textures, samplers and surfaces, by handle: of an argument, or the address of a variable.
  std::map<uint64_t, BoundTexture> textures;
  /// The boxes that an execution showed.
  DerivedBoxes derivedBoxes;
  /// The registers that each operation reads and writes.
  std::vector<llvm::SmallVector<uint32_t, 4>> reads, writes;

  unsigned operandCount(uint32_t pc) const { return operandRanges[pc].second; }
  llvm::ArrayRef<Slot> operand(uint32_t pc, unsigned i) const {
    uint32_t at = operandRanges[pc].first + i;
    return llvm::ArrayRef(slots).slice(slotStarts[at], slotStarts[at + 1] - slotStarts[at]);
  }
  /// The number of the operand that has `id`; none if it is not there.
  std::optional<unsigned> findOperand(uint32_t pc, OperandId id) const;
  /// Bytes of the parameters of the entry. In a structure without a description, 8 bytes that are
  /// loaded as one are a pointer, and fewer bytes are a number.
  Value argument(uint64_t offset, unsigned bytes) const;
  /// The name of a shared address for messages: `tile+64`.
  std::string nameOfShared(uint64_t offset) const;
  /// A shared address that can be outside of all variables, in words: "1152, directly after
  /// `tile`,".
  std::string placeOfShared(uint64_t offset) const;
};

/// Decodes the entry of `launch` and all functions that it calls.
Program decode(const CheckedSource &checked, const CompleteLaunch &launch);

/// Whether the operation changes nothing but registers and global memory.
bool isPure(const Operation &op);

/// The code that a branch skips. If the condition is unknown and the code affects only registers,
/// it can be skipped.
struct Region {
  bool isPure = false;
  bool writesLocal = false; ///< or parameters of calls
  bool writesGlobal = false;
  std::vector<uint32_t> written; ///< the written registers
};
Region regionOf(const Program &program, uint32_t branch);

/// Sets `Operation::join` of the branches of a routine: their immediate post-dominators.
void findJoins(Program &program, const Routine &routine);

/// Sets `Operation::storesFloats`.
void findFloatStores(Program &program);

} // namespace ptx::execution

#endif // PTX_EXECUTION_PROGRAM_H
