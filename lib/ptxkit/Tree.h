// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_TREE_H
#define PTXKIT_TREE_H

#include "ptxkit/Diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The parts of a checked source. All classes are small views, cheap to copy, and valid as long as
// the `Check` that returned them. The same holds for the text that they return.

namespace ptxkit {

namespace detail {
struct Body;
struct State;
} // namespace detail

/// How the bits of a type are read. (Manual 5.2)
enum class TypeKind : uint8_t { Bits, Unsigned, Signed, Float, Predicate, Opaque };

/// A type of PTX.
struct Type {
  /// Without the dot: `u32`.
  std::string_view name;
  TypeKind kind = TypeKind::Bits;
  /// In bits, all lanes of a packed type together; 0 for opaque types.
  unsigned width = 0;
  /// How many values are packed in one: 2 for `f16x2`.
  unsigned lanes = 1;
};

/// What a name refers to.
enum class SymbolKind : uint8_t {
  Register,
  SpecialRegister,
  Variable,  ///< in memory
  Parameter, ///< of a function or entry, in memory or, of a function, a register
  Function,  ///< `.func`
  Entry,     ///< `.entry`
  Label,
  List, ///< the label of `.branchtargets`, `.calltargets` or `.callprototype`
};

/// A declared name, or a special register.
struct Symbol {
  SymbolKind kind = SymbolKind::Variable;
  /// The declared name; for `%r<100>`, the part before the number.
  std::string_view name;
  /// The range of the name in its declaration; empty for a special register.
  Range range;
  /// With the dot: `.shared`; empty if this is not a variable.
  std::string_view space;
  /// None if this is not a variable.
  std::optional<Type> type;
  /// 2 or 4 for a vector, else 1.
  unsigned vectorLength = 1;
  /// In bytes; 0 if this is not in memory.
  uint64_t alignment = 0;
  /// In bytes, including all dimensions; 0 if unknown.
  uint64_t bytes = 0;
  /// The number of registers that `%r<100>` declares; 0 for a single name.
  uint32_t count = 0;
};

/// A directive that declares no name, such as `.pragma "nounroll";`, `.maxntid 128` or
/// `.loc 1 12 7`.
struct Directive {
  /// The keyword, with its dot.
  std::string_view name;
  Range range;
};

/// A comment, or a line marker of a preprocessor: `# 12 "kernel.cu"`.
struct Comment {
  Range range;
  bool isLineMarker = false;
};

/// What an operand is.
enum class OperandKind : uint8_t {
  Register,
  SpecialRegister, ///< `%tid.x`
  Immediate,       ///< a number, or a constant expression
  Variable,        ///< the name of a variable or parameter, perhaps with an offset
  Address,         ///< `[%rd1+16]`
  Vector,          ///< `{a, b}`
  Pair,            ///< `p|q`
  Function,
  Label,
  Arguments, ///< `(a, b)` of a call
  Sink,      ///< `_`
  Other,
};

/// An operand of an instruction, or a part of one.
class Operand {
public:
  OperandKind kind() const;
  /// The source text.
  std::string_view text() const;
  Range range() const;

  /// The operand's name in the syntax line of the instruction, such as `d` or `a-desc`; empty if
  /// the instruction has an error.
  std::string_view role() const;
  /// Whether the instruction writes it.
  bool isWritten() const;
  /// The type that the instruction reads or writes: the result of `mul.wide.u32` is a `u64`. For a
  /// vector, the type of each element. If the instruction does not determine it, the declared type.
  /// None if there is no type, or if the instruction has an error.
  std::optional<Type> type() const;
  /// The number of bits that the instruction reads or writes: the width of the type times the
  /// number of elements of a vector; 0 without a type.
  unsigned width() const;
  /// The value of an operand that is read, if it is known and has at most 64 bits: a number, or a
  /// register with the same value on every path to the instruction.
  std::optional<uint64_t> value() const;
  /// The symbol to which the name in the operand refers.
  std::optional<Symbol> symbol() const;
  /// The number of the register, if its symbol declares several: 2 for `%rd2` of `%rd<9>`.
  std::optional<uint32_t> number() const;
  /// The elements of a vector or an argument list, the parts of an address in brackets, or both
  /// sides of a pair; otherwise empty.
  std::vector<Operand> parts() const;

private:
  friend class Instruction;
  Operand(const detail::Body &body, uint32_t instruction, uint32_t expression)
      : body(&body), instruction(instruction), expression(expression) {}

