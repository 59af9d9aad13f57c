// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_ASMSTATEMENTS_H
#define PTX_INLINE_READ_ASMSTATEMENTS_H

#include "ptx/Inline/Read/AsmSyntax.h"
#include "ptx/Inline/Read/MappedText.h"
#include "ptx/Inline/Read/Platforms.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

class AsmCache;
class SourceBuffer;

/// An operand of an `asm` statement: `"=r"(x)`.
struct AsmOperand {
  /// The range of constraint and expression, if they are adjacent; else of the constraint. Then the
  /// range of each.
  SourceRange range;
  SourceRange constraintRange;
  SourceRange expression;
  /// The text of the constraint. None if it does not consist of literals only.
  std::optional<std::string> constraint;
  bool output = false;
  /// Whether the template uses it in other branches of an inner `#if`.
  bool isUsedElsewhere = false;
  /// Whether it has a symbolic name in brackets.
  bool isNamed = false;
  /// Whether the comma before it is missing.
  bool lacksComma = false;

  /// Its spelling in the template, if it is not the sign with its number.
  std::string name;

  /// Its constant value, if known.
  std::optional<std::string> value;

  /// The letters and digits, without the modifiers of `syntax`; empty if the constraint is not
  /// known.
  llvm::StringRef letters(const AsmSyntax &syntax) const {
    return constraint ? syntax.letters(*constraint) : llvm::StringRef();
  }
};

/// Errors that compilers report for a complete `asm` statement.
struct AsmFault {
  SourceRange range;
  llvm::StringRef problem, expected; ///< as shown in messages
};

/// The part of a statement that exceeds a limit and is not read, and what is therefore not checked.
struct AsmExcess {
  llvm::StringRef excess, unchecked; ///< as shown in messages
};

/// A clobber other than memory.
struct AsmClobber {
  SourceRange range;
  std::string text;
};

/// The processor that runs the code around a statement, as far as known.
enum class CodeKind : uint8_t {
  Any,
  Named,  ///< perhaps the GPU: the function is for host and GPU, or a macro is called so
  Cuda,   ///< the source is CUDA C++
  Device, ///< the GPU: the function is `__device__` or `__global__`
};

/// The location where an unterminated `asm` statement should end.
struct MissingEnd {
  SourceRange range;
  /// Whether it is the start of an unterminated literal.
  bool isLiteral;
};

/// An `asm` statement of C++, or one variant of it with certain branches of an inner `#if`; or a
/// statement of LLVM IR or MLIR.
struct AsmStatement {
  const AsmSyntax *syntax = &cudaSyntax;
  SourceRange keyword;
  /// From the keyword to the closing parenthesis.
  SourceRange range;
  bool isVolatile = false;
  /// Whether there is a colon, or the statement is LLVM's, so that the sign of operands is special.
  bool isExtended = false;
  /// The argument that marks side effects, in languages without a word after the keyword for it.
  llvm::StringRef effects;
  /// The word after the keyword that marks side effects, if it is not that of `syntax`.
  llvm::StringRef effectsWord;
  /// Whether a part could not be parsed, so that the operands are unknown.
  bool isBroken = false;
  /// Whether it has an unused result, in LLVM.
  bool hasUnusedResult = false;
  /// The location of the missing end, if it certainly has none.
  std::optional<MissingEnd> missingEnd;
  /// The first error in its parts.
  std::optional<AsmFault> fault;
  /// The limit that it exceeds.
  std::optional<AsmExcess> excess;
  /// Whether the operands are known; else `%0` is one of any type.
  bool hasOperands = true;
  /// Whether it is certainly PTX, so that no detection is required.
  bool isPtx = false;
  /// Whether it is no statement but a string with a PTX module.
  bool isModule = false;
  /// Whether that is a part of a module whose version and targets are unknown.
  bool isModulePart = false;
  /// Whether it is in a string of C++.
  bool isEmbedded = false;
  /// Whether it is compiled for 64-bit addresses. (Manual 11.1.3)
  bool hasWideAddresses = false;
  /// The literals of the template, and their text, joined.
  std::vector<SourceRange> literals;
  MappedText text;
  /// The source positions between the quotes of empty literals.
  std::vector<uint32_t> emptyPlaces;
  /// Whether the template has other parts than literals, such as a macro.
  bool hasOthers = false;
  /// Whether it is part of the definition of a macro.
  bool isInMacro = false;
  /// The use of a macro.
  struct MacroUse {
    std::string macro;
    SourceRange name;
    uint32_t definition; ///< position of the statement's keyword
    /// The file with the definition, if it is another one.
    std::string header;
  };
  /// The use of the macro with parameters that contains it, if any. Its ranges are then in the
  /// definition and the arguments, and the definition is a separate statement.
  std::optional<MacroUse> macroUse;
  /// The positions in `text` before an unknown part, in ascending order.
  std::vector<uint32_t> holes;
  /// The positions among them where the unknown part is an integer.
  std::vector<uint32_t> integers;
  std::vector<AsmOperand> operands;
  bool clobbersMemory = false;
  /// Characters that must be escaped in the literals of the template, besides quotes and
  /// backslashes.
  llvm::StringRef reserved;
  /// Other clobbers, such as CPU registers.
  std::vector<AsmClobber> otherClobbers;
  /// The enclosing function or macro; empty outside.
  std::string function;
  /// Distinguishes functions of the same name.
  uint32_t functionNumber = 0;
  /// The enclosing `#if` branches; equal numbers mean the same branches.
  uint32_t region = 0;
  /// The platforms for which it can be compiled, according to the conditions.
  Platforms platforms = Platforms::all();
  /// The enclosing condition on the target, if it alone determines `platforms`.
  std::optional<SourceRange> guard;
  CodeKind code = CodeKind::Any;
  /// The index of the choice of the inner branches, from 0.
  unsigned variant = 0;

  /// Adds an operand. Returns false, so that the statement is rejected, if there are far more than
  /// compilers accept: an operand requires sixty times the memory of its text.
  bool addOperand(AsmOperand operand);

  /// Replaces the ranges of its parts: the keyword, the literals, the operands, the clobbers and
  /// the fault.
  void mapParts(llvm::function_ref<SourceRange(SourceRange)> map);

  /// Whether it certainly runs on the GPU.
  bool isDeviceCode() const {
    return code == CodeKind::Device ||
           ((platforms & Platforms::others()).isEmpty() && !platforms.isEmpty());
  }
};

/// The handling of a PTX statement with an unknown part.
enum class Unknown : uint8_t {
  Blank, ///< blanks
  Kept,  ///< the written text, with the part as far as PTX allows it
};

/// The text `source` as the template of a statement with `operands`, or with operands of any type.
AsmStatement wholeStatement(const SourceBuffer &source,
                            std::optional<std::vector<AsmOperand>> operands);

/// The `asm` statements of the C++ source `source`, in source order, with the variants of a
/// statement adjacent, and then those in its strings. The input may be arbitrary bytes.
std::vector<AsmStatement> findAsmStatements(const SourceBuffer &source);

/// The same after an edit, with the cache of the source.
std::vector<AsmStatement> updateAsmStatements(const SourceBuffer &source, AsmCache &cache);

/// The same of the text of LLVM IR.
std::vector<AsmStatement> findLlvmAsm(const SourceBuffer &source);

/// The same of the text of MLIR, where they are operations of its dialect of LLVM.
std::vector<AsmStatement> findMlirAsm(const SourceBuffer &source);

} // namespace ptx

#endif // PTX_INLINE_READ_ASMSTATEMENTS_H
