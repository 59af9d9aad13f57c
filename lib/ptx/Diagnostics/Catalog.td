// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every diagnostic of ptxkit, in the order of the codes. To add one: add its record here, add
// docs/rules/<name>.md, emit it as `diag::Name{...}`, and expect it in a test.

include "ptx/Diagnostics/CatalogBase.td"

//===-- Families and groups -----------------------------------------------------------------===//

def LexicalAndSyntax : Family<1000>;
def NamesAndScopes : Family<2000>;
def Operands : Family<3000>;
def Gates : Family<4000>;

def PtxasRejects
    : Group<"ptxas-rejects", "legal by the manual, and yet rejected by ptxas"> {
  let UnderCompat = "Error";
}

//===-- 10xx: bytes and tokens --------------------------------------------------------------===//

let Of = LexicalAndSyntax in {

def UnsupportedEncoding
    : Error<1001, "unsupported-encoding", "file {observed}; PTX is ASCII text",
            [Str<"observed">]> {
  let Section = "4.1";
  let Ptxas = "Unexpected non-ASCII character encountered on line N; for a NUL byte: "
              "Unexpected EOF encountered on line N";
}

def UnexpectedCharacter
    : Error<1002, "unexpected-character", "unexpected character {character}",
            [Byte<"character">]> {
  let Section = "4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def NonAsciiCharacter
    : Error<1003, "non-ascii-character",
            "non-ASCII byte {byte} outside a comment; PTX is ASCII text", [Byte<"byte">]> {
  let Section = "4.1";
  let Ptxas = "Unexpected non-ASCII character encountered on line N";
}

def NonAsciiInComment
    : Warning<1004, "non-ascii-in-comment",
              "non-ASCII byte {byte} in a comment; `ptxas` rejects the file", [Byte<"byte">]> {
  let In = [PtxasRejects];
  let Section = "4.2";
  let Ptxas = "Unexpected non-ASCII character encountered on line N";
}

def UnterminatedString
    : Error<1005, "unterminated-string",
            "string is not closed; expected `\"` before the end of the file"> {
  let Section = "4.3.1";
  let Ptxas = "Parsing error near '\"': syntax error";
}

def UnterminatedComment
    : Error<1006, "unterminated-comment",
            "comment is not closed; expected `*/` before the end of the file"> {
  let Section = "4.2";
  let Ptxas = "Parsing error near '': unexpected EOF while scanning";
}

def MalformedNumber
    : Error<1007, "malformed-number", "malformed number `{number}`; {rule}",
            [Str<"number">, Str<"rule">]> {
  let Section = "4.5";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def IntegerOverflow
    : Error<1008, "integer-overflow", "integer `{number}` does not fit in 64 bits",
            [Str<"number">]> {
  let Section = "4.5.1";
  let Ptxas = "Constant overflow";
}

def IntegerWraps
    : Warning<1009, "integer-wraps",
              "integer `{number}` does not fit in 64 bits; `ptxas` takes it as {value}",
              [Str<"number">, UInt<"value">]> {
  let Section = "4.5.1";
}

def FloatOverflow
    : Error<1010, "float-overflow",
            "floating-point number `{number}` is too large for double precision",
            [Str<"number">]> {
  let Section = "4.5.2";
  let Ptxas = "Constant overflow";
}

def FloatUnderflow
    : Warning<1011, "float-underflow",
              "floating-point number `{number}` is not zero and smaller than the least normal "
              "double; `ptxas` rejects it",
              [Str<"number">]> {
  let In = [PtxasRejects];
  let Section = "4.5.2";
  let Ptxas = "Constant overflow";
}

def CountTooLarge
    : Error<1012, "count-too-large", "{what} `{number}` does not fit in 32 bits",
            [Str<"what">, Str<"number">]> {
  let Section = "4.5.1";
  let Ptxas = "Constant overflow";
}

def PreprocessorLine
    : Error<1013, "preprocessor-line",
            "preprocessor line `{line}`; preprocess the file first, only line markers such as "
            "`# 1 \"file\"` may remain",
            [Str<"line">]> {
  let Section = "4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

//===-- 11xx: syntax ------------------------------------------------------------------------===//

def SyntaxError
    : Error<1101, "syntax-error", "expected {expected}{where}, found {found}",
            [Str<"expected">, Str<"where">, Str<"found">]> {
  let Section = "4.3";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def EmptyStatement
    : Error<1103, "empty-statement", "stray `;`; PTX has no empty statement"> {
  let Section = "4.3";
  let Ptxas = "Parsing error near ';': syntax error";
}

def UnbalancedBrace
    : Error<1104, "unbalanced-brace", "missing `}` to close {what}", [Str<"what">]> {
  let Section = "4.3";
  let Ptxas = "Parsing error near '': syntax error";
}

def StrayBrace : Error<1105, "stray-brace", "stray `}`; no `{` is open here"> {
  let Section = "4.3";
  let Ptxas = "Parsing error near '}': syntax error";
}

def NestingTooDeep
    : Error<1106, "nesting-too-deep", "{what} nested more than {limit} deep",
            [Str<"what">, UInt<"limit">]> {
  let Section = "4.3";
}

def MissingVersion
    : Error<1107, "missing-version",
            "missing `.version`; a module begins with `.version` and `.target`"> {
  let Section = "11.1.1";
  let Ptxas = "Missing .version directive at start of file 'X'";
}

def MissingTarget
    : Error<1108, "missing-target", "missing `.target` after `.version`"> {
  let Section = "11.1.2";
  let Ptxas = "Missing .target directive at start of file 'X'";
}

def MalformedVersion
    : Error<1109, "malformed-version",
            "malformed version `{found}`; expected `major.minor` as in `.version 9.2`",
            [Str<"found">]> {
  let Section = "11.1.1";
  let Ptxas = "Missing .version directive at start of file 'X'";
}

def TooManyOperands
    : Error<1110, "too-many-operands", "instruction has more than {limit} {what}",
            [Str<"what">, UInt<"limit">]> {
  let Section = "4.3.2";
  let Ptxas = "Parsing error near 'X': memory exhausted";
}

def SregDeclaration
    : Error<1111, "sreg-declaration",
            "`.sreg` cannot be declared; special registers are predefined"> {
  let Section = "5.1.2";
  let Ptxas = "Parsing error near '.sreg': syntax error";
}

def StrayBackslash
    : Warning<1112, "stray-backslash",
              "stray `\\`; the manual knows none, `ptxas` ignores one before an instruction"> {
  let Section = "4.3";
}

def EmptyDeclaration
    : Warning<1113, "empty-declaration", "declaration names no variable"> {
  let Section = "5.4.1";
}

def PtxasSyntax
    : Warning<1114, "ptxas-syntax", "{what} is legal PTX that `ptxas` rejects", [Str<"what">]> {
  let In = [PtxasRejects];
  let Section = "4.1";
  let Ptxas = "Parsing error near 'X': syntax error";
}

} // Of = LexicalAndSyntax

//===-- 20xx: names -------------------------------------------------------------------------===//

let Of = NamesAndScopes in {

def UnknownName : Error<2001, "unknown-name", "`{name}` is not declared", [Str<"name">]> {
  let Section = "5.4";
  let Ptxas = "Unknown symbol 'X'";
}

} // Of = NamesAndScopes

//===-- 30xx: instructions, modifiers, operands ---------------------------------------------===//

let Of = Operands in {

def UnknownInstruction
    : Error<3001, "unknown-instruction", "`{name}` is not an instruction of PTX", [Str<"name">]> {
  let Section = "9.7";
  let Ptxas = "Not a name of any known instruction: 'X'";
}

def OperandType
    : Error<3002, "operand-type",
            "operand {index} of `{mnemonic}` has type `{observed}`; expected {expected}",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "9.4";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

def UnknownModifier
    : Error<3003, "unknown-modifier", "`{modifier}` is not a modifier or type of PTX",
            [Str<"modifier">]> {
  let Section = "9.7";
  let Ptxas = "Unknown modifier 'X'";
}

def ModifierNotAllowed
    : Error<3004, "modifier-not-allowed", "`{opcode}` does not take `{modifier}`{context}",
            [Str<"opcode">, Str<"modifier">, Str<"context">]> {
  let Section = "9.7";
  let Ptxas = "Illegal modifier 'X' for instruction 'X'";
}

def MissingModifier
    : Error<3005, "missing-modifier", "`{mnemonic}` lacks {what}; expected {expected}",
            [Str<"mnemonic">, Str<"what">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Unexpected instruction types specified for 'X'";
}

def OperandCount
    : Error<3006, "operand-count", "`{mnemonic}` has {observed}; expected {expected}",
            [Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

def OperandKind
    : Error<3007, "operand-kind",
            "operand {index} of `{mnemonic}` is {observed}; expected {expected}",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "6";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

def VectorSize
    : Error<3008, "vector-size",
            "operand {index} of `{mnemonic}` is {observed}; expected {expected}",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "6.4.3";
  let Ptxas = "Argument vector size mismatch for instruction 'X'";
}

def ImmediateRange
    : Error<3009, "immediate-range",
            "operand {index} of `{mnemonic}` is {observed}; expected {expected}",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Argument N of instruction 'X': value 'N' out of range, expected to be in range [N..N]";
}

def AddressSpace
    : Error<3010, "address-space",
            "operand {index} of `{mnemonic}` is an address in `{observed}`; expected {expected}",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "6.4.1";
  let Ptxas = "State space mismatch between instruction and address in instruction 'X'";
}

def ModifierConflict
    : Error<3011, "modifier-conflict", "`{opcode}` takes one of `{first}` and `{second}`, not both",
            [Str<"opcode">, Str<"first">, Str<"second">]> {
  let Section = "9.7";
  let Ptxas = "Multiple X modifiers specified";
}

def MisplacedModifier
    : Error<3012, "misplaced-modifier", "`{modifier}` must stand right behind `{opcode}`",
            [Str<"modifier">, Str<"opcode">]> {
  let Section = "9.7";
  let Ptxas = "Parsing error near 'X': syntax error";
}

def ModifierCombination
    : Error<3013, "modifier-combination", "in `{mnemonic}`, {rule}",
            [Str<"mnemonic">, Str<"rule">]> {
  let Section = "9.7";
  let Ptxas = "Illegal modifier 'X' for instruction 'X' with type 'X'";
}

def DuplicateModifier
    : Error<3014, "duplicate-modifier", "`{opcode}` has `{modifier}` twice",
            [Str<"opcode">, Str<"modifier">]> {
  let Section = "9.7";
  let Ptxas = "Duplicate 'X' modifier specified for instruction 'X'";
}

def ModifierOrder
    : Off<3015, "modifier-order",
          "the manual writes the modifiers of `{opcode}` in another order; expected `{expected}`",
          [Str<"opcode">, Str<"expected">]> {
  let Section = "9.7";
}

def RepeatedModifier
    : Warning<3016, "repeated-modifier", "`{opcode}` has `{modifier}` twice; `ptxas` ignores one",
              [Str<"opcode">, Str<"modifier">]> {
  let Section = "9.7";
}

def UndocumentedForm
    : Warning<3017, "undocumented-form",
              "the manual has no form `{form}` of this instruction; `ptxas` takes it",
              [Str<"form">]> {
  let Section = "9.7";
}

def UncheckedCombination
    : Warning<3018, "unchecked-combination", "in `{mnemonic}`, {rule}; `ptxas` does not check it",
              [Str<"mnemonic">, Str<"rule">]> {
  let Section = "9.7";
}

def RejectedCombination
    : Warning<3021, "rejected-combination",
              "in `{mnemonic}`, {rule} for `ptxas`; the manual does not ask for it",
              [Str<"mnemonic">, Str<"rule">]> {
  let In = [PtxasRejects];
  let Section = "9.7";
  let Ptxas = "Modifier 'X' requires scope with 'Y' instruction";
}

def UncheckedOperand
    : Warning<3019, "unchecked-operand",
              "operand {index} of `{mnemonic}` is {observed}; expected {expected}, but `ptxas` does "
              "not check it",
              [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let Section = "6";
}

def GuardType
    : Error<3020, "guard-type", "guard `{name}` is no predicate; expected a `.pred` register",
            [Str<"name">]> {
  let Section = "9.3";
  let Ptxas = "Predicate expression expected";
}

def RejectedOperand
    : Warning<3022, "rejected-operand",
              "`ptxas` rejects `{mnemonic}`: operand {index} is {observed}; expected {expected}",
              [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let In = [PtxasRejects];
  let Section = "6.4.3";
  let Ptxas = "Vector with elements of different types are not allowed in X instruction";
}

def IgnoredModifier
    : Warning<3023, "ignored-modifier", "`{opcode}` does not take `{modifier}`; `ptxas` ignores it",
              [Str<"opcode">, Str<"modifier">]> {
  let Section = "9.7";
}

} // Of = Operands

//===-- 40xx: versions and targets ----------------------------------------------------------===//

let Of = Gates in {

def RequiresVersion
    : Error<4001, "requires-version", "`{feature}` needs {needed}; {observed}",
            [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.1";
  let Ptxas = "Feature 'X' requires PTX ISA .version N or later";
}

def RequiresTarget
    : Error<4002, "requires-target", "`{feature}` needs {needed}; {observed}",
            [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
  let Ptxas = "Feature 'X' requires .target X or higher";
}

def RetiredFeature
    : Error<4003, "retired-feature", "`{feature}` does not exist {needed}; {observed}",
            [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1";
  let Ptxas = "Instruction 'X' without '.sync' is not supported on .target sm_70 and higher from "
              "PTX ISA version 6.4";
}

def UncheckedVersion
    : Warning<4004, "unchecked-version",
              "`{feature}` needs {needed}; {observed}, and `ptxas` does not check it",
              [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.1";
}

def UncheckedTarget
    : Warning<4005, "unchecked-target",
              "`{feature}` needs {needed}; {observed}, and `ptxas` does not check it",
              [Str<"feature">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
}

def TargetRequiresVersion
    : Error<4006, "target-requires-version", "{targets} PTX {needed}; {observed}",
            [Str<"targets">, Str<"needed">, Str<"observed">]> {
  let Section = "11.1.2";
  let Ptxas = "PTX .version N does not support .target X";
}

} // Of = Gates