  static constexpr uint32_t none = ~0u;
  const detail::Body *body;
  uint32_t instruction;
  uint32_t expression;
  uint32_t expected = none;       // index of the operand of the form
  uint32_t placeCount = 0;        // how many operands of the form are in the brackets
  uint32_t elements = 0;          // of the vector that it is an element of
  bool isPairedPredicate = false; // the predicate after `|`
};

/// Whether and how an instruction is predicated: `@p` or `@!p`.
struct Guard {
  std::string_view name;
  bool negated = false;
  /// Of the name.
  Range range;
  /// The symbol to which the name refers, and the number of the register, as of an operand.
  std::optional<Symbol> symbol;
  std::optional<uint32_t> number;
};

/// A register that an instruction reads or writes, at one place of it.
struct RegisterUse {
  /// As written, such as `%r1`.
  std::string_view name;
  Range range;
  /// An operand that is also read, such as an accumulator, counts as written.
  bool isWritten = false;
  /// The instructions that may have written the value that is read, or that remains where the guard
  /// does not hold: numbers in `Function::instructions`, in ascending order. Empty if it is always
  /// written here, comes from elsewhere, or if an edge of the graph is not known.
  std::vector<uint32_t> definitions;
};

/// An instruction of a function.
class Instruction {
public:
  /// The first word of the mnemonic, such as `mul`.
  std::string_view opcode() const;
  /// The words after it, as written, with their dots: `.wide`, `.u32`.
  std::vector<std::string_view> modifiers() const;
  /// The location of modifier `index`.
  Range modifierRange(size_t index) const;
  Range mnemonicRange() const;
  /// Opcode and modifiers: `mul.wide.u32`.
  std::string mnemonic() const;
  std::optional<Guard> guard() const;
  std::vector<Operand> operands() const;
  /// The registers of the guard and the operands, first the ones that are read, then the ones that
  /// are written; empty if the function could not be parsed.
  std::vector<RegisterUse> registers() const;

  /// The source text, including guard and semicolon.
  std::string_view text() const;
  Range range() const;

  /// Whether the instruction has no error and matches a form.
  bool isChecked() const;
  /// The matching syntax line of the manual, such as `mul.wide.type d, a, b`; empty if the
  /// instruction has an error.
  std::string_view form() const;
  /// The manual's section for the instruction, such as `9.7.1.3`; empty if it has an error.
  std::string_view section() const;

private:
  friend class Function;
  Instruction(const detail::Body &body, uint32_t index) : body(&body), index(index) {}

  const detail::Body *body;
  uint32_t index;
};

/// A basic block of a function: instructions that run one after the other.
struct Block {
  /// The label at its start; empty if it has none.
  std::string_view label;
  /// Its instructions: numbers in `Function::instructions`, from `begin` up to, and without, `end`.
  uint32_t begin = 0;
  uint32_t end = 0;
  /// The blocks that can run after it, and before it: numbers in `Function::blocks`, in ascending
  /// order.
  std::vector<uint32_t> successors;
  std::vector<uint32_t> predecessors;
  /// Whether it is reachable from the start of the function.
  bool isReachable = false;
};

/// A function of a module: `.entry` or `.func`, defined or declared. A statement list is one
/// without a name.
class Function {
public:
  std::string_view name() const;
  bool isEntry() const;
  /// Whether it has a body, or is a statement list.
  bool isDefinition() const;
  Range range() const;
  /// The instructions of the body, in the order of the source.
  std::vector<Instruction> instructions() const;
  /// The declarations of the body, in source order. Parameters, and the results of a function, come
  /// first.
  std::vector<Symbol> symbols() const;
  /// The directives of the header and of the body, in source order.
  std::vector<Directive> directives() const;
  /// The control-flow graph: the blocks of the body in source order, of which the first is the
  /// start. Empty for a declaration, or if the body could not be parsed.
  std::vector<Block> blocks() const;
  /// Whether all edges of the graph are known: no branch has an error, or a target that is
  /// computed.
  bool hasAllEdges() const;

private:
  friend class Check;
  Function(const detail::State &state, uint32_t index) : state(&state), index(index) {}

  const detail::State *state;
  uint32_t index;
};

} // namespace ptxkit

#endif // PTXKIT_TREE_H
