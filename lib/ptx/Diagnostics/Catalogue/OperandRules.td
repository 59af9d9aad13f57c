// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions, modifiers and operands: codes 30xx. See Catalog.td.

#ifndef PTX_DIAGNOSTICS_OPERANDRULES_TD
#define PTX_DIAGNOSTICS_OPERANDRULES_TD

include "ptx/Diagnostics/Catalogue/CatalogFamilies.td"

//===-- 30xx: instructions, modifiers, operands ---------------------------------------------===//

let Of = Operands in {

def UnknownInstruction
    : Error<3001, "unknown-instruction", "`{name}` is not an instruction of PTX", [Str<"name">]> {
  let Section = "9.7";
  let Ptxas = "Not a name of any known instruction: 'X'";
}

def OperandType
    : Error<3002, "operand-type",
            "{operands} of `{mnemonic}` {have} type `{observed}`; expected {expected}",
            [Str<"operands">, Str<"mnemonic">, Str<"have">, Str<"observed">, Str<"expected">]> {
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
    : Error<3012, "misplaced-modifier", "`{modifier}` must directly follow `{opcode}`",
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
  let In = [Style];
  let Section = "9.7";
}

def RepeatedModifier
    : Warning<3016, "repeated-modifier", "`{opcode}` has `{modifier}` twice; `ptxas` ignores one",
              [Str<"opcode">, Str<"modifier">]> {
  let Section = "9.7";
}

def UndocumentedForm
    : Warning<3017, "undocumented-form",
              "the manual has no form `{form}` of this instruction; `ptxas` accepts it",
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
              "`ptxas` rejects `{mnemonic}`, which the manual allows: {rule}",
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
    : Error<3020, "guard-type", "guard `{name}` is not a predicate; expected a `.pred` register",
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

def NarrowAddress
    : Warning<3024, "narrow-address",
              "address `{name}` is 32 bits wide; a {space} address in a module with "
              "`.address_size 64` takes a 64-bit register",
              [Str<"name">, Str<"space">]> {
  let In = [CodeGeneration];
  let Section = "6.4.1.1";
  let Ptxas = "32-Bit compilation is no longer supported; "
              "32-Bit ABI (--machine 32 or 32-Bit addressing) is not supported on sm_90 or higher "
              "architectures";
}

def WrappedImmediate
    : Error<3025, "wrapped-immediate",
            "operand {index} of `{mnemonic}` is {observed}; expected {expected}; `ptxas` accepts its "
            "lowest 32 bits",
            [UInt<"index">, Str<"mnemonic">, Str<"observed">, Str<"expected">]> {
  let In = [BeyondPtxas];
  let Section = "9.7";
}

def TruncatedImmediate
    : Warning<3043, "truncated-immediate",
              "operand {index} of `{mnemonic}` is {value}, which does not fit in {width} bits; "
              "`ptxas` uses {kept}",
              [UInt<"index">, Str<"mnemonic">, Str<"value">, UInt<"width">, Str<"kept">]> {
  let Section = "4.5.1";
}

def ModifierMismatch
    : Error<3037, "modifier-mismatch", "`{modifier}` does not fit `{mnemonic}`; expected {expected}",
            [Str<"modifier">, Str<"mnemonic">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Illegal modifier 'X' for instruction 'X'";
}

def OperandOrder
    : Error<3038, "operand-order",
            "the operands of `{mnemonic}` are in the wrong order; expected `{expected}`",
            [Str<"mnemonic">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

def MissingOperand
    : Error<3039, "missing-operand",
            "{operands} of `{mnemonic}`, {names}, {are} missing; expected `{expected}`",
            [Str<"operands">, Str<"mnemonic">, Str<"names">, Str<"are">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

def ExtraOperand
    : Error<3040, "extra-operand", "operand {index} of `{mnemonic}` {reason}; expected `{expected}`",
            [UInt<"index">, Str<"mnemonic">, Str<"reason">, Str<"expected">]> {
  let Section = "9.7";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

def WholeVector
    : Error<3041, "whole-vector", "`{name}` is {observed}; name a component, such as `{name}.x`",
            [Str<"name">, Str<"observed">]> {
  let Section = "6.4.3";
  let Ptxas = "Argument vector size mismatch for instruction 'X'";
}

def UnbracedVector
    : Error<3042, "unbraced-vector",
            "{operands} of `{mnemonic}` are the elements of {what}; expected {expected}",
            [Str<"operands">, Str<"mnemonic">, Str<"what">, Str<"expected">]> {
  let Section = "6.4.3";
  let Ptxas = "Arguments mismatch for instruction 'X'";
}

} // Of = Operands

#endif // PTX_DIAGNOSTICS_OPERANDRULES_TD
