// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_ASMSTATEMENTS_H
#define PTX_INLINE_READ_ASMSTATEMENTS_H

#include "ptx/Inline/Read/AsmSyntax.h"
#include "ptx/Inline/Read/MappedText.h"
#include "ptx/Inline/Read/Platforms.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

class AsmCache;
class SourceBuffer;

/// An operand of an `asm` statement: `"=r"(x)`.
struct AsmOperand {
  /// Constraint and expression, if they are side by side; else the constraint. And each of them.
  SourceRange range;
  SourceRange constraintRange;
  SourceRange expression;
  /// What the literals of the constraint say. None if something else is among them.
  std::optional<std::string> constraint;
  bool output = false;
  /// Whether the template with other branches of the `#if` inside uses it.
  bool isUsedElsewhere = false;
  /// Whether a name in brackets is before it.
  bool isNamed = false;
  /// Whether the comma before it is missing.
  bool lacksComma = false;

  /// How the template writes it, where that is not the sign with its number.
  std::string name;

  /// The number that it is, if that is known.
  std::optional<std::string> value;

  /// The letters and digits, without the modifiers of `syntax`; empty if the constraint is not
  /// known.
  llvm::StringRef letters(const AsmSyntax &syntax) const {
    return constraint ? syntax.letters(*constraint) : llvm::StringRef();
  }
};

/// What compilers reject of an `asm` statement that has an end.
struct AsmFault {
  SourceRange range;
  llvm::StringRef problem, expected; ///< as messages have it
};

/// A clobber other than memory.
struct AsmClobber {
  SourceRange range;
  std::string text;
};

/// What the code around a statement runs on, as far as it tells.
enum class CodeKind : uint8_t {
  Any,
  Named,  ///< perhaps the GPU: the function is for host and GPU, or a macro is called so
  Cuda,   ///< the source is CUDA C++
  Device, ///< the GPU: the function is `__device__` or `__global__`
};

/// Where an `asm` statement that has no end should have one.
struct MissingEnd {
  SourceRange range;
  /// Whether that is the start of a literal that does not end.
  bool isLiteral;
};

/// An `asm` statement of C++, or what it is if some branches of the `#if` inside are chosen; or one
/// of LLVM IR or MLIR.
struct AsmStatement {
  const AsmSyntax *syntax = &cudaSyntax;
  SourceRange keyword;
  /// From the keyword to the closing parenthesis.
  SourceRange range;
  bool isVolatile = false;
  /// Whether there is a colon, or it is of LLVM, so that the sign of operands is special.
  bool isExtended = false;
  /// The argument that says that it has effects, where no word after the keyword does.
  llvm::StringRef effects;
  /// Whether a part could not be read, so that the operands are not known.
  bool isBroken = false;
  /// Whether it has a result, in LLVM, that nothing uses.
  bool hasUnusedResult = false;
  /// Where its end is missing, if it certainly has none.
  std::optional<MissingEnd> missingEnd;
  /// The first thing that is wrong with its parts.
  std::optional<AsmFault> fault;
  /// Whether the operands are known; else `%0` is one of any type.
  bool hasOperands = true;
  /// Whether it is PTX, so that nobody has to guess.
  bool isPtx = false;
  /// Whether it is compiled for addresses of 64 bits. (Manual 11.1.3)
  bool hasWideAddresses = false;
  /// The literals of the template, and their text, joined.
  std::vector<SourceRange> literals;
  MappedText text;
  /// The places in the source between the quotes of literals without a text.
  std::vector<uint32_t> emptyPlaces;
  /// Whether something else is among them, such as a macro.
  bool hasOthers = false;
  /// Whether it is part of the definition of a macro.
  bool isInMacro = false;
  /// The use of a macro.
  struct MacroUse {
    std::string macro;
    SourceRange name;
    uint32_t definition; ///< where the keyword is from which the statement comes
  };
  /// Where a macro with parameters is used, if it comes from there; then its places are those of
  /// the definition and of the arguments, and the definition is a statement of its own.
  std::optional<MacroUse> macroUse;
  /// The places in `text` where something follows that is not known, in their order.
  std::vector<uint32_t> holes;
  std::vector<AsmOperand> operands;
  bool clobbersMemory = false;
  /// What the literals of the template cannot have as it is, besides quotes and backslashes.
  llvm::StringRef reserved;
  /// What it clobbers besides, such as registers of a CPU.
  std::vector<AsmClobber> otherClobbers;
  /// The function, or the macro, that holds it; empty outside.
  std::string function;
  /// Distinguishes functions of the same name.
  uint32_t functionNumber = 0;
  /// Which `#if` branches hold it; equal numbers mean the same ones.
  uint32_t region = 0;
  /// What it can be compiled for, as far as conditions tell.
  Platforms platforms = Platforms::all();
  /// The condition around it that is about the target, if it alone decides on `platforms`.
  std::optional<SourceRange> guard;
  CodeKind code = CodeKind::Any;
  /// From 0: which choice of the branches inside this is.
  unsigned variant = 0;

  /// Adds an operand. Returns false, and the statement is not read, if there are far more than
  /// compilers accept: each takes sixty times the memory of its text.
  bool addOperand(AsmOperand operand);

  /// Whether it certainly runs on the GPU.
  bool isDeviceCode() const {
    return code == CodeKind::Device ||
           ((platforms & Platforms::others()).isEmpty() && !platforms.isEmpty());
  }
};

/// What becomes of a PTX statement of which a part is not known.
enum class Unknown : uint8_t {
  Blank, ///< blanks
  Kept,  ///< what is written, with the part as far as it can be in PTX
};

/// The text `source` as the template of a statement with `operands`, or with operands of any type.
AsmStatement wholeStatement(const SourceBuffer &source,
                            std::optional<std::vector<AsmOperand>> operands);

/// The `asm` statements of the C++ source `source`, in their order, the variants of one together.
/// Any bytes are safe.
std::vector<AsmStatement> findAsmStatements(const SourceBuffer &source);

/// The same with the macros of headers that the source includes, and that are in `includeFolders`
/// or beside what includes them.
std::vector<AsmStatement> findAsmWithHeaders(const SourceBuffer &source,
                                             llvm::ArrayRef<std::string> includeFolders);

/// The same after an edit, with the cache of the source.
std::vector<AsmStatement> updateAsmStatements(const SourceBuffer &source, AsmCache &cache);

/// The same of the text of LLVM IR.
std::vector<AsmStatement> findLlvmAsm(const SourceBuffer &source);

/// The same of the text of MLIR, where they are operations of its dialect of LLVM.
std::vector<AsmStatement> findMlirAsm(const SourceBuffer &source);

} // namespace ptx

#endif // PTX_INLINE_READ_ASMSTATEMENTS_H
