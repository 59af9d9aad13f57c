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

// What a checked source consists of. All of these are small views that are good as long as the
// `Check` that gave them, and cheap to copy; so is the text that they return.

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
  /// The name as it is declared; of `%r<100>`, that before the number.
  std::string_view name;
  /// The name where it is declared; empty for a special register.
  Range range;
  /// With the dot: `.shared`; empty for what is not a variable.
  std::string_view space;
  /// None for what is not a variable.
  std::optional<Type> type;
  /// 2 or 4 for a vector, else 1.
  unsigned vectorLength = 1;
  /// In bytes; 0 for what is not in memory.
  uint64_t alignment = 0;
  /// In bytes, all dimensions included; 0 if it is not known.
  uint64_t bytes = 0;
  /// How many registers `%r<100>` declares; 0 for a single name.
  uint32_t count = 0;
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
  /// As it is written.
  std::string_view text() const;
  Range range() const;

  /// What the syntax line of the instruction calls it, such as `d` or `a-desc`; empty if the
  /// instruction has an error.
  std::string_view role() const;
  /// Whether the instruction writes it.
  bool isWritten() const;
  /// What the instruction reads or writes it as: of `mul.wide.u32` the result is a `u64`. Of a
  /// vector, each element. Where an instruction does not say, as declared; none for what has no
  /// type, or if the instruction has an error.
  std::optional<Type> type() const;
  /// How many bits the instruction reads or writes: those of the type, times the number of elements
  /// of a vector; 0 where there is no type.
  unsigned width() const;
  /// The bits of a value that is read, if all of them are known and there are 64 at most: those of
  /// a number, and those that a register has on every path to the instruction.
  std::optional<uint64_t> value() const;
  /// What the name in it refers to.
  std::optional<Symbol> symbol() const;
  /// The elements of a vector or of arguments, the parts of an address between the brackets, both
  /// sides of a pair; none otherwise.
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
};

/// An instruction of a function.
class Instruction {
public:
  /// The first word of the mnemonic, such as `mul`.
  std::string_view opcode() const;
  /// The words after it, as written, with their dots: `.wide`, `.u32`.
  std::vector<std::string_view> modifiers() const;
  /// The place of modifier `index`.
  Range modifierRange(size_t index) const;
  /// Opcode and modifiers: `mul.wide.u32`.
  std::string mnemonic() const;
  std::optional<Guard> guard() const;
  std::vector<Operand> operands() const;

  /// As it is written, its guard and semicolon included.
  std::string_view text() const;
  Range range() const;

  /// Whether the instruction has no error, so that there is a form for it.
  bool isChecked() const;
  /// The syntax line of the manual that it follows, such as `mul.wide.type d, a, b`; empty if it
  /// has an error.
  std::string_view form() const;
  /// The section of the manual that describes it, such as `9.7.1.3`; empty if it has an error.
  std::string_view section() const;

private:
  friend class Function;
  Instruction(const detail::Body &body, uint32_t index) : body(&body), index(index) {}

  const detail::Body *body;
  uint32_t index;
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
  /// What the body declares, in the order of the source; parameters, of a function its results
  /// too, come first.
  std::vector<Symbol> symbols() const;

private:
  friend class Check;
  Function(const detail::State &state, uint32_t index) : state(&state), index(index) {}

  const detail::State *state;
  uint32_t index;
};

} // namespace ptxkit

#endif // PTXKIT_TREE_H
