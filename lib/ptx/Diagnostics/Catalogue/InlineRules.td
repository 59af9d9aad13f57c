// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline assembly of CUDA C++ and LLVM IR: codes 80xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_INLINERULES_TD
#define PTX_DIAGNOSTICS_INLINERULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

let Of = InlineAssembly in {

//===-- 8001: operands ----------------------------------------------------------------------===//

def AsmOperandIndex
    : Error<8001, "asm-operand-index", "`{name}`, but the statement has {operands}",
            [Str<"name">, Str<"operands">]>;

def UnknownConstraint
    : Error<8002, "unknown-constraint",
            "constraint `{constraint}` of `{name}` {problem}; expected {expected}",
            [Str<"constraint">, Str<"name">, Str<"problem">, Str<"expected">]>;

def SymbolicAsmOperand
    : Error<8003, "symbolic-asm-operand",
            "`{name}` names an operand by its symbol, which `nvcc` does not know; expected its "
            "number",
            [Str<"name">]>;

def AsmOperandModifier
    : Error<8004, "asm-operand-modifier",
            "{reader} reads `{modifier}` of `{name}` as a modifier of an operand, but has no such modifier; expected {expected}",
            [Str<"reader">, Str<"name">, Str<"modifier">, Str<"expected">]>;

def AsmOperandType
    : Error<8005, "asm-operand-type",
            "`{name}` is `{operand}`, {width}; {place} of `{mnemonic}` {takes} {expected}",
            [Str<"name">, Str<"operand">, Str<"width">, Str<"place">, Str<"mnemonic">, Str<"takes">,
             Str<"expected">]>;

def JoinedAsmOperand
    : Error<8006, "joined-asm-operand",
            "the register that replaces `{name}` runs into `{next}`; expected `;` or a blank "
            "between them",
            [Str<"name">, Str<"next">]>;

def BareDollarSign
    : Error<8007, "bare-dollar-sign",
            "`{name}` is not an operand, but LLVM reads an operand after `$`; expected `$$` for a "
            "dollar sign",
            [Str<"name">]>;

def UnterminatedAsm
    : Error<8008, "unterminated-asm", "{problem}; expected {expected}",
            [Str<"problem">, Str<"expected">]>;

def UnknownClobber
    : Error<8009, "unknown-clobber",
            "device code cannot clobber `{clobber}`; expected `memory`",
            [Str<"clobber">]>;

def MalformedAsm
    : Error<8011, "malformed-asm", "{problem}; expected {expected}",
            [Str<"problem">, Str<"expected">]>;

def RejectedAsmAddress
    : Error<8012, "rejected-asm-address",
            "address `{name}` is {observed}; a {space} address has 64{hint}; no compiler generates code "
            "from it for `sm_90` or newer",
            [Str<"name">, Str<"observed">, Str<"space">, Str<"hint">]> {
  let Ptxas = "32-Bit ABI (--machine 32 or 32-Bit addressing) is not supported on sm_90 or higher "
              "architectures";
}

def RejectedAsmOperand
    : Error<8013, "rejected-asm-operand",
            "`ptxas` rejects `{mnemonic}`: operand {index} is {observed}; expected {expected}",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Ptxas = "Incompatible elements of vector expression";
}

//===-- 8010: targets -----------------------------------------------------------------------===//

def NeverAvailable
    : Error<8010, "never-available", "no target{condition} supports the requirements of this statement: {needs}",
            [Str<"condition">, Str<"needs">]> {
  let Section = "11.1.2";
}

//===-- 8020: what compilers accept ---------------------------------------------------------===//

def MissingOperandComma
    : Warning<8020, "missing-operand-comma",
              "a comma is missing between two operands; `nvcc` accepts that">;

def UnwrittenOutput
    : Warning<8021, "unwritten-output",
              "nothing writes `{name}`, which is the output `{operand}`",
              [Str<"name">, Str<"operand">]>;

def WrittenInput
    : Warning<8022, "written-input",
              "`{mnemonic}` writes `{name}`, which is the input `{operand}`; the compiler assumes that it is unchanged",
              [Str<"mnemonic">, Str<"name">, Str<"operand">]>;

def LeakingDeclaration
    : Off<8023, "leaking-declaration",
          "`{name}` is declared outside of braces, so that a second copy of this statement in a "
          "function declares it again",
          [Str<"name">]> {
  let In = [AsmStatements];
}

def UnusedAsmOperand
    : Off<8024, "unused-asm-operand", "the template does not use `{name}`, which is `{operand}`",
          [Str<"name">, Str<"operand">]> {
  let In = [All, Unused];
}

def GuardedOutput
    : Off<8025, "guarded-output",
          "`{name}`, which is the output `{operand}`, has no value where {condition}; an operand "
          "that keeps its value is declared `+`",
          [Str<"name">, Str<"operand">, Str<"condition">]> {
  let In = [AsmStatements];
}

def EarlyClobber
    : Off<8026, "early-clobber",
          "`{mnemonic}` reads `{name}`, which is the input `{operand}`, after `{output}` is "
          "written; without `&` in `{constraint}` the compiler can give both the same register",
          [Str<"mnemonic">, Str<"name">, Str<"operand">, Str<"output">, Str<"constraint">]> {
  let In = [AsmStatements];
}

def MissingVolatile
    : Warning<8027, "missing-volatile",
          "`{mnemonic}` {effect}, but the statement is not `{keyword}`: the compiler can drop it, "
          "or run it once instead of twice",
          [Str<"mnemonic">, Str<"effect">, Str<"keyword">]>;

def MissingMemoryClobber
    : Off<8028, "missing-memory-clobber",
          "`{mnemonic}` writes or orders memory, but the statement has no `\"memory\"` clobber: the "
          "compiler can move accesses to memory across it",
          [Str<"mnemonic">]> {
  let In = [AsmStatements];
}

def SplitCarryChain
    : Off<8029, "split-carry-chain",
          "`{mnemonic}` {access} in this statement; the compiler can put instructions between two "
          "statements, and these can change it",
          [Str<"mnemonic">, Str<"access">]> {
  let In = [AsmStatements];
  let Section = "9.7.2";
}

def UnsetOutput
    : Warning<8030, "unset-output",
              "`{mnemonic}` reads `{name}`, which is the output `{operand}` and has no value yet; "
              "an operand that is read and written is declared `+`",
              [Str<"mnemonic">, Str<"name">, Str<"operand">]>;

def NarrowAsmAddress
    : Warning<8031, "narrow-asm-address",
              "address `{name}` is {observed}; a {space} address has 64{hint}",
              [Str<"name">, Str<"observed">, Str<"space">, Str<"hint">]> {
  let Ptxas = "32-Bit compilation is no longer supported";
}

def CompilerRegister
    : Warning<8033, "compiler-register",
              "nothing here declares `{name}`; `nvcc` gives its own registers such names, and their contents can change",
              [Str<"name">]>;

def WideCondition
    : Warning<8032, "wide-condition",
              "`{feature}` requires {needs}; the condition around it also admits `{target}`; {expected}",
              [Str<"feature">, Str<"needs">, Str<"target">, Str<"expected">]> {
  let Section = "11.1.2";
}

def AsmLimit
    : Warning<8034, "asm-limit", "{excess}; {unchecked} is not checked",
              [Str<"excess">, Str<"unchecked">]>;

} // Of

#endif // PTX_DIAGNOSTICS_INLINERULES_TD
